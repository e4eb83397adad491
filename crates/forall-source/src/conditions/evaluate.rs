//! What a condition comes to when its names are those of the test's parameters.

use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Built, Form, Shape, Value};
use std::collections::HashMap;
use syn::visit::{Visit, visit_expr};
use syn::{BinOp, Expr, ExprMethodCall, Lit, Member, UnOp};

/// The arguments of a case, by the names of their parameters.
#[derive(Clone, Debug, Default)]
pub struct Arguments(HashMap<String, Value>);

impl Arguments {
    pub fn of(parameters: &[String], values: &[Value]) -> Arguments {
        Arguments(parameters.iter().cloned().zip(values.iter().cloned()).collect())
    }

    /// Does the condition name one of them?
    pub fn are_named_in(&self, condition: &Expr) -> bool {
        struct Names<'a>(&'a Arguments, bool);

        impl<'ast> Visit<'ast> for Names<'_> {
            fn visit_expr(&mut self, node: &'ast Expr) {
                self.1 |= self.0.value(node).is_some();
                visit_expr(self, node);
            }
        }

        let mut names = Names(self, false);
        names.visit_expr(condition);
        names.1
    }

    /// An argument, or a field of one.
    fn value(&self, expression: &Expr) -> Option<&Value> {
        match expression {
            Expr::Path(path) => self.0.get(path.path.get_ident()?.to_string().trim_start_matches("r#")),
            Expr::Field(field) => {
                let Value::Built(built) = inner(self.value(&field.base)?) else { return None };
                let Member::Named(name) = &field.member else { return None };
                built.parts.iter().find(|(part, _)| name == part).map(|(_, value)| value)
            }
            _ => None,
        }
    }
}

/// `None` when it is about anything but arguments of which it can be told.
pub fn holds(condition: &Expr, arguments: &Arguments) -> Option<bool> {
    match condition {
        Expr::Binary(binary) => {
            let (left, right) = (number(&binary.left, arguments)?, number(&binary.right, arguments)?);
            match binary.op {
                BinOp::Gt(_) => Some(left > right),
                BinOp::Ge(_) => Some(left >= right),
                BinOp::Lt(_) => Some(left < right),
                BinOp::Le(_) => Some(left <= right),
                BinOp::Eq(_) => Some(left == right),
                BinOp::Ne(_) => Some(left != right),
                _ => None,
            }
        }
        Expr::MethodCall(call) if call.method == "is_multiple_of" => {
            let divisor = number(call.args.first()?, arguments)?;
            Some(number(&call.receiver, arguments)?.checked_rem(divisor)? == 0)
        }
        Expr::MethodCall(call) if call.method == "is_empty" => Some(length_of(call, arguments)? == 0),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => Some(!holds(&unary.expr, arguments)?),
        Expr::Paren(inner) => holds(&inner.expr, arguments),
        _ => match inner(arguments.value(condition)?) {
            Value::Leaf { kind: InputKind::Bool, bits } => Some(*bits == 1),
            _ => None,
        },
    }
}

fn number(expression: &Expr, arguments: &Arguments) -> Option<i128> {
    match expression {
        Expr::Path(path) => match arguments.value(expression) {
            Some(value) => integer(inner(value)),
            None => limit(path),
        },
        Expr::Field(_) => integer(inner(arguments.value(expression)?)),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            Lit::Char(character) => Some(u32::from(character.value()).into()),
            Lit::Byte(byte) => Some(byte.value().into()),
            _ => None,
        },
        Expr::Paren(inner) => number(&inner.expr, arguments),
        Expr::Unary(unary) => match unary.op {
            UnOp::Neg(_) => number(&unary.expr, arguments)?.checked_neg(),
            UnOp::Deref(_) => number(&unary.expr, arguments),
            _ => None,
        },
        Expr::MethodCall(call) if call.method == "len" => length_of(call, arguments)?.try_into().ok(),
        Expr::Binary(binary) => {
            let (left, right) = (number(&binary.left, arguments)?, number(&binary.right, arguments)?);
            match binary.op {
                BinOp::Add(_) => left.checked_add(right),
                BinOp::Sub(_) => left.checked_sub(right),
                BinOp::Mul(_) => left.checked_mul(right),
                BinOp::Div(_) => left.checked_div(right),
                BinOp::Rem(_) => left.checked_rem(right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `i64::MAX`.
fn limit(path: &syn::ExprPath) -> Option<i128> {
    let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let [ty, name] = segments.as_slice() else { return None };
    let kind = InputKind::ALL.into_iter().find(|kind| kind.rust_name() == ty)?;
    if matches!(kind, InputKind::Bool | InputKind::Char | InputKind::F32 | InputKind::F64) {
        return None;
    }
    let bits = if kind.is_signed() { kind.width() - 1 } else { kind.width() };
    let max = i128::try_from(u128::MAX >> (128 - bits)).ok()?;
    match name.as_str() {
        "MAX" => Some(max),
        "MIN" if kind.is_signed() => Some(-max - 1),
        "MIN" => Some(0),
        _ => None,
    }
}

/// What is lent or boxed.
fn inner(value: &Value) -> &Value {
    match value {
        Value::Node { shape: Shape::Reference | Shape::MutableReference | Shape::Box, parts } => {
            parts.first().map_or(value, inner)
        }
        Value::Built(Built { form: Form::Shared | Form::Alternative, parts, .. }) => {
            parts.first().map_or(value, |(_, first)| inner(first))
        }
        _ => value,
    }
}

/// Also of a character.
fn integer(value: &Value) -> Option<i128> {
    let Value::Leaf { kind, bits } = value else { return None };
    let unused = 128 - kind.width();
    match kind {
        InputKind::Bool | InputKind::F32 | InputKind::F64 => None,
        kind if kind.is_signed() => Some((*bits << unused).cast_signed() >> unused),
        _ => i128::try_from(*bits).ok(),
    }
}

/// Of the argument whose method is called.
fn length_of(call: &ExprMethodCall, arguments: &Arguments) -> Option<usize> {
    let Value::Node { shape, parts } = inner(arguments.value(&call.receiver)?) else { return None };
    match shape {
        Shape::Vec
        | Shape::Slice
        | Shape::Array
        | Shape::VecDeque
        | Shape::BTreeSet
        | Shape::HashSet
        | Shape::BTreeMap
        | Shape::HashMap => Some(parts.len()),
        Shape::String | Shape::Str => {
            let bytes = |part: &Value| match part {
                Value::Leaf { bits, .. } => char::from_u32(u32::try_from(*bits).ok()?).map(char::len_utf8),
                _ => None,
            };
            parts.iter().map(bytes).sum()
        }
        _ => None,
    }
}

#[cfg(test)]
pub fn numbers(numbers: &[(&str, i64)]) -> Arguments {
    let number = |(name, value): &(&str, i64)| {
        let bits = u128::from(value.cast_unsigned());
        (String::from(*name), Value::Leaf { kind: InputKind::I64, bits })
    };
    Arguments(numbers.iter().map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::value::{Built, Form, Reach};

    #[test]
    fn comparisons_of_known_numbers_are_decided() {
        let mut arguments = numbers(&[("a", 7), ("b", -2)]);
        let character = |c| Value::Leaf { kind: InputKind::Char, bits: u32::from(c).into() };
        let text = Value::Node { shape: Shape::Str, parts: vec![character('é'), character('a')] };
        let text = Value::Node { shape: Shape::Reference, parts: vec![text] };
        arguments.0.extend([("text".into(), text), ("letter".into(), character('x'))]);
        arguments.0.insert("type".into(), Value::Leaf { kind: InputKind::Bool, bits: 1 });
        let seven = Value::Leaf { kind: InputKind::U8, bits: 7 };
        let parcel = Built {
            form: Form::Braces,
            reach: Reach::Everywhere,
            path: "krate::Parcel".into(),
            item: String::new(),
            parts: vec![("weight".into(), seven)],
        };
        arguments.0.insert("parcel".into(), Value::Built(parcel));
        let check = |condition: &str, expected: Option<bool>| {
            assert_eq!(holds(&syn::parse_str(condition).unwrap(), &arguments), expected, "{condition}");
        };
        check("parcel.weight > 7", Some(false));
        check("parcel.height > 7", None);
        check("text.len() == 3", Some(true));
        check("!text.is_empty()", Some(true));
        check("letter == 'y'", Some(false));
        check("r#type", Some(true));
        check("a < i8::MAX", Some(true));
        check("b < u64::MIN", Some(true));
        let names = |condition: &str| arguments.are_named_in(&syn::parse_str(condition).unwrap());
        assert!(names("f(a) > 1") && names("text.x.y") && !names("c.a > LIMIT"));
        check("a > b", Some(true));
        check("a + b * 2 == 4", Some(false));
        check("a % 2 != 1", Some(false));
        check("a.is_multiple_of(7)", Some(true));
        check("a.is_multiple_of(0)", None);
        check("a > c", None);
        check("a as u8 > 1", None);
    }
}
