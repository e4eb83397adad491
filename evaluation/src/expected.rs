//! What must come out the same on every machine, as text: verdicts, paths, cases, coverage, failures.

use crate::forall::{Exploration, Put};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The committed file.
pub struct Expectation {
    pub path: PathBuf,
}

impl Expectation {
    /// Line by line, and empty when there is none. What was not explored this time is not missed.
    pub fn differences(&self, found: &[Exploration]) -> Result<String> {
        let text = fs::read_to_string(&self.path).with_context(|| self.path.display().to_string())?;
        let mut differences = String::new();
        for exploration in found {
            let now = paragraph(exploration);
            let heading = now.lines().next().unwrap_or_default();
            let expected = text.split("\n\n").find(|paragraph| paragraph.lines().next() == Some(heading));
            let expected: Vec<&str> = expected.unwrap_or_default().lines().collect();
            let now: Vec<&str> = now.lines().collect();
            let gone = expected.iter().filter(|line| !now.contains(line)).map(|line| ("-", line));
            let new = now.iter().filter(|line| !expected.contains(line)).map(|line| ("+", line));
            let changed: Vec<_> = gone.chain(new).collect();
            if !changed.is_empty() {
                writeln!(differences, "{heading}")?;
            }
            for (sign, line) in changed {
                writeln!(differences, "{sign} {line}")?;
            }
        }
        Ok(differences)
    }

    pub fn renew(&self, found: &[Exploration]) -> Result<()> {
        let paragraphs: Vec<String> = found.iter().map(paragraph).collect();
        fs::write(&self.path, paragraphs.join("\n")).with_context(|| self.path.display().to_string())
    }
}

fn paragraph(exploration: &Exploration) -> String {
    let mut text = format!("# {}", exploration.package);
    for argument in &exploration.arguments {
        text = text + " " + argument;
    }
    text.push('\n');
    if !exploration.cases_are_current {
        text.push_str("committed cases are stale\n");
    }
    for put in &exploration.puts {
        text.push_str(&lines(put));
    }
    text
}

fn lines(put: &Put) -> String {
    let name = put.name_in_crate();
    let Put { verdict, paths, cases, branches, .. } = put;
    let (covered, total) = (branches.covered, branches.total);
    let mut text = format!("{name}: {verdict}, {paths} paths, {cases} cases, {covered} of {total} branches");
    if !put.bounds.is_empty() {
        text = text + ", for " + &put.bounds.join(", ");
    }
    text.push('\n');
    for failure in &put.failures {
        let message = failure.message.replace('\n', " ");
        text = text + "  " + &failure.arguments + ": " + &message + ", " + &failure.location + "\n";
    }
    for reason in &put.reasons {
        text = text + "  " + &reason.kind + ": " + &reason.detail + ", " + &reason.location + "\n";
    }
    text
}
