//! Texts.

use super::{Input, Itself, MakeInput};
use crate::__private::discard;
use crate::source::Source;
use forall_protocol::value::Shape;

impl Input for String {
    type By = Itself;
}

impl MakeInput<Itself> for String {
    fn make(source: &mut Source<'_>) -> String {
        text(source, Shape::String)
    }
}

/// Characters until their bytes fill the length. It is the number of bytes that is drawn and not that of characters: of one to four
/// bytes each, there are 4⁸ ways to lay out eight characters, and 108 to fill eight bytes.
pub(super) fn text(source: &mut Source<'_>, shape: Shape) -> String {
    source.whole(shape, |source| {
        let length = source.part("len").count();
        let mut text = String::new();
        let mut index = 0;
        while text.len() < length {
            let mut element = source.element(index);
            let c = char::make(&mut element);
            // A character that is too long is none of the ways to fill what is left; asking that first is one decision.
            if element.is_exact() && u32::from(c) > longest(length, text.len()) {
                discard();
            }
            text.push(c);
            index += 1;
        }
        if !source.is_exact() {
            source.part("len").instead(text.len() as u128);
        }
        // As that of `String::from("…")`.
        text.shrink_to_fit();
        text
    })
}

/// The last of the characters for which there is room.
fn longest(length: usize, filled: usize) -> u32 {
    if length <= filled + 1 {
        0x7F
    } else if length <= filled + 2 {
        0x7FF
    } else if length <= filled + 3 {
        0xFFFF
    } else {
        u32::from(char::MAX)
    }
}
