//! References to what nobody owns.

use super::{expression, literal, reference};
use crate::code::Code;
use crate::paths::Paths;
use crate::scalar::{Notation, Scalar};
use forall_protocol::value::{Shape, Value};

/// What a `Cow` borrows is lent for ever, as its type may demand. Literals are; what the case has to make is
/// leaked.
pub fn lent(cow: Shape, value: &Value, paths: &Paths) -> Option<Code> {
    let leaked = || Some(Code::list("Box::leak(Box::new(", vec![expression(value, paths)?], "))"));
    match (cow, value) {
        (Shape::CowSlice, Value::Node { shape: Shape::String, parts }) => literal(parts),
        (Shape::CowSlice, Value::Node { shape: Shape::Vec, parts }) if parts.iter().all(is_constant) => {
            reference(&Value::Node { shape: Shape::Slice, parts: parts.clone() }, "&", paths)
        }
        (Shape::CowSlice, _) => Some(expression(value, paths)?.followed(".leak()")),
        (Shape::CowBorrowed, _) if is_constant(value) => reference(value, "&", paths),
        (Shape::CowBorrowed, _) => leaked(),
        _ => Some(Code::list("std::borrow::Borrow::borrow(", vec![leaked()?], ")")),
    }
}

/// A reference that lives as long as the program.
pub fn leaked(value: &Value, paths: &Paths) -> Option<Code> {
    match value {
        Value::Node { shape: Shape::Str, .. } => expression(value, paths),
        Value::Node { shape: Shape::Slice, parts } if !parts.iter().all(is_constant) => {
            let vector = Value::Node { shape: Shape::Vec, parts: parts.clone() };
            Some(expression(&vector, paths)?.prefixed("&*").followed(".leak()"))
        }
        Value::Node { shape: Shape::Slice, .. } => reference(value, "&", paths),
        value if is_constant(value) => reference(value, "&", paths),
        _ => Some(Code::list("&*Box::leak(Box::new(", vec![expression(value, paths)?], "))")),
    }
}

/// Is a reference to it one to a constant of the program?
fn is_constant(value: &Value) -> bool {
    let Value::Leaf { kind, bits } = value else { return false };
    !matches!(Scalar::new(*kind, *bits).map(Scalar::notation), None | Some(Notation::Bits { .. }))
}
