//! What the command makes of a subject.

use anyhow::{Context, Result, bail};
use forall_report::{ClosedTest, Event, Exit, GeneralizeSummary, GeneralizedTest, Outcome};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// So long each new test is explored for its cases.
const CASES_TIME: &str = "5s";

/// What the command says.
#[derive(Serialize, Deserialize)]
pub struct Told {
    pub closed: Vec<ClosedTest>,
    pub summary: GeneralizeSummary,
}

impl Told {
    pub fn generalized(&self) -> impl Iterator<Item = (&ClosedTest, &GeneralizedTest)> {
        self.closed.iter().filter_map(|closed| Some((closed, closed.generalized.as_ref()?)))
    }
}

/// A package in which the command runs, and where it builds.
pub struct Tool<'a> {
    pub program: &'a Path,
    pub package: &'a Path,
    pub target: &'a Path,
}

impl Tool<'_> {
    /// Writes the new tests into the package.
    pub fn generalize(&self) -> Result<Told> {
        let output = self.run(&["generalize", "--write", "--allow-dirty"])?;
        let mut closed = Vec::new();
        for event in events(&output)? {
            match event {
                Event::ClosedTest(one) => closed.push(*one),
                Event::GeneralizeSummary(summary) if summary.exit == Exit::Held => {
                    return Ok(Told { closed, summary });
                }
                _ => {}
            }
        }
        bail!(
            "cargo forall generalize ends with {:?}:\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )
    }

    /// Explores the new tests, writes their cases, and tells what was found of each.
    pub fn explore(&self) -> Result<Vec<Outcome>> {
        let output = self.run(&["--max-time", CASES_TIME])?;
        let mut outcomes = Vec::new();
        for event in events(&output)? {
            match event {
                Event::Put(outcome) => outcomes.push(*outcome),
                Event::Summary(_) => return Ok(outcomes),
                _ => {}
            }
        }
        bail!("cargo forall ends with {:?}:\n{}", output.status, String::from_utf8_lossy(&output.stderr))
    }

    fn run(&self, arguments: &[&str]) -> Result<Output> {
        let mut command = Command::new(self.program);
        command.arg("forall").args(arguments).args(["--format", "json", "--quiet", "--target-dir"]);
        command.arg(self.target).current_dir(self.package).stdin(Stdio::null());
        command.output().with_context(|| format!("{} cannot be started", self.program.display()))
    }
}

fn events(output: &Output) -> Result<Vec<Event>> {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines()
        .map(|line| serde_json::from_str(line).context("the report has its documented form"))
        .collect()
}
