//! What is said on the side, on stderr: what is being done, notes, and errors.

use crate::args::{Color, Output};
use anstyle::{AnsiColor, Style};
use std::process::Command;

/// Says as much as the user wants to hear.
#[derive(Clone, Copy)]
pub struct Status(Output);

impl Status {
    pub fn new(output: Output) -> Status {
        Status(output)
    }

    /// A line in the manner of cargo: a verb, and what it is done to.
    pub fn say(&self, verb: &str, what: &str) {
        if !self.0.quiet {
            let style = AnsiColor::Green.on_default().bold();
            anstream::eprintln!("{style}{verb:>12}{style:#} {what}");
        }
    }

    pub fn note(&self, note: &str) {
        if !self.0.quiet {
            let style = Style::new().bold();
            anstream::eprintln!("{style}note{style:#}: {note}");
        }
    }

    pub fn command(&self, command: &Command) {
        if self.0.verbose {
            self.say("Running", &format!("{command:?}"));
        }
    }

    pub fn is_quiet(&self) -> bool {
        self.0.quiet
    }

    pub fn is_verbose(&self) -> bool {
        self.0.verbose
    }

    pub fn color(&self) -> Color {
        self.0.color
    }
}

/// Errors are always said.
pub fn error(error: &anyhow::Error) {
    let style = AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{style}error{style:#}: {error:#}");
}
