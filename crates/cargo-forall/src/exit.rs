//! How `cargo forall` ends: every exit code, and which one wins when several apply.

use std::process::ExitCode;

/// The exit codes. Of several that apply to the same run, the one that comes last in [`Exit::PRECEDENCE`] is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    Held = 0,
    Failed = 1,
    NotProved = 2,
    NothingSelected = 3,
    Build = 4,
    Usage = 5,
    Internal = 6,
    Stale = 7,
    CannotWrite = 8,
    Interrupted = 130,
}

impl Exit {
    pub const PRECEDENCE: [Exit; 10] = [
        Exit::Held,
        Exit::NotProved,
        Exit::Stale,
        Exit::CannotWrite,
        Exit::Failed,
        Exit::NothingSelected,
        Exit::Build,
        Exit::Usage,
        Exit::Internal,
        Exit::Interrupted,
    ];

    pub fn and(self, other: Exit) -> Exit {
        let rank = |exit: Exit| Exit::PRECEDENCE.iter().position(|known| *known == exit);
        if rank(other) > rank(self) { other } else { self }
    }

    pub fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// What `--help` says about them.
pub const HELP: &str = "\
Exit codes:
    0  every test holds, as far as it was explored
    1  a test fails
    2  a test is not proved, or not covered, as --require demands
    3  nothing is selected: no test matches, or no package depends on forall
    4  the tests do not build
    5  the command line or the package cannot be used as it is
    6  internal error: forall contradicts itself
    7  committed cases are stale, under --check
    8  cases cannot be written
  130  interrupted";

/// Why the command ends before it has results: the message for the user, and the exit code.
#[derive(Debug)]
pub struct Stop {
    pub exit: Exit,
    pub cause: anyhow::Error,
}

impl Stop {
    pub fn new(exit: Exit, message: impl Into<String>) -> Stop {
        Stop { exit, cause: anyhow::Error::msg(message.into()) }
    }
}

/// Gives an error the exit code it ends the command with.
pub trait OrStop<T> {
    fn or_stop(self, exit: Exit) -> Result<T, Stop>;
}

impl<T, E: Into<anyhow::Error>> OrStop<T> for Result<T, E> {
    fn or_stop(self, exit: Exit) -> Result<T, Stop> {
        self.map_err(|error| Stop { exit, cause: error.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_ranked_and_documented() {
        for exit in Exit::PRECEDENCE {
            let documented =
                HELP.lines().any(|line| line.trim_start().starts_with(&format!("{} ", exit.code())));
            assert!(documented, "{exit:?}");
        }
    }

    #[test]
    fn the_worse_ending_wins() {
        assert_eq!(Exit::Held.and(Exit::NotProved), Exit::NotProved);
        assert_eq!(Exit::Failed.and(Exit::Stale), Exit::Failed);
        assert_eq!(Exit::Failed.and(Exit::Internal), Exit::Internal);
        assert_eq!(Exit::Interrupted.and(Exit::Failed), Exit::Interrupted);
    }
}
