//! The command line.

use anyhow::{Result, bail};
use std::path::PathBuf;

pub const HELP: &str = "\
Runs the evaluation and writes docs/evaluation.md and docs/evaluation.json

Usage: cargo run --release --manifest-path evaluation/Cargo.toml -- [options]

  --quick               only what is the same on every machine; compares with evaluation/expected.txt, writes nothing
  --bless               renews evaluation/expected.txt and the case files of the subjects instead
  --only SECTION        one section, to standard output
  --cargo-forall PATH   the program to evaluate, instead of building it
  --target-dir PATH     where subjects and peers are built
";

pub struct Command {
    pub mode: Mode,
    pub only: Option<String>,
    pub cargo_forall: Option<PathBuf>,
    pub target_dir: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Full,
    Quick,
    Bless,
}

impl Command {
    /// `None` when help is asked for.
    pub fn parse() -> Result<Option<Command>> {
        let mut command = Command { mode: Mode::Full, only: None, cargo_forall: None, target_dir: None };
        let mut arguments = lexopt::Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                lexopt::Arg::Long("quick") => command.mode = Mode::Quick,
                lexopt::Arg::Long("bless") => command.mode = Mode::Bless,
                lexopt::Arg::Long("only") => {
                    command.only = Some(arguments.value()?.into_string().unwrap_or_default())
                }
                lexopt::Arg::Long("cargo-forall") => command.cargo_forall = Some(arguments.value()?.into()),
                lexopt::Arg::Long("target-dir") => command.target_dir = Some(arguments.value()?.into()),
                lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        if let Some(only) = &command.only
            && !crate::section::ALL.iter().any(|entry| entry.name == only)
        {
            let names: Vec<&str> = crate::section::ALL.iter().map(|entry| entry.name).collect();
            bail!("there is no section {only}; there are {}", names.join(", "));
        }
        Ok(Some(command))
    }
}
