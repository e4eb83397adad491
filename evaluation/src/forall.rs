//! Runs `cargo forall` on a subject and reads its report.

use crate::bench::Bench;
use crate::command::Mode;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Stdio};

/// Verdicts must not depend on how busy the machine is.
const PATIENCE: [&str; 6] = ["--solver-work", "5000", "--solver-time", "600s", "--max-time", "600s"];

/// The committed cases are not what would be written now.
const STALE: i32 = 7;

/// What was found in one package.
#[derive(Clone)]
pub struct Exploration {
    pub package: String,
    pub arguments: Vec<String>,
    pub puts: Vec<Put>,
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
    pub first_failure_seconds: Option<f64>,
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

#[derive(Clone, Deserialize, Serialize)]
pub struct Branches {
    pub covered: u64,
    pub total: u64,
    #[serde(skip_serializing)]
    pub sites: Vec<Site>,
}

/// A branch, with the outcomes that were taken and those that were not.
#[derive(Clone, Deserialize)]
pub struct Site {
    pub location: String,
    pub function: String,
    pub taken: Vec<u32>,
    pub missed: Vec<u32>,
}

impl Put {
    pub fn name_in_crate(&self) -> &str {
        self.name.split_once("::").map_or("", |(_, name)| name)
    }

    /// In words.
    pub fn verdict(&self) -> String {
        match self.verdict.as_str() {
            "failed" => "**FAILED**".into(),
            "proved" if !self.bounds.is_empty() => format!("proved for {}", self.bounds.join(", ")),
            verdict => verdict.to_owned(),
        }
    }
}

impl Site {
    /// `array_list` stands for the file of that name and the directory with its parts.
    pub fn is_in(&self, module: &str) -> bool {
        let path = self.location.strip_prefix("src/").and_then(|path| path.strip_prefix(module));
        path.is_some_and(|rest| rest.starts_with(".rs:") || rest.starts_with('/'))
    }
}

impl Bench {
    /// Explores a package of `subjects/`, and expects from now on that this is found.
    pub fn explore(&self, package: &str, arguments: &[&str]) -> Result<Exploration> {
        let patient: Vec<&str> = PATIENCE.iter().chain(arguments).copied().collect();
        let mut exploration = self.explore_once(package, &patient)?;
        exploration.arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        self.explorations.lock().expect("nobody panics").push(exploration.clone());
        Ok(exploration)
    }

    /// Explores a package of `subjects/`, for figures that differ from machine to machine.
    pub fn explore_once(&self, package: &str, arguments: &[&str]) -> Result<Exploration> {
        // With other features the subject is another program, whose cases nobody keeps.
        let variant = arguments.contains(&"--features");
        let writes = self.mode == Mode::Bless && !variant;
        let check = if writes { &[][..] } else { &["--check"] };
        eprintln!("  {package} {}", arguments.join(" "));
        let (code, puts) = self.run_forall(&self.subject(package), &[arguments, check].concat())?;
        // Which of equally good values a case has depends on the order of the search, so this is no error.
        if code == STALE && !variant {
            eprintln!(
                "  notice: the cases of {package} are not those that would be written now; --bless renews them"
            );
        }
        Ok(Exploration {
            package: package.to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            puts,
        })
    }

    /// The exit code, and what is said of every test.
    pub fn run_forall(&self, directory: &Path, arguments: &[&str]) -> Result<(i32, Vec<Put>)> {
        let mut command = Command::new(&self.cargo_forall);
        command.args(["forall", "--format", "json", "--quiet", "--fresh"]).args(arguments);
        command.arg("--target-dir").arg(self.target.join("subjects"));
        command.current_dir(directory).stdin(Stdio::null()).stderr(Stdio::piped());
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
        match output.status.code() {
            Some(code @ (0 | 1 | STALE)) => Ok((code, puts)),
            _ => bail!(
                "cargo forall ends with {} in {}:\n{}",
                output.status,
                directory.display(),
                String::from_utf8_lossy(&output.stderr)
            ),
        }
    }
}

impl Exploration {
    /// The test whose name ends so.
    pub fn put(&self, name: &str) -> Result<&Put> {
        let put = self.puts.iter().find(|put| put.name.ends_with(&format!("::{name}")));
        put.with_context(|| format!("{name} was not explored in {}", self.package))
    }
}
