//! The tests that are asked whether they notice.

use super::list::Mistake;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::{Command, Output};

pub struct Suite {
    pub name: &'static str,
    /// Of `cargo test`.
    arguments: &'static [&'static str],
    /// The crates in which a mistake can make a difference to it.
    packages: &'static [&'static str],
}

/// The tests of the crates.
pub const CRATES: [Suite; 4] = [
    Suite { name: "forall-runtime", arguments: &["-p", "forall-runtime"], packages: &["forall-runtime"] },
    Suite { name: "forall-solver", arguments: &["-p", "forall-solver"], packages: &["forall-solver"] },
    Suite {
        name: "forall-engine",
        arguments: &["-p", "forall-engine"],
        packages: &["forall-solver", "forall-engine"],
    },
    Suite {
        name: "forall-instrument",
        arguments: &["-p", "forall-instrument"],
        packages: &["forall-instrument"],
    },
];

/// Tests that explore programs.
pub const EXPLORATIONS: [Suite; 2] = [
    Suite {
        name: "differential",
        arguments: &["-p", "cargo-forall", "--test", "differential"],
        packages: &["forall-instrument", "forall-runtime"],
    },
    Suite {
        name: "truth",
        arguments: &["-p", "cargo-forall", "--test", "thorough", "truth::"],
        packages: &ALL,
    },
];

pub const HUNT: Suite = Suite {
    name: "hunt",
    arguments: &["-p", "cargo-forall", "--test", "thorough", "hunt::"],
    packages: &ALL,
};

const ALL: [&str; 4] = ["forall-instrument", "forall-runtime", "forall-solver", "forall-engine"];

/// A test that takes longer has noticed: it takes a fraction of this without a mistake.
const SECONDS: &str = "1800";
/// What `timeout` says then.
const TIMED_OUT: i32 = 124;

impl Suite {
    pub fn can_notice(&self, mistake: &Mistake) -> bool {
        self.packages.contains(&mistake.package())
    }

    /// The first test that fails, if any does. That the tests do not compile is an error: a compiler would have noticed.
    pub fn run(&self, checkout: &Path, target: &Path) -> Result<Option<String>> {
        let built = self.cargo(&["cargo"], &["--no-run"], checkout, target)?;
        ensure!(built.status.success(), "it does not compile:\n{}", String::from_utf8_lossy(&built.stderr));
        let run = self.cargo(&["timeout", "--kill-after=30", SECONDS, "cargo"], &[], checkout, target)?;
        Ok(match run.status.code() {
            Some(0) => None,
            Some(TIMED_OUT) => Some("does not end".into()),
            _ => Some(first_failing(&String::from_utf8_lossy(&run.stdout)).unwrap_or("fails").into()),
        })
    }

    fn cargo(&self, command: &[&str], more: &[&str], checkout: &Path, target: &Path) -> Result<Output> {
        let mut cargo = Command::new(command[0]);
        cargo.args(&command[1..]).args(["test", "--locked"]).args(self.arguments).args(more);
        cargo.current_dir(checkout).env("CARGO_TARGET_DIR", target).env_remove("BLESS");
        cargo.output().with_context(|| format!("{} cannot be started", command[0]))
    }
}

/// Among what test programs say.
fn first_failing(output: &str) -> Option<&str> {
    output.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_test_that_fails_is_named() {
        let output = "running 2 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest a::d ... FAILED\n";
        assert_eq!(first_failing(output), Some("a::c"));
        assert_eq!(first_failing("test a ... ok\n"), None);
    }
}
