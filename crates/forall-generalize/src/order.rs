//! How values that are no integers are ordered in a closed test. It is asked where a test expects a panic: what refuses values often compares them.

use crate::parameter::Parameter;
use crate::relation::{Relation, RelationKind};
use std::cmp::Ordering;
use syn::{Expr, ExprUnary, Lit, UnOp};

/// Of each two floats, texts or characters of one type which one was less.
pub fn orders(parameters: &[Parameter]) -> Vec<Relation> {
    let mut all = Vec::new();
    for (number, one) in parameters.iter().enumerate() {
        for (other_number, other) in parameters.iter().enumerate().skip(number + 1) {
            let is_compared = one.ty == other.ty && one.is_even() && other.is_even();
            let of = match compared(&one.original, &other.original).filter(|_| is_compared) {
                Some(Ordering::Less) => (number, other_number),
                Some(Ordering::Greater) => (other_number, number),
                _ => continue,
            };
            all.push(Relation { kind: RelationKind::Less, of });
        }
    }
    all
}

enum Ordered {
    Number(f64),
    Text(String),
}

fn compared(one: &str, other: &str) -> Option<Ordering> {
    match (ordered(one)?, ordered(other)?) {
        (Ordered::Number(one), Ordered::Number(other)) => one.partial_cmp(&other),
        (Ordered::Text(one), Ordered::Text(other)) => Some(one.cmp(&other)),
        _ => None,
    }
}

fn ordered(text: &str) -> Option<Ordered> {
    match syn::parse_str(text).ok()? {
        Expr::Lit(literal) => match literal.lit {
            Lit::Float(float) => float.base10_parse().ok().map(Ordered::Number),
            Lit::Str(text) => Some(Ordered::Text(text.value())),
            Lit::Char(character) => Some(Ordered::Text(character.value().into())),
            _ => None,
        },
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match *expr {
            Expr::Lit(syn::ExprLit { lit: Lit::Float(float), .. }) => {
                float.base10_parse::<f64>().ok().map(|number| Ordered::Number(-number))
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_and_texts_are_compared_as_they_are_in_rust() {
        assert_eq!(compared("-1.5", "0.75"), Some(Ordering::Less));
        assert_eq!(compared("\"bob\"", "\"adam\""), Some(Ordering::Greater));
        assert_eq!(compared("'a'", "'a'"), Some(Ordering::Equal));
        assert_eq!(compared("\"1\"", "1.0"), None);
        assert_eq!(compared("f64::NAN", "1.0"), None);
    }
}
