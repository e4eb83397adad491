//! Values for tests.

use super::*;
use forall_protocol::value::Reach;

pub fn leaf(kind: InputKind, value: i128) -> Value {
    Value::Leaf { kind, bits: value.cast_unsigned() }
}

pub fn int(value: i128) -> Value {
    leaf(InputKind::I32, value)
}

pub fn node(shape: Shape, parts: Vec<Value>) -> Value {
    Value::Node { shape, parts }
}

pub fn ints(shape: Shape, values: &[i128]) -> Value {
    node(shape, values.iter().map(|value| int(*value)).collect())
}

pub fn text(shape: Shape, text: &str) -> Value {
    node(shape, text.chars().map(|c| leaf(InputKind::Char, u32::from(c).into())).collect())
}

pub fn built(form: Form, path: &str, item: &str, parts: &[(&str, Value)]) -> Value {
    let parts = parts.iter().map(|(name, value)| (String::from(*name), value.clone())).collect();
    Value::Built(Built { form, reach: Reach::Everywhere, path: path.into(), item: item.into(), parts })
}

pub fn pair(a: Value, b: Value) -> Value {
    node(Shape::Tuple, vec![a, b])
}
