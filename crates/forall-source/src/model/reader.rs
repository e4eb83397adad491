//! Reads the typed tree that rustc prints, line by line, one body after the other.
//!
//! The text is indented by four spaces a level, and that is what is relied on: an expression is what stands between `Expr {` and the `}` below it, its
//! fields stand one level deeper, those of its kind three. What is not known is stepped over; what must be there and is not is an error with its line.

use super::body::Body;
use super::builder::Builder;
use super::cursor::Cursor;
use super::definition::Definition;
use super::frame::{Frame, What};
use std::io::BufRead;

/// The text is not what this version of forall can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// From 1.
    pub line: usize,
    pub expected: &'static str,
    /// What is there instead, shortened.
    pub found: String,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Unreadable { line, expected, found } = self;
        write!(f, "line {line} of the typed tree: expected {expected}, found `{found}`")
    }
}

impl std::error::Error for Unreadable {}

/// Why there is no model.
#[derive(Debug)]
pub enum Failure {
    Read(std::io::Error),
    Text(Unreadable),
    /// Who takes the bodies cannot go on.
    Taken(std::io::Error),
}

/// Hands over each body of the text. Keeps no more than one.
pub fn read(
    mut text: impl BufRead,
    mut take: impl FnMut(Body) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut reader = Reader::default();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let is_at_end = text.read_until(b'\n', &mut buffer).map_err(Failure::Read)? == 0;
        reader.line += 1;
        let line = String::from_utf8_lossy(&buffer);
        let read = if is_at_end { reader.end().map(|()| None) } else { reader.next(&line) };
        match read {
            Ok(Some(body)) => take(body).map_err(Failure::Taken)?,
            Ok(None) if is_at_end => return Ok(()),
            Ok(None) => {}
            Err(expected) => {
                let found = if is_at_end { "the end" } else { &line };
                return Err(Failure::Text(reader.unreadable(expected, found)));
            }
        }
    }
}

/// What must be there.
type Expected = &'static str;

#[derive(Default)]
struct Reader {
    line: usize,
    /// The body that is being read; none before the first and between two.
    builder: Option<Builder>,
    open: Vec<Frame>,
}

impl Reader {
    fn unreadable(&self, expected: Expected, found: &str) -> Unreadable {
        let found: String = found.trim().chars().take(80).collect();
        Unreadable { line: self.line, expected, found }
    }

    /// One more line; a body, if it is the last of one.
    fn next(&mut self, line: &str) -> Result<Option<Body>, Expected> {
        let indented = line.trim_end();
        let text = indented.trim_start_matches(' ');
        if text.is_empty() {
            return Ok(None);
        }
        let depth = (indented.len() - text.len()) / 4;
        let Some(frame) = self.open.last_mut() else {
            return self.outside(depth, text).map(|()| None);
        };
        if depth < frame.depth || (depth == frame.depth && text != "}") {
            return Err("`}` at the end of what is open");
        }
        if depth == frame.depth {
            return self.close();
        }
        match What::of(text) {
            Some(what) => self.open.push(Frame::new(what, depth)),
            None => frame.line(depth - frame.depth, text)?,
        }
        Ok(None)
    }

    /// A line that is in no expression and no parameter.
    fn outside(&mut self, depth: usize, text: &str) -> Result<(), Expected> {
        match (depth, What::of(text)) {
            (1, Some(what @ (What::Expression | What::Parameter))) if self.builder.is_some() => {
                self.open.push(Frame::new(what, depth));
                Ok(())
            }
            (0, None) if self.builder.is_some() && ["params: [", "]", "body:"].contains(&text) => Ok(()),
            (0, None) if self.builder.is_none() => {
                let mut cursor = Cursor(text);
                let definition = Definition::parse(&mut cursor).filter(|_| cursor.0 == ":");
                self.builder = Some(Builder::new(definition.ok_or("the name of a body")?));
                Ok(())
            }
            _ => Err("the rest of a body"),
        }
    }

    fn end(&self) -> Result<(), Expected> {
        match self.open.is_empty() && self.builder.is_none() {
            true => Ok(()),
            false => Err("the rest of a body"),
        }
    }

    /// The innermost ends here.
    fn close(&mut self) -> Result<Option<Body>, Expected> {
        let (Some(frame), Some(builder)) = (self.open.pop(), &mut self.builder) else {
            return Err("something open");
        };
        let is_expression = frame.what == What::Expression;
        let done = builder.finish(frame)?;
        if let Some(parent) = self.open.last_mut() {
            let label = parent.label.clone();
            parent.children.extend(done.into_iter().map(|child| (label.clone(), child)));
            return Ok(None);
        }
        let whole = if is_expression { self.builder.take() } else { None };
        whole.map(|builder| builder.body(done)).transpose()
    }
}
