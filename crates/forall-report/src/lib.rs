//! What a run of `cargo forall` reports, as data: events, verdicts with what they stand on, failures, reasons, remedies, exit codes.
//!
//! Whoever explores makes it, reporters render it, and programs read it back from `--format json`: one [`Event`] a line. The form of that is in
//! `docs/report.schema.json`, which is made of these types.

mod assumption;
mod branches;
mod event;
mod exit;
mod failure;
mod generalized;
mod reason;
mod remedy;
mod schema;
mod verdict;

pub use assumption::{Assumption, Assumptions};
pub use branches::{BranchSite, Branches, Coverage};
pub use event::{
    Build, EarlyFailures, Event, Listed, Outcome, PathCounts, Progress, Progressed, Summary, Test, seconds,
};
pub use exit::Exit;
pub use failure::{BrokenContract, ClauseKind, Failure, FailureKind, Party};
pub use generalized::{
    AssumedCondition, ClosedTest, Defect, ExcludedInput, Generalization, GeneralizeSummary, GeneralizedTest,
    OpenQuestion, OracleChoice, OracleGrade,
};
pub use reason::{Reason, ReasonKind, Remark, RemarkKind};
pub use remedy::{Remedies, Remedy, Setting};
pub use schema::schema;
pub use verdict::{Evidence, Verdict};

/// Of the form. Fields and events are added, never changed, as long as it stays the same.
pub const VERSION: u32 = 1;
