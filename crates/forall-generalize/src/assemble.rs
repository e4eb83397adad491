//! Drafts in the file of their closed test, and the way back from its lines.

use crate::draft::Draft;
use std::ops::Range;

/// A file with drafts in it.
#[derive(Clone, Debug)]
pub struct Assembled {
    pub text: String,
    /// For each draft its number, its lines in the text, and by how much they are moved against those of the closed test.
    drafts: Vec<Inserted>,
}

#[derive(Clone, Debug)]
struct Inserted {
    number: usize,
    /// From 1.
    lines: Range<u32>,
    /// The line of the text that is the first of the block.
    first_line: u32,
    /// The first line of the closed test's block in the original.
    original: u32,
}

/// What a line of the assembled text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// This line of the original.
    Original(u32),
    /// Of the draft of this number; the line of the closed test from which it was made.
    Draft(usize, u32),
}

/// Puts drafts behind their closed tests. For each: where the item of its test ends in the original, the line of the original in which the block of the
/// test begins, and the draft.
pub fn assemble(original: &str, drafts: &[(usize, u32, &Draft)]) -> Assembled {
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    order.sort_by_key(|number| drafts[*number].0);
    let mut text = String::with_capacity(original.len());
    let mut inserted = Vec::new();
    let mut done = 0;
    for number in order {
        let (end, block_line, draft) = drafts[number];
        text.push_str(&original[done..end]);
        done = end;
        // On lines of its own, so that no line is of two.
        text.push('\n');
        let start = line_at(&text, text.len());
        text.push_str(&draft.text);
        text.push('\n');
        let end = line_at(&text, text.len());
        let first_line = start + draft.first_line;
        inserted.push(Inserted { number, lines: start..end, first_line, original: block_line });
    }
    text.push_str(&original[done..]);
    Assembled { text, drafts: inserted }
}

fn line_at(text: &str, offset: usize) -> u32 {
    let lines = text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(lines + 1).unwrap_or(u32::MAX)
}

impl Assembled {
    /// What a line of the text is, from 1.
    pub fn line(&self, line: u32) -> Line {
        let mut added = 0;
        for inserted in &self.drafts {
            if inserted.lines.contains(&line) {
                let offset = line.saturating_sub(inserted.first_line);
                return Line::Draft(inserted.number, inserted.original + offset);
            }
            if inserted.lines.start <= line {
                // One more for the line break before it.
                added += inserted.lines.end - inserted.lines.start + 1;
            }
        }
        Line::Original(line - added)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lead_back_to_the_original() {
        let original = "#[test]\nfn a() {\n    one();\n}\nfn b() {\n}\n";
        let draft = |name: &str| Draft {
            name: name.to_owned(),
            text: format!("#[forall]\nfn {name}(x: u8) {{\n    one(x);\n}}"),
            first_line: 1,
        };
        let (first, second, third) = (draft("a1"), draft("a2"), draft("b1"));
        let end_of_a = original.find("}\nfn b").unwrap() + 1;
        let end_of_b = original.trim_end().len();
        let assembled =
            assemble(original, &[(end_of_b, 5, &third), (end_of_a, 2, &first), (end_of_a, 2, &second)]);
        let lines: Vec<&str> = assembled.text.lines().collect();
        let at = |text: &str| 1 + lines.iter().position(|line| *line == text).unwrap() as u32;
        assert_eq!(assembled.line(at("    one();")), Line::Original(3));
        assert_eq!(assembled.line(at("fn b() {")), Line::Original(5));
        assert_eq!(assembled.line(at("fn a1(x: u8) {")), Line::Draft(1, 2));
        assert_eq!(assembled.line(at("fn a1(x: u8) {") + 1), Line::Draft(1, 3));
        assert_eq!(assembled.line(at("fn a2(x: u8) {") + 1), Line::Draft(2, 3));
        assert_eq!(assembled.line(at("fn b1(x: u8) {") + 1), Line::Draft(0, 6));
    }
}
