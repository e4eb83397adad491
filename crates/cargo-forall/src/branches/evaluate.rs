//! What a condition comes to when its names are those of the test's parameters.

use std::collections::HashMap;
use syn::{BinOp, Expr, Lit, UnOp};

/// Numbers by the name of their parameter.
pub type Numbers = HashMap<String, i128>;

/// `None` when it is about anything but numbers that are known.
pub fn holds(condition: &Expr, numbers: &Numbers) -> Option<bool> {
    match condition {
        Expr::Binary(binary) => {
            let (left, right) = (number(&binary.left, numbers)?, number(&binary.right, numbers)?);
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
            let divisor = number(call.args.first()?, numbers)?;
            Some(number(&call.receiver, numbers)?.checked_rem(divisor)? == 0)
        }
        Expr::Paren(inner) => holds(&inner.expr, numbers),
        _ => None,
    }
}

fn number(expression: &Expr, numbers: &Numbers) -> Option<i128> {
    match expression {
        Expr::Path(path) => numbers.get(&path.path.get_ident()?.to_string()).copied(),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Paren(inner) => number(&inner.expr, numbers),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr, numbers)?.checked_neg(),
        Expr::Binary(binary) => {
            let (left, right) = (number(&binary.left, numbers)?, number(&binary.right, numbers)?);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_known_numbers_are_decided() {
        let numbers = Numbers::from([("a".into(), 7), ("b".into(), -2)]);
        let check = |condition: &str, expected: Option<bool>| {
            assert_eq!(holds(&syn::parse_str(condition).unwrap(), &numbers), expected, "{condition}");
        };
        check("a > b", Some(true));
        check("a + b * 2 == 4", Some(false));
        check("a % 2 != 1", Some(false));
        check("a.is_multiple_of(7)", Some(true));
        check("a.is_multiple_of(0)", None);
        check("a > c", None);
        check("a as u8 > 1", None);
    }
}
