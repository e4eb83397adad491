//! Texts of a regular language.

use super::MakeInput;
use crate::__private::discard;
use crate::source::Source;
use forall_protocol::value::Shape;

/// A state of the automaton of a pattern: where to go with which characters, from the first to the last.
pub struct PatternState {
    pub accepts: bool,
    pub edges: &'static [(usize, &'static [(u32, u32)])],
}

/// What can be drawn by a pattern.
#[diagnostic::on_unimplemented(
    message = "`matches` is for texts, and this is a `{Self}`",
    label = "not a `String`",
    note = "make it a `String`, or let a function make it of one: `#[forall(with = function)]`"
)]
pub trait Text: Sized {
    fn matching(source: &mut Source<'_>, states: &'static [PatternState]) -> Self;
}

impl Text for String {
    /// The automaton runs along with the characters: which characters take the same way is one decision.
    fn matching(source: &mut Source<'_>, states: &'static [PatternState]) -> String {
        source.whole(Shape::String, |source| {
            let length = source.part("len").count();
            let (mut text, mut state, mut index) = (String::new(), &states[0], 0);
            while text.len() < length || !source.is_exact() && !state.accepts {
                if !source.is_exact() && state.edges.is_empty() {
                    break;
                }
                let drawn = char::make(&mut source.element(index));
                let (c, next) = match step(state, drawn) {
                    Some(next) => (drawn, next),
                    None if source.is_exact() => discard(),
                    // One that fits, then.
                    None => match state.edges.first() {
                        Some((next, ranges)) => {
                            let c = char::from_u32(ranges[0].0).unwrap_or(drawn);
                            source.element(index).instead(c.into());
                            (c, *next)
                        }
                        None => break,
                    },
                };
                text.push(c);
                state = &states[next];
                index += 1;
            }
            if source.is_exact() && (text.len() != length || !state.accepts) {
                discard();
            }
            if !source.is_exact() {
                source.part("len").instead(text.len() as u128);
            }
            text.shrink_to_fit();
            text
        })
    }
}

fn step(state: &PatternState, c: char) -> Option<usize> {
    let c = u32::from(c);
    for (next, ranges) in state.edges {
        let mut among = false;
        for (low, high) in *ranges {
            among |= (*low <= c) & (c <= *high);
        }
        if among {
            return Some(*next);
        }
    }
    None
}
