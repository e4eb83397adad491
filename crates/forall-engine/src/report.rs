//! What an exploration found.

use crate::executor::End;
use forall_protocol::inputs::Input;
use forall_report::{
    Assumption, BranchSite, Branches, Evidence, FailureKind, PathCounts, Reason, Remark, Verdict,
};

/// The result of exploring one test.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every path was executed and every query answered.
    pub exhausted: bool,
    /// Distinct paths executed, meaningless ones not counted.
    pub paths: u64,
    pub path_counts: PathCounts,
    /// Runs of the search; those that only confirm the values of a case are not counted.
    pub runs: u64,
    /// The cases worth keeping, simple values first, failing ones included.
    pub cases: Vec<Case>,
    /// In the order of their cases.
    pub failures: Vec<Failure>,
    /// What a proof stands on: bounds on the inputs.
    pub assumptions: Vec<Assumption>,
    pub reasons: Vec<Reason>,
    /// What else a reader of the verdict should know.
    pub remarks: Vec<Remark>,
    pub branches: Branches,
    /// Where these branches are.
    pub sites: Vec<BranchSite>,
}

impl Report {
    /// As far as the exploration knows: nothing has been replayed yet.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(Evidence {
            fails: !self.failures.is_empty(),
            exhausted: self.exhausted,
            has_reasons: !self.reasons.is_empty(),
        })
    }

    /// Of an exploration that goes on, and has found this so far.
    pub fn of_failure(case: Case, failure: Failure) -> Report {
        Report { cases: vec![case], failures: vec![failure], ..Report::of_nothing() }
    }

    /// Of an exploration that has found nothing yet.
    pub fn of_nothing() -> Report {
        Report {
            exhausted: false,
            paths: 0,
            path_counts: PathCounts::default(),
            runs: 0,
            cases: Vec::new(),
            failures: Vec::new(),
            assumptions: Vec::new(),
            remarks: Vec::new(),
            reasons: Vec::new(),
            branches: Branches::default(),
            sites: Vec::new(),
        }
    }
}

/// An input worth keeping.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The inputs the run asked for, in order, with their values.
    pub arguments: Vec<(Input, u128)>,
    pub end: End,
    /// Index into [`Report::failures`] when it fails.
    pub failure: Option<usize>,
    /// The branch outcomes it took in the package's own code, where cases are chosen by them; else empty.
    pub covered: Vec<u32>,
}

/// A distinct way to fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub kind: FailureKind,
    /// Of a failure for lack of memory: how it ended after it was denied some, or nothing if it had to end at
    /// once.
    pub message: String,
    /// `file:line:column`: the panic's place when it is in the package, else that of the package's call that
    /// led there.
    pub location: String,
    /// The functions of the package that led there, the outermost first; empty when that is not known.
    pub callers: Vec<String>,
    /// Index into [`Report::cases`].
    pub case: usize,
    /// How many distinct paths were found that fail so.
    pub paths: u64,
}
