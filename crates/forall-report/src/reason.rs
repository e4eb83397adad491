//! Why a test that did not fail is not proved, and what else a reader of its verdict should know.

use crate::remedy::Remedies;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a test that did not fail is not proved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    pub kind: ReasonKind,
    /// `file:line:column`, or empty where it has no place.
    pub location: String,
    pub detail: String,
    #[serde(flatten)]
    pub remedies: Remedies,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReasonKind {
    MaxRuns,
    MaxBranches,
    MaxTime,
    /// The solver did not answer a query, and would not on any other machine.
    Solver,
    /// The solver did not answer a query in time: a quicker machine may find an answer.
    SolverTime,
    /// A run left the path it was predicted to take.
    Divergence,
    /// A function that is not modelled was called.
    NotFollowed,
    /// An instruction that is not modelled met symbolic data.
    Unsupported,
    Concretized,
    /// What happens depends on chance, such as the random keys of a hash map.
    Random,
    /// What happens depends on bits that the compiler may choose.
    LeftOpen,
    /// What happens depends on where something lies in memory.
    Address,
    /// No input satisfies the assumptions.
    Vacuous,
    /// Of a contract: there are no inputs of the types that its function takes.
    NoInputs,
    /// The exploration ran out of room for its records.
    Memory,
    /// A run was denied memory.
    MaxMemory,
    /// A run tried to do what it may not do when it is confined.
    Refused,
    /// The user stopped it.
    Interrupted,
    /// The plain build behaves otherwise than the exploration saw.
    NotReproduced,
    /// What happens depends on what earlier tests leave behind in the process.
    State,
    /// A failure is there, but no case can show it.
    NotWritten,
    /// What happens depends on the process in which it happens, or on the machine.
    Process,
    /// What happens is undefined: code that is not safe does what it must not do.
    Undefined,
    /// The explored program could not be run any more.
    InternalError,
}

impl ReasonKind {
    /// As in the JSON report.
    pub fn word(self) -> String {
        let written = serde_json::to_value(self).ok();
        written.and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Does only the plain build show it, or is there nothing to be explored?
    pub fn is_beside_search(self) -> bool {
        use ReasonKind::{InternalError, NotReproduced, NotWritten, Process, State, Undefined};
        matches!(self, NotReproduced | State | NotWritten | Process | Undefined | InternalError)
    }
}

/// What does not change the verdict, but what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remark {
    pub kind: RemarkKind,
    /// `file:line:column`, or empty where it has no place.
    pub location: String,
    pub detail: String,
    #[serde(flatten)]
    pub remedies: Remedies,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RemarkKind {
    /// A branch waits for a length that the bound does not allow.
    Beyond,
    /// The search did not begin with an example.
    Example,
    /// On a quicker machine more would have been done that was not asked for.
    Time,
}
