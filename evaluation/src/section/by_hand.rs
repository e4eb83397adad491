//! Mocks that were written by hand before they could be derived: what they were is in the history of the repository.

use crate::bench::Bench;
use crate::command::Mode;
use crate::expected;
use crate::forall::Exploration;
use crate::section::{Block, Table};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// The last commit in which they are.
const COMMIT: &str = "837d0f2678d64a30c6feca011c3ae89160805bd2";

/// The mocks of one package.
pub struct ByHand {
    pub package: &'static str,
    /// The files they were in.
    pub files: &'static [&'static str],
    /// The tests that used them.
    pub tests: &'static [&'static str],
}

impl ByHand {
    /// What became of the lines of code, and of what is found. Only documents need it: it takes the history.
    pub fn compared(&self, bench: &Bench, now: &Exploration) -> Result<(Vec<Block>, Value)> {
        if bench.mode != Mode::Full {
            return Ok((Vec::new(), Value::Null));
        }
        let (mut by_hand, mut derived) = (0, 0);
        for file in self.files {
            let path = format!("evaluation/subjects/{}/{file}", self.package);
            by_hand += test_lines(&committed(bench, &path)?);
            let path = bench.repository.join(path);
            derived += test_lines(&fs::read_to_string(&path).with_context(|| path.display().to_string())?);
        }
        let expected = committed(bench, "evaluation/expected.txt")?;
        let (rows, found) = self.found(&expected, now)?;
        let lines = format!(
            "The mocks in {} were written by hand once (commit `{}`): {by_hand} lines of test code then, {derived} since they are derived, {} fewer.\n\
             Counted are the code of the test modules, and attributes for tests outside of them. What was found then, and is found now:",
            self.files.iter().map(|file| format!("`{file}`")).collect::<Vec<_>>().join(" and "),
            &COMMIT[..7],
            by_hand as i64 - derived as i64,
        );
        let columns = &[" test", " by hand", " derived"];
        let figures = json!({ "lines": { "by_hand": by_hand, "derived": derived }, "found": found });
        Ok((vec![Block::Prose(lines), Block::Table(Table { columns, rows })], figures))
    }

    /// Of each test. What is derived must do as well as what was written by hand.
    fn found(&self, expected: &str, now: &Exploration) -> Result<(Vec<Vec<String>>, Vec<Value>)> {
        let (mut rows, mut figures) = (Vec::new(), Vec::new());
        for test in self.tests {
            let before = expected::line_of(expected, self.package, test).context("it was explored before")?;
            let put = now.put(test)?;
            let after = expected::in_short(put);
            let missed = put.branches.branches.total - put.branches.branches.covered;
            let is_as_good = before.starts_with(put.verdict.word()) && missed <= missed_branches(&before)?;
            ensure!(is_as_good, "{test}: {after}; with mocks written by hand {before}");
            figures.push(json!({ "test": test, "by_hand": before, "derived": after }));
            rows.push(vec![format!("`{test}`"), before, after]);
        }
        Ok((rows, figures))
    }
}

/// Of `proved, 90 paths, 4 cases, 24 of 29 branches`.
fn missed_branches(found: &str) -> Result<u32> {
    let counts = found.rsplit(", ").next().and_then(|counts| counts.strip_suffix(" branches"));
    let (covered, total) =
        counts.and_then(|counts| counts.split_once(" of ")).context("branches are counted")?;
    Ok(total.parse::<u32>()? - covered.parse::<u32>()?)
}

/// A file as it was.
fn committed(bench: &Bench, path: &str) -> Result<String> {
    let mut git = Command::new("git");
    git.args(["show", &format!("{COMMIT}:{path}")]).current_dir(&bench.repository);
    let output = git.output().context("git cannot be started")?;
    ensure!(
        output.status.success(),
        "git does not have the {path} of {COMMIT}: a shallow clone needs `git fetch --unshallow`\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8(output.stdout)?)
}

/// How many lines of code are there for tests: those of the test modules, and attributes elsewhere that matter only to tests. Neither empty
/// lines nor comments count. The file is formatted as rustfmt does it.
fn test_lines(source: &str) -> usize {
    let mut is_test = false;
    let mut count = 0;
    for line in source.lines() {
        is_test |= line == "#[cfg(test)]";
        let code = line.trim_start();
        let is_code = !code.is_empty() && !code.starts_with("//");
        count += usize::from(is_code && (is_test || is_attribute_for_tests(code)));
        is_test &= line != "}";
    }
    count
}

fn is_attribute_for_tests(code: &str) -> bool {
    let ours = ["#[fake", "#[requires", "#[ensures"];
    code.starts_with("#[") && code.contains("forall")
        || ours.iter().any(|attribute| code.starts_with(attribute))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_for_tests_are_counted() {
        let source = "\
//! A `#[forall_spec::fake]`.

/// Of settings.
#[forall_spec::fake]
pub trait Storage {
    #[fake(pure)]
    fn get(&self) -> u8;
}

#[derive(Clone)]
pub struct Plain;

#[cfg(test)]
mod tests {
    // Not this one.
    use super::*;

    fn one() {
    }
}

fn afterwards() {}
";
        assert_eq!(test_lines(source), 8);
    }

    #[test]
    fn branches_that_were_missed_are_read() {
        assert_eq!(missed_branches("proved, 90 paths, 4 cases, 24 of 29 branches").unwrap(), 5);
        assert!(missed_branches("proved").is_err());
    }
}
