//! Decides which input forall runs next, and what may be said of a parameterized test in the end.
//!
//! Pure: a [`Target`] runs inputs, a [`forall_solver::Solver`] answers queries, time comes from outside.

mod bounds;
mod report;
mod target;

pub use bounds::Bounds;
pub use report::{Branches, Case, Failure, FailureKind, Reason, ReasonKind, Report, Verdict};
pub use target::{Decision, End, Note, Run, Target, TargetError};
