//! The commands: one file each, with its options. A new one is named here, and nowhere else.

mod explain;
mod explore;
mod generalize;
mod model;

use crate::args::Output;
use crate::exit::{self, Exit, Stop};
use crate::interrupt::Interrupt;
use clap::{Parser, Subcommand};
use explain::Explain;
use explore::Explore;
use generalize::Generalize;
use model::Model;
use std::ffi::OsString;

/// Explores parameterized unit tests and writes back the cases that matter
#[derive(Debug, Parser)]
#[command(name = "cargo forall", bin_name = "cargo forall", version, after_help = exit::help())]
#[command(args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    explore: Explore,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore the tests; this is what `cargo forall` does without a subcommand
    #[command(after_help = exit::help())]
    Explore(Explore),
    /// Show how one test is explored: its paths with their conditions, what is open, and why
    #[command(after_help = exit::help())]
    Explain(Explain),
    /// Make parameterized tests out of the tests that there are, and show them as a patch
    #[command(after_help = exit::help())]
    Generalize(Generalize),
    /// Show what the compiler knows of the source
    #[command(hide = true)]
    Model(Model),
}

/// Reads the arguments of `cargo forall …` (which cargo calls as `cargo-forall forall …`) or of `cargo-forall …`.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, clap::Error> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|first| first == "forall") {
        arguments.remove(1);
    }
    let command_line = CommandLine::try_parse_from(arguments)?;
    Ok(command_line.command.unwrap_or(Command::Explore(command_line.explore)))
}

/// The options of all commands, as `--name` and `-n`.
#[cfg(test)]
pub fn option_names() -> std::collections::BTreeSet<String> {
    use clap::CommandFactory;
    let mut pending = vec![CommandLine::command()];
    let mut names = std::collections::BTreeSet::new();
    while let Some(mut command) = pending.pop() {
        command.build();
        for option in command.get_arguments() {
            names.extend(option.get_long().map(|name| format!("--{name}")));
            names.extend(option.get_short().map(|name| format!("-{name}")));
        }
        pending.extend(command.get_subcommands().cloned());
    }
    names
}

/// The options of a command line that explores.
#[cfg(test)]
pub fn explore(line: &str) -> Result<Explore, clap::Error> {
    match parse(line.split_whitespace().map(OsString::from))? {
        Command::Explore(explore) => Ok(explore),
        other => panic!("{line} is {other:?}"),
    }
}

impl Command {
    pub fn run(&self, interrupt: &Interrupt) -> Result<Exit, Stop> {
        match self {
            Command::Explore(explore) => explore.run(interrupt),
            Command::Explain(explain) => explain.run(interrupt),
            Command::Generalize(generalize) => generalize.run(interrupt),
            Command::Model(model) => model.run(interrupt),
        }
    }

    pub fn output(&self) -> &Output {
        match self {
            Command::Explore(explore) => &explore.output,
            Command::Explain(explain) => &explain.output,
            Command::Generalize(generalize) => &generalize.output,
            Command::Model(model) => &model.output,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use explore::Require;
    use forall_engine::{Bounds, Emit, Options, Strategy};
    use forall_report::Setting;
    use std::time::Duration;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        CommandLine::command().debug_assert();
    }

    #[test]
    fn every_setting_that_a_remedy_names_is_an_option() {
        for setting in Setting::ALL {
            assert!(option_names().contains(&setting.to_string()), "{setting}");
        }
    }

    #[test]
    fn cargo_and_the_shell_call_the_same_command() {
        for line in [
            "cargo-forall forall abs --lib",
            "cargo-forall abs --lib",
            "cargo-forall forall explore abs --lib",
        ] {
            let explore = explore(line).expect(line);
            assert_eq!((explore.filter.as_deref(), explore.selection.lib), (Some("abs"), true), "{line}");
        }
    }

    #[test]
    fn bounds_not_given_are_the_engines() {
        assert_eq!(
            explore("cargo-forall").expect("valid").search.options(Bounds::default()),
            Options::default()
        );
    }

    #[test]
    fn bounds_given_reach_the_engine() {
        let line = "cargo-forall --max-len 6 --max-depth 5 --max-answers 9 --max-runs 7 --max-branches 8 --max-time 1.5 --max-search-memory 3M --solver-work 5 --solver-time 20ms --emit paths --strategy rare";
        let options = explore(line).expect("valid").search.options(Bounds::default());
        let bounds = Bounds {
            max_len: 6,
            seek_len: 0,
            parameters: [].into(),
            max_depth: 5,
            max_answers: 9,
            max_runs: 7,
            max_branches: 8,
            max_time: Duration::from_millis(1500),
            loop_time: Duration::from_millis(1500),
            max_search_memory: 3 << 20,
            solver_work: 5,
            solver_time: Duration::from_millis(20),
        };
        assert_eq!(
            options,
            Options {
                bounds,
                emit: Emit::Paths,
                strategy: Strategy::Rare,
                seeds: Vec::new(),
                near_seeds: false
            }
        );
    }

    #[test]
    fn proofs_or_coverage_can_be_required() {
        let required = |line| explore(line).expect("valid").require;
        assert_eq!(required("cargo-forall --require proved"), Some(Require::Proved));
        assert_eq!(required("cargo-forall --require covered=90"), Some(Require::Covered(90)));
        assert_eq!(required("cargo-forall"), None);
    }

    #[test]
    fn tests_are_generalized_by_name_and_written_only_on_demand() {
        let parsed = |line: &str| parse(line.split_whitespace().map(OsString::from));
        let Ok(Command::Generalize(plain)) = parsed("cargo forall generalize cut --lib --max-time 1s") else {
            panic!("it is another command");
        };
        assert_eq!((plain.filter.as_deref(), plain.selection.lib), (Some("cut"), true));
        assert!(!plain.write && !plain.replace && !plain.interactive && !plain.allow_dirty);
        for line in ["cargo forall generalize --exact", "cargo forall generalize --write --interactive"] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in [
            "cargo-forall --exact",
            "cargo-forall --require everything",
            "cargo-forall --require covered=101",
            "cargo-forall --require covered=most",
            "cargo-forall --jobs 0",
            "cargo-forall --max-runs 0",
            "cargo-forall --format none",
            "cargo-forall --exclude a",
            "cargo-forall -q -v",
            "cargo-forall one two",
        ] {
            assert!(explore(line).is_err(), "{line}");
        }
    }
}
