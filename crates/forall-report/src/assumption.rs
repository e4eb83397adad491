//! What a verdict stands on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that a verdict takes for granted: it holds for the inputs and surroundings of which this is true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Assumption {
    /// A collection or text is no longer than this.
    Length {
        /// The length as a reader of the test would write it: `s.len()`, `rows[_].len()`.
        of: String,
        at_most: u64,
    },
    /// A value of a recursive type is no deeper than this.
    Depth {
        /// The depth as a reader of the test would write it: `tree.depth()`.
        of: String,
        at_most: u64,
    },
    /// An integer is no greater than this.
    Number {
        /// As a reader of the test would write it: `bits`, `keys[_]`.
        of: String,
        at_most: u64,
    },
    /// A fake stands for something that did not run; whatever it answers.
    Answers {
        /// Its type: `FakeStorage`.
        of: String,
    },
    /// A fake is called no more often than this.
    AnswerCount {
        /// The number as a reader of the test would write it: `storage.answers()`.
        of: String,
        at_most: u64,
    },
    /// The test runs in a process that begins afresh: what it returns, or how it ends, depends on what other tests leave behind.
    FreshProcess {
        /// What they leave behind that makes a difference, in words: `static CELL at src/lib.rs:3`.
        state: Vec<String>,
    },
    /// The answers of a solver that is not part of forall are right, and nobody checked them.
    Solver {
        /// As on the command line: `z3`.
        program: String,
    },
    /// The standard library is like that of a release with which forall is tested.
    Toolchain {
        /// Of the compiler: `1.97.0-nightly`.
        version: String,
        /// The releases with which forall is tested: `1.95`.
        tested: String,
    },
}

impl Assumption {
    /// The bound on inputs that it is, if it is one: `s.len() <= 8`.
    fn bound(&self) -> Option<String> {
        match self {
            Assumption::Length { .. }
            | Assumption::Depth { .. }
            | Assumption::Number { .. }
            | Assumption::AnswerCount { .. } => Some(self.to_string()),
            Assumption::Answers { .. }
            | Assumption::FreshProcess { .. }
            | Assumption::Solver { .. }
            | Assumption::Toolchain { .. } => None,
        }
    }
}

/// In words: `s.len() <= 8`, `for all answers of FakeStorage`, `in a fresh process`, or `if all answers of z3 are right`.
impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Length { of, at_most }
            | Assumption::Depth { of, at_most }
            | Assumption::Number { of, at_most }
            | Assumption::AnswerCount { of, at_most } => write!(f, "{of} <= {at_most}"),
            Assumption::Answers { of } => write!(f, "for all answers of {of}"),
            Assumption::FreshProcess { .. } => f.write_str("in a fresh process"),
            Assumption::Solver { program } => write!(f, "if all answers of {program} are right"),
            Assumption::Toolchain { version, tested } => {
                write!(f, "if the standard library of Rust {version} is like that of {tested}")
            }
        }
    }
}

/// All that a verdict stands on. In JSON, bounds and state are also fields of their own, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
pub struct Assumptions(pub Vec<Assumption>);

impl Assumptions {
    /// The bounds on inputs: `s.len() <= 8`.
    pub fn bounds(&self) -> Vec<String> {
        self.0.iter().filter_map(Assumption::bound).collect()
    }

    /// What other tests leave behind that makes a difference.
    pub fn state(&self) -> &[String] {
        let state = self.0.iter().find_map(|assumption| match assumption {
            Assumption::FreshProcess { state } => Some(state.as_slice()),
            _ => None,
        });
        state.unwrap_or_default()
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Written {
    /// The bounds on inputs under which the verdict holds: `s.len() <= 8`. They are among the assumptions.
    bounds: Vec<String>,
    /// What the verdict stands on; left out when there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<Assumption>,
    /// What other tests leave behind that makes a difference: the verdict speaks of a fresh process. Left out when there is no such thing. It is
    /// among the assumptions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    state: Vec<String>,
}

impl From<Assumptions> for Written {
    fn from(assumptions: Assumptions) -> Written {
        Written {
            bounds: assumptions.bounds(),
            state: assumptions.state().to_vec(),
            assumptions: assumptions.0,
        }
    }
}

impl From<Written> for Assumptions {
    fn from(written: Written) -> Assumptions {
        Assumptions(written.assumptions)
    }
}
