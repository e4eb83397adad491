//! A file's text, and where its lines are.

use super::{Edit, indented};
use crate::model::{Position, Range};
use std::ops;

/// A text in which places can be found.
#[derive(Clone, Debug)]
pub struct Source<'t> {
    text: &'t str,
    /// Where the lines begin.
    lines: Vec<usize>,
}

/// What is between an insertion and its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// The end of a line.
    Tight,
    /// An empty line.
    EmptyLine,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl<'t> Source<'t> {
    pub fn new(text: &'t str) -> Source<'t> {
        // The compiler does not count the mark as a character of the first line.
        let first = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let others = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Source { text, lines: std::iter::once(first).chain(others).collect() }
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Where the file breaks its lines, it does so with this: `\n` or `\r\n`.
    pub fn line_end(&self) -> &'static str {
        match self.text.find('\n') {
            Some(at) if self.text[..at].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }

    /// The byte at a position, which may also be the end of a line.
    pub fn offset(&self, position: Position) -> Option<usize> {
        let line = self.line(position.line as usize)?;
        let column = (position.column as usize).checked_sub(1)?;
        let mut starts = self.text[line.clone()].char_indices().map(|(at, _)| line.start + at);
        // Behind the last character is a position, too.
        starts.by_ref().chain([line.end]).nth(column)
    }

    /// The bytes of a range.
    pub fn bytes(&self, range: Range) -> Option<ops::Range<usize>> {
        let bytes = self.offset(range.start)?..self.offset(range.end)?;
        (bytes.start <= bytes.end).then_some(bytes)
    }

    /// The position of a byte. A byte within a character has that of the character.
    pub fn position(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let within = self.text[self.lines[line - 1]..].char_indices();
        let column = within.take_while(|(at, _)| self.lines[line - 1] + at <= offset).count();
        let behind = usize::from(offset >= self.text.len());
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: number(line), column: number((column + behind).max(1)) }
    }

    /// The bytes of a line, from 1, without its end.
    fn line(&self, line: usize) -> Option<ops::Range<usize>> {
        let start = *self.lines.get(line.checked_sub(1)?)?;
        let end = self.lines.get(line).map_or(self.text.len(), |next| next - 1);
        let text = &self.text[start..end];
        Some(start..start + text.strip_suffix('\r').unwrap_or(text).len())
    }

    fn line_at(&self, offset: usize) -> ops::Range<usize> {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        self.line(line).unwrap_or(0..self.text.len())
    }

    /// The whitespace at the start of the line with this byte.
    pub fn indentation(&self, offset: usize) -> &'t str {
        let line = &self.text[self.line_at(offset)];
        &line[..line.len() - line.trim_start().len()]
    }

    /// Puts a text, broken with the file's line ends, in the place of some bytes.
    pub fn replace(&self, bytes: ops::Range<usize>, text: &str) -> Edit {
        Edit::replace(bytes, self.with_line_ends(text))
    }

    /// Inserts an item, or another text of whole lines that are not indented, before what begins at a byte.
    pub fn before(&self, start: usize, item: &str, spacing: Spacing) -> Edit {
        let indentation = self.indentation(start);
        let item = indented(item.trim_end(), indentation);
        let gap = spacing.gap();
        let line = self.line_at(start);
        if self.text[line.start..start].trim().is_empty() {
            return self.replace(line.start..line.start, &format!("{item}{gap}"));
        }
        let item = item.trim_start();
        self.replace(start..start, &format!("{item}{gap}{indentation}"))
    }

    /// Inserts an item, or another text of whole lines that are not indented, behind what ends at a byte. It is indented as the line is
    /// on which that begins.
    pub fn after(&self, bytes: ops::Range<usize>, item: &str, spacing: Spacing) -> Edit {
        let indentation = self.indentation(bytes.start);
        let item = indented(item.trim_end(), indentation);
        let gap = spacing.gap();
        let line = self.line_at(bytes.end);
        let rest = self.text[bytes.end..line.end.max(bytes.end)].trim();
        if rest.is_empty() || rest.starts_with("//") {
            let end = line.end.max(bytes.end);
            return self.replace(end..end, &format!("{gap}{item}"));
        }
        self.replace(bytes.end..bytes.end, &format!("{gap}{item}{gap}{indentation}"))
    }

    /// Inserts an item as the last one of a block, of which the closing brace stands at this byte. It is indented one `step` further
    /// than the brace's line.
    pub fn at_end_of_block(&self, brace: usize, item: &str, step: &str) -> Edit {
        let outer = self.indentation(brace);
        let item = indented(item.trim_end(), &format!("{outer}{step}"));
        let line = self.line_at(brace);
        if !self.text[line.start..brace].trim().is_empty() {
            return self.replace(brace..brace, &format!("\n{item}\n{outer}"));
        }
        let gap = if self.text[..brace].trim_end().ends_with('{') { "" } else { "\n" };
        self.replace(line.start..line.start, &format!("{gap}{item}\n"))
    }

    /// Inserts an item behind everything else.
    pub fn at_end(&self, item: &str) -> Edit {
        let (item, end) = (item.trim_end(), self.text.len());
        let text = match &self.text[self.lines[0]..] {
            "" => format!("{item}\n"),
            text if !text.ends_with('\n') => format!("\n\n{item}"),
            text if text.ends_with("\n\n") || text.ends_with("\n\r\n") => format!("{item}\n"),
            _ => format!("\n{item}\n"),
        };
        self.replace(end..end, &text)
    }

    /// Takes something out: with its lines, if nothing else stands there, and with one of the empty lines around it, if there are two.
    pub fn remove(&self, bytes: ops::Range<usize>) -> Edit {
        let (first, last) = (self.line_at(bytes.start), self.line_at(bytes.end));
        let alone = self.text[first.start..bytes.start].trim().is_empty()
            && self.text[bytes.end..last.end.max(bytes.end)].trim().is_empty();
        if !alone {
            return Edit::delete(bytes);
        }
        let mut end = self.behind_line(last.end.max(bytes.end));
        let before = self.text[..first.start].lines().next_back().unwrap_or_default().trim();
        let is_first = before.is_empty() || before.ends_with('{');
        let next = self.line_at(end);
        let next_is_empty = end < self.text.len() && self.text[next.clone()].trim().is_empty();
        if is_first && next_is_empty {
            end = self.behind_line(next.end);
        }
        let mut start = first.start;
        let after = self.text[end..].lines().next().unwrap_or_default().trim();
        if before.is_empty() && !next_is_empty && (after.is_empty() || after.starts_with('}')) {
            let above = self.text[..start].trim_end_matches([' ', '\t', '\n', '\r']).len();
            start = if above == 0 { start } else { self.behind_line(above).min(start) };
        }
        Edit::delete(start..end)
    }

    /// Where the line after the one with this byte begins.
    fn behind_line(&self, offset: usize) -> usize {
        self.text[offset..].find('\n').map_or(self.text.len(), |at| offset + at + 1)
    }

    fn with_line_ends(&self, text: &str) -> String {
        let text = text.replace("\r\n", "\n");
        match self.line_end() {
            "\n" => text,
            other => text.replace('\n', other),
        }
    }
}

impl Spacing {
    fn gap(self) -> &'static str {
        match self {
            Spacing::Tight => "\n",
            Spacing::EmptyLine => "\n\n",
        }
    }
}
