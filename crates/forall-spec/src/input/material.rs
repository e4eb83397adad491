//! Bytes that others make values of.

use super::collections::sequence;
use super::{Itself, MakeInput, Passing};
use crate::source::Source;
use forall_protocol::inputs::InputKind;
use forall_protocol::value::Shape;

/// As many bytes as are drawn, told as a reference to them.
pub fn material(source: &mut Source<'_>) -> Vec<u8> {
    Passing::Reference.enclose(source, |source| {
        let bytes: Vec<Byte> = sequence(source, Shape::Slice);
        bytes.into_iter().map(|Byte(byte)| byte).collect()
    })
}

struct Byte(u8);

impl MakeInput<Itself> for Byte {
    fn make(source: &mut Source<'_>) -> Byte {
        Byte(source.leaf_as(InputKind::Byte, InputKind::U8).read())
    }
}
