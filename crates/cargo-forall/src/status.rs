//! What is said on the side, on stderr: what is being done, notes, and errors.

use anstyle::{AnsiColor, Style};
use std::process::Command;

/// Says as much as the user wants to hear.
pub struct Status {
    quiet: bool,
    verbose: bool,
}

impl Status {
    pub fn new(quiet: bool, verbose: bool) -> Status {
        Status { quiet, verbose }
    }

    /// A line in the manner of cargo: a verb, and what it is done to.
    pub fn say(&self, verb: &str, what: &str) {
        if !self.quiet {
            let style = AnsiColor::Green.on_default().bold();
            anstream::eprintln!("{style}{verb:>12}{style:#} {what}");
        }
    }

    pub fn note(&self, note: &str) {
        if !self.quiet {
            let style = Style::new().bold();
            anstream::eprintln!("{style}note{style:#}: {note}");
        }
    }

    pub fn command(&self, command: &Command) {
        if self.verbose {
            self.say("Running", &format!("{command:?}"));
        }
    }

    pub fn is_quiet(&self) -> bool {
        self.quiet
    }
}

/// Errors are always said.
pub fn error(error: &anyhow::Error) {
    let style = AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{style}error{style:#}: {error:#}");
}
