//! Runs `cargo forall` on a subject and reads its report.

use crate::bench::Bench;
use crate::command::Mode;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::process::{Command, Stdio};

/// Verdicts must not depend on how busy the machine is.
const PATIENCE: [&str; 4] = ["--solver-time", "60s", "--max-time", "600s"];

/// The committed cases are not what would be written now.
const STALE: i32 = 7;

/// What was found in one package.
#[derive(Clone)]
pub struct Exploration {
    pub package: String,
    pub arguments: Vec<String>,
    pub puts: Vec<Put>,
    /// Whether the committed cases are what was found.
    pub cases_are_current: bool,
}

/// The line of one test in the report.
#[derive(Clone, Deserialize, Serialize)]
pub struct Put {
    pub name: String,
    pub verdict: String,
    pub paths: u64,
    pub runs: u64,
    pub cases: u64,
    pub failures: Vec<Failure>,
    pub bounds: Vec<String>,
    pub reasons: Vec<Reason>,
    pub branches: Branches,
    pub seconds: f64,
}

#[derive(Clone, Deserialize, Serialize)]
pub struct Failure {
    pub message: String,
    pub location: String,
    pub arguments: String,
}

#[derive(Clone, Deserialize, Serialize)]
pub struct Reason {
    pub kind: String,
    pub location: String,
    pub detail: String,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
pub struct Branches {
    pub covered: u64,
    pub total: u64,
}

impl Bench {
    /// Explores a package of `subjects/`, and expects from now on that this is found.
    pub fn explore(&self, package: &str, arguments: &[&str]) -> Result<Exploration> {
        let patient: Vec<&str> = PATIENCE.iter().chain(arguments).copied().collect();
        let mut exploration = self.explore_once(package, &patient)?;
        exploration.arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        self.explorations.borrow_mut().push(exploration.clone());
        Ok(exploration)
    }

    /// Explores a package of `subjects/`, for figures that differ from machine to machine.
    pub fn explore_once(&self, package: &str, arguments: &[&str]) -> Result<Exploration> {
        let mut command = Command::new(&self.cargo_forall);
        command.args(["forall", "--format", "json", "--quiet", "--fresh"]).args(arguments);
        // With other features the subject is another program, whose cases nobody keeps.
        let variant = arguments.contains(&"--features");
        if self.mode != Mode::Bless || variant {
            command.arg("--check");
        }
        command.arg("--target-dir").arg(self.target.join("subjects"));
        command.current_dir(self.subject(package)).stdin(Stdio::null()).stderr(Stdio::piped());
        eprintln!("  {package} {}", arguments.join(" "));
        let output =
            command.output().with_context(|| format!("{} cannot be started", self.cargo_forall.display()))?;

        let report = String::from_utf8(output.stdout).context("the report is text")?;
        let mut puts = Vec::new();
        for line in report.lines() {
            let event: serde_json::Value = serde_json::from_str(line).context("the report is JSON")?;
            if event["event"] == "put" {
                puts.push(Put::deserialize(event).context("the report has its documented form")?);
            }
        }
        let code = output.status.code();
        if !matches!(code, Some(0 | 1 | STALE)) {
            bail!(
                "cargo forall ends with {} on {package}:\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr)
            );
        }
        Ok(Exploration {
            package: package.to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            puts,
            cases_are_current: variant || code != Some(STALE),
        })
    }
}
