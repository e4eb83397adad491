//! Runs `cargo forall` on a subject and reads its report.

use crate::bench::Bench;
use crate::command::Mode;
use anyhow::{Context, Result, bail};
use forall_report::{BranchSite, Event, Exit, Outcome, Verdict};
use serde::ser::{Error, Serialize, Serializer};
use std::ops::Deref;
use std::path::Path;
use std::process::Command;

/// Verdicts must not depend on how busy the machine is.
const PATIENCE: [&str; 6] = ["--solver-work", "5000", "--solver-time", "600s", "--max-time", "600s"];

/// What was found in one package.
#[derive(Clone)]
pub struct Exploration {
    pub package: String,
    pub arguments: Vec<String>,
    pub puts: Vec<Put>,
}

/// What is said of one test. In figures the places of its branches are left out.
#[derive(Clone)]
pub struct Put(pub Outcome);

impl Deref for Put {
    type Target = Outcome;

    fn deref(&self) -> &Outcome {
        &self.0
    }
}

impl Serialize for Put {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut outcome = serde_json::to_value(&self.0).map_err(S::Error::custom)?;
        outcome["branches"].as_object_mut().and_then(|branches| branches.remove("sites"));
        outcome.serialize(serializer)
    }
}

impl Put {
    pub fn name_in_crate(&self) -> &str {
        self.test.name.split_once("::").map_or("", |(_, name)| name)
    }

    /// In words.
    pub fn verdict(&self) -> String {
        match self.verdict {
            Verdict::Failed => "**FAILED**".into(),
            Verdict::Proved if !self.assumptions.bounds().is_empty() => {
                format!("proved for {}", self.assumptions.bounds().join(", "))
            }
            verdict => verdict.word().to_owned(),
        }
    }
}

/// Is a branch in this module? `array_list` stands for the file of that name and the directory with its parts.
pub fn is_in(site: &BranchSite, module: &str) -> bool {
    let path = site.location.strip_prefix("src/").and_then(|path| path.strip_prefix(module));
    path.is_some_and(|rest| rest.starts_with(".rs:") || rest.starts_with('/'))
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
        let (exit, puts) = self.run_forall(&self.subject(package), &[arguments, check].concat())?;
        // Which of equally good values a case has depends on the order of the search, so this is no error.
        if exit == Exit::Stale && !variant {
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

    /// How it ends, and what is said of every test.
    pub fn run_forall(&self, directory: &Path, arguments: &[&str]) -> Result<(Exit, Vec<Put>)> {
        let mut command = Command::new(&self.cargo_forall);
        command.args(["forall", "--format", "json", "--quiet", "--fresh"]).args(arguments);
        command.arg("--target-dir").arg(self.target.join("subjects"));
        let said = self.said_in(directory, arguments, &mut command)?;
        let mut puts = Vec::new();
        for line in said.stdout.lines() {
            let event = serde_json::from_str(line).context("the report has its documented form")?;
            if let Event::Put(outcome) = event {
                puts.push(Put(*outcome));
            }
        }
        let code = said.code.and_then(|code| u8::try_from(code).ok());
        match code.and_then(|code| Exit::try_from(code).ok()) {
            Some(exit @ (Exit::Held | Exit::Failed | Exit::Stale)) => Ok((exit, puts)),
            _ => bail!(
                "cargo forall ends with {:?} in {}:
{}",
                said.code,
                directory.display(),
                said.stderr
            ),
        }
    }
}

impl Exploration {
    /// The test whose name ends so.
    pub fn put(&self, name: &str) -> Result<&Put> {
        let put = self.puts.iter().find(|put| put.test.name.ends_with(&format!("::{name}")));
        put.with_context(|| format!("{name} was not explored in {}", self.package))
    }
}
