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
    /// What fakes were asked and answered, in that order: `storage.load("a") = None`. Left out when there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// `forall/num/abs.rs::panics_boom_i64_min`; empty if there is no such case, or none yet.
    pub case: String,
    /// The functions of the package that led there, the innermost first, recursion left out; empty if that is not known.
    pub stack: Vec<String>,
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
}
