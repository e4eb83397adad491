//! Options that commands share, in groups.

use crate::report::Format;
use crate::size::Size;
use clap::{Args, ValueEnum};
use forall_engine::{Bounds, Emit, Options, Strategy};
use forall_runtime::confine::Limits;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// What may become of the case files.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct CaseFiles {
    /// Write nothing, and fail when the committed cases are not what would be written
    #[arg(long)]
    pub check: bool,
    /// Remove the case files of tests that no longer exist
    #[arg(long, conflicts_with = "check")]
    pub prune: bool,
    /// Replace case files that were edited by hand
    #[arg(long, conflicts_with = "check")]
    pub overwrite: bool,
}

/// How much is said, and how.
#[derive(Clone, Copy, Debug, Args)]
pub struct Output {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// When to colour the output
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Print only results and errors
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show the commands that are run and their output
    #[arg(short, long)]
    pub verbose: bool,
}

/// What is built: the flags of `cargo test`.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Selection")]
pub struct Selection {
    /// Package whose tests to explore; can be given more than once
    #[arg(short, long, value_name = "SPEC")]
    pub package: Vec<String>,
    /// Explore the tests of all packages in the workspace
    #[arg(long)]
    pub workspace: bool,
    /// Leave this package out; can be given more than once
    #[arg(long, value_name = "SPEC", requires = "workspace")]
    pub exclude: Vec<String>,
    /// Only the tests in the library
    #[arg(long)]
    pub lib: bool,
    /// Only the tests in the binaries
    #[arg(long)]
    pub bins: bool,
    /// Only the tests in this binary; can be given more than once
    #[arg(long, value_name = "NAME")]
    pub bin: Vec<String>,
    /// Only the tests in this file of `tests/`; can be given more than once
    #[arg(long, value_name = "NAME")]
    pub test: Vec<String>,
    /// The tests in the library, the binaries and `tests/`; this is the default
    #[arg(long)]
    pub tests: bool,
    /// Features to activate
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long)]
    pub no_default_features: bool,
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Directory for everything that is built
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<PathBuf>,
    /// Do not change Cargo.lock
    #[arg(long)]
    pub locked: bool,
    /// Do not access the network
    #[arg(long)]
    pub offline: bool,
}

impl Selection {
    /// Are all targets of a package meant that have tests?
    pub fn is_everything(&self) -> bool {
        let Selection { lib, bins, bin, test, .. } = self;
        !lib && !bins && bin.is_empty() && test.is_empty()
    }
}

/// How far to go, and what to keep.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Exploration")]
pub struct Search {
    /// Which inputs become cases
    #[arg(long, value_enum, default_value_t = Keep::Coverage, value_name = "WHAT")]
    pub emit: Keep,
    /// Which path to try next; a search that is not cut short finds the same with all of them
    #[arg(long, value_enum, default_value_t = Next::Combined, value_name = "ORDER")]
    pub strategy: Next,
    /// Number of processors to use [default: all]; the results are the same
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub jobs: Option<u64>,
    /// Explore everything again, even if kept results are still valid
    #[arg(long)]
    pub fresh: bool,
    /// Maximum length of collections, and of strings in bytes [default: 8]
    #[arg(long, value_name = "N")]
    pub max_len: Option<u64>,
    /// Maximum depth of recursive types [default: 3]
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u64>,
    /// Maximum number of answers of a fake in one run [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_answers: Option<u64>,
    /// Maximum number of runs of one test [default: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_runs: Option<u64>,
    /// Maximum number of branches on inputs in one run [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_branches: Option<u32>,
    /// Time limit for one test, in seconds or as in `500ms`, `10s`, `2m` [default: 60s, or 10s once a loop or recursion goes round more than 256
    /// times on one path]
    #[arg(long, value_name = "TIME")]
    pub max_time: Option<Time>,
    /// Memory limit for one run, in bytes or as in `512M`, `2G`
    #[arg(long, value_name = "SIZE", default_value_t = Size(Limits::default().max_memory))]
    pub max_memory: Size,
    /// Memory limit for the search of one test
    #[arg(long, value_name = "SIZE", default_value_t = Size(Bounds::default().max_search_memory))]
    pub max_search_memory: Size,
    /// Work limit of the embedded solver for one query, in millions of steps, the same on every machine [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub solver_work: Option<u64>,
    /// Time limit for one query, whatever work is left [default: 30s]
    #[arg(long, value_name = "TIME")]
    pub solver_time: Option<Time>,
    /// Solver to use instead of the embedded one: z3, cvc5, bitwuzla, yices-smt2 or another program that reads SMT-LIB 2
    #[arg(long, value_name = "PROGRAM")]
    pub solver: Option<OsString>,
    /// Check every answer of the embedded solver with the program of `--solver`, or with z3
    #[arg(long)]
    pub check_solver: bool,
    /// Let explored code use the network, start processes, and change files anywhere
    #[arg(long)]
    pub unconfined: bool,
    /// Are failing inputs shown as near to the first example as possible, and not as simple as possible?
    #[arg(skip)]
    pub near_examples: bool,
}

/// As without any option.
impl Default for Search {
    fn default() -> Search {
        Search {
            emit: Keep::Coverage,
            strategy: Next::Combined,
            jobs: None,
            fresh: false,
            max_len: None,
            max_depth: None,
            max_answers: None,
            max_runs: None,
            max_branches: None,
            max_time: None,
            max_memory: Size(Limits::default().max_memory),
            max_search_memory: Size(Bounds::default().max_search_memory),
            solver_work: None,
            solver_time: None,
            solver: None,
            check_solver: false,
            unconfined: false,
            near_examples: false,
        }
    }
}

impl Search {
    pub fn jobs(&self) -> usize {
        match self.jobs {
            Some(jobs) => jobs as usize,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// What the command line says, and else what is known already.
    pub fn options(&self, mut known: Bounds) -> Options {
        if let Some(max_len) = self.max_len {
            known.set_max_len(max_len);
        }
        Options {
            seeds: Vec::new(),
            near_seeds: self.near_examples,
            bounds: Bounds {
                max_depth: self.max_depth.unwrap_or(known.max_depth),
                max_answers: self.max_answers.unwrap_or(known.max_answers),
                max_runs: self.max_runs.unwrap_or(known.max_runs),
                max_branches: self.max_branches.unwrap_or(known.max_branches),
                max_time: self.max_time.map_or(known.max_time, |time| time.0),
                loop_time: self.max_time.map_or(known.loop_time, |time| time.0),
                max_search_memory: self.max_search_memory.0,
                solver_work: self.solver_work.unwrap_or(known.solver_work),
                solver_time: self.solver_time.map_or(known.solver_time, |time| time.0),
                ..known
            },
            emit: match self.emit {
                Keep::Coverage => Emit::Coverage,
                Keep::Paths => Emit::Paths,
                Keep::Failures => Emit::Failures,
            },
            strategy: match self.strategy {
                Next::Combined => Strategy::Combined,
                Next::Rare => Strategy::Rare,
                Next::Fitness => Strategy::Fitness,
                Next::DepthFirst => Strategy::DepthFirst,
            },
        }
    }
}

/// Which of the sides that no run has taken is tried next
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Next {
    /// Unseen branches first, at the side that is closest; then all branches in turn
    Combined,
    /// The branch that the fewest runs have taken
    Rare,
    /// The side that a run came closest to
    Fitness,
    /// The side that was found last
    DepthFirst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Keep {
    /// One for each new branch outcome, and one for each distinct failure
    Coverage,
    /// One for each path
    Paths,
    /// One for each distinct failure
    Failures,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

/// A length of time on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(pub Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let scale = match unit {
            "" | "s" => 1.0,
            "ms" => 0.001,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(format!("`{unit}` is no unit of time: use ms, s, m or h")),
        };
        let seconds =
            number.parse::<f64>().map_err(|_| "expected a number, such as 10 or 10s".to_owned())? * scale;
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Ok(Time(time)),
            _ => Err("out of range".into()),
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_options_has_the_defaults() {
        let parsed = crate::commands::explore("cargo-forall").expect("valid").search;
        assert_eq!(format!("{parsed:?}"), format!("{:?}", Search::default()));
    }

    #[test]
    fn times_have_units() {
        assert_eq!("2m".parse(), Ok(Time(Duration::from_secs(120))));
        assert_eq!("3s".parse(), Ok(Time(Duration::from_secs(3))));
        for wrong in ["", "s", "1d", "-1", "0", "1e400", "nan"] {
            assert!(wrong.parse::<Time>().is_err(), "{wrong}");
        }
        let shown = Time(Duration::from_millis(1500)).to_string();
        assert_eq!(shown.parse(), Ok(Time(Duration::from_millis(1500))));
    }
}
