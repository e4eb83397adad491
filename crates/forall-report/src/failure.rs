//! How a test fails.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A distinct way to fail, and an input that fails so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
    /// `file:line:column`: the place of the panic if it is in the package, else that of the package's call that led there.
    pub location: String,
    /// `x = i64::MIN, y = 0`.
    pub arguments: String,
    /// How many distinct paths were found that fail so; left out where that is not known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub paths: u64,
    /// What fakes were asked and answered, in that order: `storage.load("a") = None`. Left out when there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// `forall/num/abs.rs::panics_boom_i64_min`; empty if there is no such case, or none yet.
    pub case: String,
    /// The functions of the package that led there, the innermost first, recursion left out; empty if that is not known.
    pub stack: Vec<String>,
    /// The contract that was broken, if that is what failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<BrokenContract>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A condition of a contract that does not hold, or cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenContract {
    /// Whose fault it is.
    pub party: Party,
    pub clause_kind: ClauseKind,
    /// The function that was called: `Stack::pop`.
    pub function: String,
    /// The condition, as it is written.
    pub clause: String,
    /// That of its conjuncts which is false, where it has several.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub conjunct: String,
    /// The values of its operands, as in `self.size() = 0`; of a condition that panics, the message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub values: String,
    /// Where the condition is written: `file:line`.
    pub written: String,
    /// Where the call is: `file:line`; not there if it is the test of the contract itself that calls.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub called: String,
}

/// Whose fault a broken contract is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Who calls the function: what it requires does not hold.
    Caller,
    /// The function: it does not do what it ensures, or breaks an invariant, or requires more than its trait does.
    Callee,
    /// Who changed the object before: its invariant does not hold.
    Object,
    /// Who wrote the contract: a condition panics, or nothing satisfies what is required.
    Contract,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClauseKind {
    Requires,
    Ensures,
    /// What a trait ensures, and its implementation does not.
    EnsuresOfTrait,
    Invariant,
    /// What no method of a trait's implementations may ever do.
    Constraint,
    /// What has to decrease where a function calls itself.
    Decreases,
    LoopInvariant,
    Panics,
    Modifies,
    /// Of a condition that panics it is not told.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    Panic,
    Assertion,
    Overflow,
    Bounds,
    Abort,
    Timeout,
    Memory,
    Error,
    /// Of a contract: nothing satisfies what it requires.
    Unsatisfiable,
}
