//! Expressions of numbers.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Expression {
    Number(i32),
    Negative(Box<Expression>),
    Sum(Box<Expression>, Box<Expression>),
    Quotient(Box<Expression>, Box<Expression>),
}

use Expression::*;

impl Expression {
    /// The value, if it has one.
    pub fn checked(&self) -> Option<i32> {
        match self {
            Number(n) => Some(*n),
            Negative(e) => e.checked()?.checked_neg(),
            Sum(a, b) => a.checked()?.checked_add(b.checked()?),
            Quotient(a, b) => a.checked()?.checked_div(b.checked()?),
        }
    }

    /// The value, for those who are sure.
    pub fn value(&self) -> i32 {
        match self {
            Number(n) => *n,
            Negative(e) => -e.value(),
            Sum(a, b) => a.value() + b.value(),
            Quotient(a, b) => a.value() / b.value(),
        }
    }

    /// Without what changes nothing.
    pub fn simplified(self) -> Expression {
        match self {
            Negative(e) => match e.simplified() {
                Negative(inner) => *inner,
                other => Negative(Box::new(other)),
            },
            Sum(a, b) => match (a.simplified(), b.simplified()) {
                (Number(0), e) | (e, Number(0)) => e,
                (a, b) => Sum(Box::new(a), Box::new(b)),
            },
            Quotient(a, b) => match (a.simplified(), b.simplified()) {
                (e, Number(1)) => e,
                (a, b) if a == b => Number(1),
                (a, b) => Quotient(Box::new(a), Box::new(b)),
            },
            number => number,
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number(n) => write!(f, "{n}"),
            Negative(e) => write!(f, "-{e}"),
            Sum(a, b) => write!(f, "({a} + {b})"),
            Quotient(a, b) => write!(f, "({a} / {b})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall(max_depth = 3)]
    fn checked_values_are_values(e: Expression) {
        if let Some(value) = e.checked() {
            assert_eq!(e.value(), value);
        }
    }

    #[forall(max_depth = 3)]
    fn everything_has_a_value(e: Expression) {
        e.value();
    }

    /// Simplifying does not change the value.
    #[forall(max_depth = 3)]
    fn simpler_expressions_have_the_same_value(e: Expression) {
        if let Some(value) = e.checked() {
            assert_eq!(e.simplified().checked(), Some(value));
        }
    }

    /// And does not give a value to what has none.
    #[forall(max_depth = 3)]
    fn simpler_expressions_have_no_other_value(e: Expression) {
        assert_eq!(e.clone().simplified().checked(), e.checked());
    }

    #[forall(max_depth = 3)]
    fn brackets_are_balanced(e: Expression) {
        let text = e.to_string();
        assert_eq!(text.matches('(').count(), text.matches(')').count());
    }
}
