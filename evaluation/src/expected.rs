//! What must come out the same on every machine, as text: verdicts, paths, cases, coverage, failures.

use crate::forall::{Exploration, Put};
use anyhow::{Context, Result, ensure};
use forall_report::{Branches, Outcome};
use std::fs;
use std::path::PathBuf;

/// The committed file: a paragraph for every exploration, with what is explored in its first line.
pub struct Expectation {
    pub path: PathBuf,
    /// Whether all was explored that the file speaks of. If not, what is expected of the rest is neither missed nor lost.
    pub all: bool,
}

impl Expectation {
    /// Line by line, and empty when there is none.
    pub fn differences(&self, found: &[Exploration]) -> Result<String> {
        let expected = fs::read_to_string(&self.path).with_context(|| self.path.display().to_string())?;
        let found = found.iter().map(paragraph).collect::<Vec<_>>().join("\n");
        Ok(differences(&expected, &found, self.all))
    }

    /// The same of one exploration in which only the tests were explored whose names begin so.
    pub fn differences_of(&self, exploration: &str, tests: &str, found: &Exploration) -> Result<String> {
        let expected = fs::read_to_string(&self.path).with_context(|| self.path.display().to_string())?;
        let heading = format!("# {exploration}\n");
        let whole = paragraphs(&expected).into_iter().find(|paragraph| paragraph.starts_with(&heading));
        let expected = some_tests(&whole.unwrap_or_default(), tests);
        ensure!(!expected.is_empty(), "nothing is expected of {tests} in {exploration}");
        let found: String = found.puts.iter().map(lines).collect();
        Ok(changes(&(heading.clone() + &expected), &(heading + &found)))
    }

    pub fn renew(&self, found: &[Exploration]) -> Result<()> {
        let mut renewed: Vec<String> = found.iter().map(paragraph).collect();
        if !self.all {
            let expected = fs::read_to_string(&self.path).with_context(|| self.path.display().to_string())?;
            renewed = with(paragraphs(&expected), renewed);
        }
        fs::write(&self.path, renewed.join("\n")).with_context(|| self.path.display().to_string())
    }
}

/// Paragraphs of which some were renewed, in their order; new ones at the end.
fn with(mut paragraphs: Vec<String>, renewed: Vec<String>) -> Vec<String> {
    for paragraph in &mut paragraphs {
        *paragraph = match same(&renewed, paragraph) {
            Some(now) => now.to_owned(),
            None => format!("{}\n", paragraph.trim_end()),
        };
    }
    let new: Vec<String> = renewed.into_iter().filter(|new| same(&paragraphs, new).is_none()).collect();
    paragraphs.extend(new);
    paragraphs
}

/// What a paragraph says of the tests whose names begin so.
fn some_tests(paragraph: &str, tests: &str) -> String {
    let mut is_meant = false;
    let lines = paragraph.lines().skip(1).filter(|line| {
        is_meant = if line.starts_with(' ') { is_meant } else { line.starts_with(tests) };
        is_meant
    });
    lines.map(|line| format!("{line}\n")).collect()
}

fn differences(expected: &str, found: &str, all: bool) -> String {
    let (expected, found) = (paragraphs(expected), paragraphs(found));
    let mut text = String::new();
    for now in &found {
        text += &changes(same(&expected, now).unwrap_or_default(), now);
    }
    for gone in expected.iter().filter(|gone| all && same(&found, gone).is_none()) {
        text += &changes(gone, "");
    }
    text
}

fn changes(expected: &str, now: &str) -> String {
    let (expected, now): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), now.lines().collect());
    let gone = expected.iter().filter(|line| !now.contains(line)).map(|line| format!("- {line}\n"));
    let new = now.iter().filter(|line| !expected.contains(line)).map(|line| format!("+ {line}\n"));
    let lines: String = gone.chain(new).collect();
    // The heading is one of the lines when the whole paragraph is new or gone.
    match (expected.first(), now.first()) {
        (Some(heading), Some(_)) if !lines.is_empty() => format!("{heading}\n{lines}"),
        _ => lines,
    }
}

fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n").map(str::to_owned).filter(|paragraph| !paragraph.trim().is_empty()).collect()
}

/// The paragraph about the same exploration.
fn same<'a>(paragraphs: &'a [String], one: &str) -> Option<&'a str> {
    let heading = one.lines().next();
    paragraphs.iter().map(String::as_str).find(|paragraph| paragraph.lines().next() == heading)
}

fn paragraph(exploration: &Exploration) -> String {
    let mut text = format!("# {}", exploration.package);
    for argument in &exploration.arguments {
        text = text + " " + argument;
    }
    text.push('\n');
    for put in &exploration.puts {
        text.push_str(&lines(put));
    }
    text
}

/// Without what it holds for.
pub fn in_short(put: &Put) -> String {
    let Outcome { verdict, paths, cases, branches, .. } = &put.0;
    let (verdict, Branches { covered, total, .. }) = (verdict.word(), branches.branches);
    format!("{verdict}, {paths} paths, {cases} cases, {covered} of {total} branches")
}

/// The same as the text of such a file says it of a test.
pub fn line_of(text: &str, exploration: &str, test: &str) -> Option<String> {
    let heading = format!("# {exploration}\n");
    let paragraph = paragraphs(text).into_iter().find(|paragraph| paragraph.starts_with(&heading))?;
    let found = paragraph.lines().find_map(|line| line.strip_prefix(test)?.strip_prefix(": "))?;
    Some(found.split(", for ").next().unwrap_or(found).to_owned())
}

fn lines(put: &Put) -> String {
    let mut text = format!("{}: {}", put.name_in_crate(), in_short(put));
    let bounds = put.assumptions.bounds();
    if !bounds.is_empty() {
        text = text + ", for " + &bounds.join(", ");
    }
    text.push('\n');
    for failure in &put.failures {
        let message = failure.message.replace('\n', " ");
        text = text + "  " + &failure.arguments + ": " + &message + ", " + &failure.location + "\n";
    }
    for reason in &put.reasons {
        text = text + "  " + &reason.kind.word() + ": " + &reason.detail + ", " + &reason.location + "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: &str =
        "# a\nx: proved, 1 paths\ny: proved, 2 paths\n\n# b --features c\nz: failed, 1 paths\n";

    #[test]
    fn what_is_as_expected_makes_no_difference() {
        assert_eq!(differences(EXPECTED, EXPECTED, true), "");
    }

    #[test]
    fn a_change_is_told_with_what_was_explored() {
        let found = EXPECTED.replace("2 paths", "3 paths");
        assert_eq!(differences(EXPECTED, &found, true), "# a\n- y: proved, 2 paths\n+ y: proved, 3 paths\n");
    }

    #[test]
    fn a_part_is_renewed_in_its_place() {
        let renewed = with(paragraphs(EXPECTED), vec!["# a\nx: failed\n".into(), "# d\n".into()]);
        assert_eq!(renewed.join("\n"), "# a\nx: failed\n\n# b --features c\nz: failed, 1 paths\n\n# d\n");
    }

    #[test]
    fn some_tests_come_with_all_that_is_said_of_them() {
        let paragraph = "# a\nx::b: failed\n  with 1\n  with 2\ny::x::c: failed\n  with 3\nx::d: proved\n";
        assert_eq!(some_tests(paragraph, "x::"), "x::b: failed\n  with 1\n  with 2\nx::d: proved\n");
        assert_eq!(some_tests(paragraph, "z::"), "");
    }

    #[test]
    fn what_is_said_of_a_test_is_found() {
        let text =
            "# a --b\nx: failed\n\n# a\nx::y: proved\nx: proved, 1 paths, for x.len() <= 3\n  with 1\n";
        assert_eq!(line_of(text, "a", "x").unwrap(), "proved, 1 paths");
        assert_eq!(line_of(text, "a", "z"), None);
    }

    #[test]
    fn what_is_not_explored_any_more_is_missed_unless_only_a_part_was_asked_for() {
        let (found, _) = EXPECTED.split_once("\n\n").unwrap();
        assert_eq!(differences(EXPECTED, found, true), "- # b --features c\n- z: failed, 1 paths\n");
        assert_eq!(differences(EXPECTED, found, false), "");
        assert_eq!(differences(found, EXPECTED, true), "+ # b --features c\n+ z: failed, 1 paths\n");
    }
}
