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
    /// Of the command and all that it started, in seconds.
    pub processor_time: f64,
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
    pub fn generalize(&self, draft_time: u64) -> Result<Told> {
        self.told(&["--write", "--allow-dirty", "--max-time", &format!("{draft_time}s")])
    }

    /// What the command says with these arguments.
    pub fn told(&self, arguments: &[&str]) -> Result<Told> {
        let output = self.run(&[&["generalize"], arguments].concat())?;
        let processor_time = processor_time(&String::from_utf8_lossy(&output.stderr)).unwrap_or_default();
        let mut closed = Vec::new();
        for event in events(&output)? {
            match event {
                Event::ClosedTest(one) => closed.push(*one),
                Event::GeneralizeSummary(summary) if summary.exit == Exit::Held => {
                    return Ok(Told { closed, summary, processor_time });
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

    /// Explores the new tests, or those of a filter, writes their cases, and tells what was found of each.
    pub fn explore(&self, filter: &[&str]) -> Result<Vec<Outcome>> {
        let output = self.run(&[filter, &["--max-time", CASES_TIME]].concat())?;
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
        // The shell says at the end how much processor time that took.
        let mut command = Command::new("sh");
        command.args(["-c", "\"$@\"; code=$?; times >&2; exit $code", "sh"]).arg(self.program);
        command.arg("forall").args(arguments).args(["--format", "json", "--quiet", "--target-dir"]);
        command.arg(self.target).current_dir(self.package).stdin(Stdio::null());
        command.output().with_context(|| format!("{} cannot be started", self.program.display()))
    }
}

/// Of all that a shell started, from its last line: `3m16.380000s 1m47.180000s`.
fn processor_time(said: &str) -> Option<f64> {
    let seconds = |text: &str| {
        let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    said.trim_end().lines().last()?.split_whitespace().map(seconds).sum()
}

fn events(output: &Output) -> Result<Vec<Event>> {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines()
        .map(|line| serde_json::from_str(line).context("the report has its documented form"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_tells_the_processor_time() {
        let said = "error: x\n0m0.010000s 0m0.000000s\n3m16.500000s 1m1.500000s\n";
        assert_eq!(processor_time(said), Some(258.0));
        assert_eq!(processor_time("no"), None);
    }
}
