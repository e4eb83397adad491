//! The command line.

use anyhow::{Result, bail};
use lexopt::ValueExt;
use std::path::{Path, PathBuf};

pub const HELP: &str = "\
Runs the evaluation and writes docs/evaluation.md and docs/evaluation.json

Usage: cargo run --release --manifest-path evaluation/Cargo.toml -- [options]
       cargo run --manifest-path evaluation/Cargo.toml -- mistakes [--quick | --only SUITE] [names]
       cargo run --release --manifest-path evaluation/Cargo.toml -- generalize [crates or packages]

The second form makes the mistakes of evaluation/mistakes.txt, all or those of these names, one at a time in a copy of the last
commit, and writes to docs/mistakes.md which tests notice. That takes some minutes for each;
with --quick only the tests of the crates are asked, with --only one suite, such as hunt.

The third form generalizes the tests of published crates, all of docs/generalize-study.md or these, and writes to that page what came of
them, how strong the new tests are, and what they find in the next release. Each step is kept: a run that was stopped goes on where it
was. `papers` are the closed tests of the literature; with --quick only some of them. For a package in a directory, `./package` or `./package..later`, the page is written beside what is built. Failures, questions and assumptions are judged by hand, in evaluation/generalize/judgements.toml.

What was found is kept, subject by subject, in the target directory: a run that was stopped goes on where it was, as long as neither
the program under evaluation nor the subjects change. A section that has taken 40 minutes begins no further subject.

  --section NAME        only this section, and its part of the documents; can be given more than once
  --fresh               finds anew what was kept
  --check               only what is the same on every machine; compares with evaluation/expected.txt, writes nothing
  --quick               the same with one small subject of each section
  --bless               renews evaluation/expected.txt and the case files of the subjects instead
  --cargo-forall PATH   the program to evaluate, instead of building it
  --mutants NUMBER      of generalize: at most so many mutants of a crate [default: 150]
  --draft-time SECONDS  of generalize: so long a draft is explored [default: 2]; more where the processors are shared
  --page                of generalize: only renews the page from what is kept
  --target-dir PATH     where subjects and peers are built
";

pub struct Command {
    pub mode: Mode,
    /// The sections asked for, none for all.
    pub sections: Vec<String>,
    /// Of mistakes: one suite.
    pub only: Option<String>,
    pub fresh: bool,
    pub cargo_forall: Option<PathBuf>,
    target_dir: Option<PathBuf>,
    /// Names of the mistakes to make, none for all, if that is what is asked for.
    pub mistakes: Option<Vec<String>>,
    /// Names of the crates to generalize, none for all, if that is what is asked for.
    pub generalize: Option<Vec<String>>,
    /// At most so many mutants of a crate that is generalized.
    pub mutants: usize,
    /// So many seconds each draft is explored.
    pub draft_time: u64,
    /// Is only the page of that renewed?
    pub page: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Full,
    Check,
    Quick,
    Bless,
}

impl Command {
    /// `None` when help is asked for.
    pub fn parse() -> Result<Option<Command>> {
        let mut command = Command {
            mode: Mode::Full,
            sections: Vec::new(),
            only: None,
            fresh: false,
            cargo_forall: None,
            target_dir: None,
            mistakes: None,
            generalize: None,
            mutants: 150,
            draft_time: 2,
            page: false,
        };
        let mut arguments = lexopt::Parser::from_env();
        while let Some(argument) = arguments.next()? {
            match argument {
                lexopt::Arg::Long("check") => command.mode = Mode::Check,
                lexopt::Arg::Long("quick") => command.mode = Mode::Quick,
                lexopt::Arg::Long("fresh") => command.fresh = true,
                lexopt::Arg::Long("section") => {
                    command.sections.push(arguments.value()?.into_string().unwrap_or_default())
                }
                lexopt::Arg::Long("bless") => command.mode = Mode::Bless,
                lexopt::Arg::Long("only") => {
                    command.only = Some(arguments.value()?.into_string().unwrap_or_default())
                }
                lexopt::Arg::Long("mutants") => command.mutants = arguments.value()?.parse()?,
                lexopt::Arg::Long("page") => command.page = true,
                lexopt::Arg::Long("draft-time") => command.draft_time = arguments.value()?.parse()?,
                lexopt::Arg::Long("cargo-forall") => command.cargo_forall = Some(arguments.value()?.into()),
                lexopt::Arg::Long("target-dir") => command.target_dir = Some(arguments.value()?.into()),
                lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => return Ok(None),
                lexopt::Arg::Value(value) => command.value(&value.to_string_lossy())?,
                other => return Err(other.unexpected().into()),
            }
        }
        let names: Vec<&str> = crate::section::ALL.iter().map(|entry| entry.name).collect();
        if let Some(unknown) = command.sections.iter().find(|name| !names.contains(&name.as_str())) {
            bail!("there is no section {unknown}; there are {}", names.join(", "));
        }
        if command.only.is_some() && command.mistakes.is_none() {
            bail!("--only is an option of mistakes; --section names a section");
        }
        Ok(Some(command))
    }

    /// The other forms, and what they are about.
    fn value(&mut self, value: &str) -> Result<()> {
        match (&mut self.mistakes, &mut self.generalize, value) {
            (Some(names), _, _) | (_, Some(names), _) => names.push(value.to_owned()),
            (None, None, "mistakes") => self.mistakes = Some(Vec::new()),
            (None, None, "generalize") => self.generalize = Some(Vec::new()),
            (None, None, _) => bail!("unexpected argument {value:?}; there are mistakes and generalize"),
        }
        Ok(())
    }

    /// Where things are built.
    pub fn target_directory(&self) -> Result<PathBuf> {
        let directory =
            self.target_dir.clone().or_else(|| Some(std::env::var_os("CARGO_TARGET_DIR")?.into()));
        let directory = directory.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target"));
        Ok(std::path::absolute(directory)?)
    }
}
