//! Bytes that stand for characters: `b'x'`, `b"ab"`. A number says nothing of what it is meant to be, so they
//! are written like this only where the tested code writes them so.

use crate::paths::Paths;
use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Shape, Value};

/// `b'x'`, if the code knows it by this name.
pub fn character(value: &Value, paths: &Paths) -> Option<String> {
    let byte = byte(value).filter(|byte| is_text(*byte) && paths.characters.contains(byte))?;
    let written = match byte {
        b'"' => "\"".into(),
        _ => byte.escape_ascii().to_string(),
    };
    Some(format!("b'{written}'"))
}

/// `*b"ab"`, or `b"ab"` of a slice: of bytes that are all text, with one of them known to the code.
pub fn text(shape: Shape, parts: &[Value], paths: &Paths) -> Option<String> {
    let bytes = parts.iter().map(byte).collect::<Option<Vec<u8>>>()?;
    if !bytes.iter().all(|byte| is_text(*byte)) || !bytes.iter().any(|byte| paths.characters.contains(byte)) {
        return None;
    }
    let written = bytes.escape_ascii().to_string().replace("\\'", "'");
    match shape {
        Shape::Vec => Some(format!("b\"{written}\".to_vec()")),
        Shape::Array | Shape::Slice => Some(format!("*b\"{written}\"")),
        _ => None,
    }
}

fn byte(value: &Value) -> Option<u8> {
    match value {
        Value::Leaf { kind: InputKind::U8, bits } => Some(*bits as u8),
        _ => None,
    }
}

fn is_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || [b' ', b'\n', b'\t', b'\r'].contains(&byte)
}

#[cfg(test)]
mod tests {
    use crate::TestTarget;
    use crate::expression::samples::{leaf, node};
    use crate::written;
    use forall_protocol::inputs::InputKind;
    use forall_protocol::value::{Shape, Value};

    #[track_caller]
    fn check(value: &Value, expected: &str) {
        let target = TestTarget { characters: b"{'\n\"x".to_vec(), ..TestTarget::sample("put") };
        assert_eq!(written(&target, value), expected);
    }

    fn bytes(shape: Shape, bytes: &[u8]) -> Value {
        node(shape, bytes.iter().map(|byte| leaf(InputKind::U8, (*byte).into())).collect())
    }

    #[test]
    fn what_the_code_knows_as_a_character_is_one() {
        check(&leaf(InputKind::U8, b'{'.into()), "b'{'");
        check(&leaf(InputKind::U8, b'\''.into()), r"b'\''");
        check(&leaf(InputKind::U8, b'"'.into()), "b'\"'");
        check(&leaf(InputKind::U8, b'\n'.into()), r"b'\n'");
        check(&leaf(InputKind::U8, b'a'.into()), "97");
        check(&leaf(InputKind::I8, b'x'.into()), "120");
    }

    #[test]
    fn bytes_that_are_text_are_written_as_text() {
        check(&bytes(Shape::Vec, b"{a'\"\n"), r#"b"{a'\"\n".to_vec()"#);
        check(&node(Shape::Reference, vec![bytes(Shape::Slice, b"xy")]), "b\"xy\"");
        check(&node(Shape::MutableReference, vec![bytes(Shape::Slice, b"xy")]), "&mut [b'x', 121]");
        check(&bytes(Shape::Array, b"xy"), "*b\"xy\"");
        check(&bytes(Shape::Vec, b"ab"), "vec![97, 98]");
        check(&bytes(Shape::Vec, b"x\0"), "vec![b'x', 0]");
        check(&bytes(Shape::Vec, b""), "vec![]");
    }
}
