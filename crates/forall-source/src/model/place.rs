//! Places in the source: `src/lib.rs:6:38: 6:70 (#4)`.

use super::cursor::Cursor;
use serde::{Deserialize, Serialize};

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl From<proc_macro2::LineColumn> for Position {
    fn from(place: proc_macro2::LineColumn) -> Position {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: number(place.line), column: number(place.column).saturating_add(1) }
    }
}

/// From one position up to, but not including, another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

impl Range {
    pub fn of(span: proc_macro2::Span) -> Range {
        Range { start: span.start().into(), end: span.end().into() }
    }

    pub fn contains(&self, other: Range) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "[u32; 6]", from = "[u32; 6]")]
pub struct Place {
    /// The number of the file in its body.
    pub file: u32,
    pub range: Range,
    /// The number of the macro call that it is made by; 0 if it is as written.
    pub expansion: u32,
}

impl From<Place> for [u32; 6] {
    fn from(Place { file, range: Range { start, end }, expansion }: Place) -> [u32; 6] {
        [file, start.line, start.column, end.line, end.column, expansion]
    }
}

impl From<[u32; 6]> for Place {
    fn from([file, line, column, end_line, end_column, expansion]: [u32; 6]) -> Place {
        let range =
            Range { start: Position { line, column }, end: Position { line: end_line, column: end_column } };
        Place { file, range, expansion }
    }
}

/// A file, a range in it, and the number of the macro call that made it. Nowhere is a file without a name.
pub fn parse(text: &str) -> Option<(&str, Range, u32)> {
    let (place, expansion) = text.strip_suffix(')')?.rsplit_once(" (#")?;
    let expansion = expansion.parse().ok()?;
    let nowhere = Position { line: 0, column: 0 };
    if place == "no-location" {
        return Some(("", Range { start: nowhere, end: nowhere }, expansion));
    }
    // A name may hold colons.
    let (start, end) = place.rsplit_once(": ")?;
    let (start, column) = start.rsplit_once(':')?;
    let (file, line) = start.rsplit_once(':')?;
    let start = Position { line: line.parse().ok()?, column: column.parse().ok()? };
    let mut cursor = Cursor(end);
    let line = cursor.number()?;
    cursor.expect(":")?;
    let end = Position { line, column: cursor.number()? };
    cursor.is_at_end().then_some((file, Range { start, end }, expansion))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_whatever_the_name_of_the_file() {
        let range = |line, column, end_line, end_column| Range {
            start: Position { line, column },
            end: Position { line: end_line, column: end_column },
        };
        assert_eq!(parse("src/lib.rs:6:38: 7:70 (#4)"), Some(("src/lib.rs", range(6, 38, 7, 70), 4)));
        assert_eq!(parse("a b: (#1).rs:1:2: 1:3 (#0)"), Some(("a b: (#1).rs", range(1, 2, 1, 3), 0)));
        assert_eq!(parse("no-location (#20)"), Some(("", range(0, 0, 0, 0), 20)));
        for wrong in
            ["", "lib.rs", "lib.rs:1:2 (#0)", "lib.rs:1:2: 3 (#0)", "lib.rs:1:x: 1:3 (#0)", "lib.rs:1:2: 1:3"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn positions_of_syn_are_those_of_the_compiler() {
        let expression: syn::ExprCall = syn::parse_str("é(1)").unwrap();
        let range = Range::of(syn::spanned::Spanned::span(&expression.args));
        assert_eq!(range.start, Position { line: 1, column: 3 });
        assert!(range.contains(range));
    }
}
