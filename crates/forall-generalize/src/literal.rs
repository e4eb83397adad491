//! Which expressions are one constant each: literals, lists of them, and what converts them.

use crate::constant::Value;
use crate::fixed::{is_constant, is_conversion, is_converted};
use forall_source::model;
use syn::{Expr, Lit};

/// The constant that an expression is by itself, if it is one.
pub fn whole(expression: &Expr) -> Option<Value> {
    match expression {
        Expr::Lit(literal) => Some(value(&literal.lit, false)),
        Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
            (syn::UnOp::Neg(_), Expr::Lit(literal)) => Some(value(&literal.lit, true)),
            _ => None,
        },
        Expr::Paren(inner) => whole(&inner.expr),
        Expr::Cast(cast) => whole(&cast.expr).filter(|value| !matches!(value, Value::Sized(_))),
        Expr::Path(path) => is_limit(&path.path).then_some(Value::Other),
        Expr::Array(list) if list.elems.iter().all(is_element) => Some(Value::Sized(list.elems.len())),
        Expr::Reference(reference) if reference.mutability.is_none() => match &*reference.expr {
            Expr::Array(_) => whole(&reference.expr),
            _ => None,
        },
        Expr::Macro(call) if call.mac.path.is_ident("vec") => {
            let elements = model::arguments("vec", &call.mac.tokens);
            let is_list = !call.mac.tokens.to_string().contains(';');
            (is_list && !elements.is_empty() && elements.iter().all(is_element))
                .then_some(Value::Sized(elements.len()))
        }
        Expr::Call(call) => match (&*call.func, call.args.first()) {
            (Expr::Path(path), Some(argument)) if is_conversion(&path.path) && call.args.len() == 1 => {
                whole(argument).filter(|value| matches!(value, Value::Sized(_)))
            }
            _ => None,
        },
        Expr::MethodCall(call) if is_converted(call) => {
            whole(&call.receiver).filter(|value| matches!(value, Value::Sized(_)))
        }
        _ => None,
    }
}

/// May it be an element of a list that is one constant?
fn is_element(expression: &Expr) -> bool {
    is_constant(expression)
        && match expression {
            Expr::Path(path) => path.path.is_ident("None") || is_limit(&path.path),
            Expr::Struct(_) => false,
            Expr::Call(call) => {
                let is_of_rust = match &*call.func {
                    Expr::Path(path) => {
                        ["Some", "Ok", "Err"].iter().any(|name| path.path.is_ident(name))
                            || is_conversion(&path.path)
                    }
                    _ => false,
                };
                is_of_rust && call.args.iter().all(is_element)
            }
            Expr::Tuple(list) => list.elems.iter().all(is_element),
            Expr::Array(list) => list.elems.iter().all(is_element),
            Expr::Reference(inner) => is_element(&inner.expr),
            _ => true,
        }
}

/// `usize::MAX`, `std::f64::INFINITY`
fn is_limit(path: &syn::Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let is_number = |name: &String| {
        let primitive = name.trim_start_matches(['i', 'u', 'f']);
        primitive.len() < name.len() && (primitive == "size" || primitive.parse::<u8>().is_ok())
    };
    let [.., of, name] = &names[..] else { return false };
    is_number(of) && ["MAX", "MIN", "EPSILON", "INFINITY", "NEG_INFINITY"].contains(&name.as_str())
}

fn value(literal: &Lit, negative: bool) -> Value {
    match literal {
        Lit::Int(number) => match number.base10_parse::<i128>() {
            Ok(number) => Value::Integer(if negative { -number } else { number }),
            Err(_) => Value::Other,
        },
        Lit::Str(text) => Value::Sized(text.value().len()),
        Lit::ByteStr(bytes) => Value::Sized(bytes.value().len()),
        _ => Value::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_lists_and_conversions_are_constants() {
        let value = |text: &str| whole(&syn::parse_str(text).unwrap());
        for (text, number) in [("5", 5), ("-5i8", -5), ("5 as u8", 5), ("(7)", 7)] {
            assert_eq!(value(text), Some(Value::Integer(number)), "{text}");
        }
        let sized = [
            "\"ab\"",
            "b\"ab\"",
            "&[1, 2]",
            "[\"a\", \"b\"]",
            "vec![Some(1), None]",
            "String::from(\"ab\")",
            "\"ab\".to_string()",
            "[(1, 'a'), (2, 'b')].to_vec()",
        ];
        for text in sized {
            assert_eq!(value(text), Some(Value::Sized(2)), "{text}");
        }
        for text in ["1.5", "'a'", "true", "usize::MAX", "std::isize::MAX as usize"] {
            assert_eq!(value(text), Some(Value::Other), "{text}");
        }
        for text in ["f(1)", "[x]", "[0; 8]", "Point { x: 1 }", "[Word(1)]", "None", "vec![]", "5.into()"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
