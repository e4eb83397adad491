//! Signs between terms.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    Left,
    Right,
}

impl Sign {
    pub fn negated(self) -> Sign {
        match self {
            Sign::Equal => Sign::Unequal,
            Sign::Unequal => Sign::Equal,
            Sign::Less => Sign::AtLeast,
            Sign::AtMost => Sign::More,
            Sign::More => Sign::AtMost,
            Sign::AtLeast => Sign::Less,
        }
    }

    pub fn text(self) -> &'static str {
        match self {
            Sign::Equal => "==",
            Sign::Unequal => "!=",
            Sign::Less => "<",
            Sign::AtMost => "<=",
            Sign::More => ">",
            Sign::AtLeast => ">=",
        }
    }

    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Sign::Equal => left == right,
            Sign::Unequal => left != right,
            Sign::Less => left < right,
            Sign::AtMost => left <= right,
            Sign::More => left > right,
            Sign::AtLeast => left >= right,
        }
    }
}

impl Operator {
    pub fn text(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
            Operator::And => "&",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::Left => "<<",
            Operator::Right => ">>",
        }
    }
}
