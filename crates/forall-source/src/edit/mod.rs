//! Changes to a file that leave every other byte as it is.
//!
//! An [`Edit`] is about bytes. [`Source`] finds the bytes for a place that the compiler or the parser names, and makes edits that look as
//! if they had always been there: with the file's line ends, and indented as their neighbours are.

mod indent;
mod source;

pub use indent::{dedented, indented};
pub use source::{Source, Spacing};

use std::fmt;
use std::ops::Range;

/// Puts a text in the place of some bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

impl Edit {
    pub fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit::replace(at..at, text)
    }

    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { range, text: text.into() }
    }

    pub fn delete(range: Range<usize>) -> Edit {
        Edit::replace(range, "")
    }
}

/// Why edits cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The bytes are not in the text, or begin or end within a character.
    Outside(Range<usize>),
    /// Both change the same bytes, or one inserts within what the other replaces.
    Overlap(Range<usize>, Range<usize>),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Outside(range) => {
                write!(f, "bytes {} to {} are no part of the text", range.start, range.end)
            }
            Refusal::Overlap(first, second) => write!(
                f,
                "bytes {} to {} and {} to {} are changed in two ways",
                first.start, first.end, second.start, second.end
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// The text after all edits. Those that insert at one position do so in the order in which they are given, and what is inserted where
/// something else is replaced stands before it if it is inserted at its start, and behind it if at its end.
pub fn apply<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Result<String, Refusal> {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let mut result = String::with_capacity(text.len());
    let mut last: Range<usize> = 0..0;
    for Edit { range, text: new } in edits {
        if range.start > range.end || text.get(range.clone()).is_none() {
            return Err(Refusal::Outside(range.clone()));
        }
        if range.start < last.end {
            return Err(Refusal::Overlap(last, range.clone()));
        }
        result.push_str(&text[last.end..range.start]);
        result.push_str(new);
        last = range.clone();
    }
    result.push_str(&text[last.end..]);
    Ok(result)
}

#[cfg(test)]
mod tests;
