//! Tells the results, on stdout: one way for people, one for programs.

mod human;
mod json;

use crate::args::Format;
use crate::exit::Exit;
use crate::outcome::Outcome;
use crate::selection::Put;
use crate::status::Status;
use forall_engine::Verdict;
use std::io::{self, Write};
use std::time::Duration;

/// The figures of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub proved: u64,
    pub failed: u64,
    pub incomplete: u64,
    pub cases: u64,
    pub time: Duration,
}

impl Summary {
    pub fn add(&mut self, outcome: &Outcome) {
        match outcome.verdict() {
            Verdict::Proved => self.proved += 1,
            Verdict::Failed => self.failed += 1,
            Verdict::Incomplete => self.incomplete += 1,
        }
        self.cases += outcome.cases.len() as u64;
    }

    pub fn puts(&self) -> u64 {
        self.proved + self.failed + self.incomplete
    }
}

/// Writes results as they come.
pub struct Reporter {
    format: Format,
    human: human::Layout,
}

impl Reporter {
    /// `puts` are the tests that will be reported.
    pub fn new(format: Format, puts: &[Put<'_>]) -> Reporter {
        let human = human::Layout::new(puts.iter().map(|put| put.label.as_str()));
        Reporter { format, human }
    }

    pub fn list(&self, puts: &[Put<'_>]) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        for put in puts {
            match self.format {
                Format::Human => writeln!(out, "{}", put.label)?,
                Format::Json => writeln!(out, "{}", json::listed(put))?,
            }
        }
        out.flush()
    }

    pub fn outcome(&self, put: &Put<'_>, outcome: &Outcome) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        match self.format {
            Format::Human => write!(out, "{}", self.human.render(outcome))?,
            Format::Json => writeln!(out, "{}", json::outcome(&put.target, outcome))?,
        }
        out.flush()
    }

    /// What fails so far in a test that is still explored: for people on the side, since it is said again.
    pub fn found(&self, put: &Put<'_>, outcome: &Outcome, status: &Status) -> io::Result<()> {
        match self.format {
            Format::Human => {
                status.say("Found", &human::found(outcome));
                Ok(())
            }
            Format::Json => {
                let mut out = anstream::stdout().lock();
                writeln!(out, "{}", json::found(&put.target, outcome))?;
                out.flush()
            }
        }
    }

    pub fn summary(&self, summary: &Summary, exit: Exit) -> io::Result<()> {
        match self.format {
            // The lines above say it all.
            Format::Human => Ok(()),
            Format::Json => writeln!(anstream::stdout().lock(), "{}", json::summary(summary, exit)),
        }
    }
}

#[cfg(test)]
mod samples;
