//! What an exploration found.

use crate::target::End;
use forall_protocol::inputs::Input;

/// The closed vocabulary of what may be said of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Every path was executed, every query answered, nothing was skipped except as `bounds` says.
    Proved,
    /// At least one failing input.
    Failed,
    /// Neither; `reasons` says why.
    Incomplete,
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// There is a failing input.
    pub fails: bool,
    /// Every path was executed and every query answered.
    pub exhausted: bool,
    /// Something was skipped, or not followed, or not confirmed.
    pub has_reasons: bool,
}

impl Verdict {
    /// The only place that says `proved`.
    pub fn of(evidence: Evidence) -> Verdict {
        match evidence {
            Evidence { fails: true, .. } => Verdict::Failed,
            Evidence { exhausted: true, has_reasons: false, .. } => Verdict::Proved,
            _ => Verdict::Incomplete,
        }
    }
}

/// The result of exploring one test.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every path was executed and every query answered.
    pub exhausted: bool,
    /// Distinct paths executed, meaningless ones not counted.
    pub paths: u64,
    /// Runs of the search; those that only confirm the values of a case are not counted.
    pub runs: u64,
    /// The cases worth keeping, simple values first, failing ones included.
    pub cases: Vec<Case>,
    /// In the order of their cases.
    pub failures: Vec<Failure>,
    /// Bounds under which a proof holds, e.g. `s.len() <= 8`.
    pub bounds: Vec<String>,
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
        Report {
            exhausted: false,
            paths: 0,
            runs: 0,
            cases: vec![case],
            failures: vec![failure],
            bounds: Vec::new(),
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
    pub message: String,
    /// `file:line:column`: the panic's place when it is in the package, else that of the package's call that led there.
    pub location: String,
    /// The functions of the package that led there, the outermost first; empty when that is not known.
    pub callers: Vec<String>,
    /// Index into [`Report::cases`].
    pub case: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

impl FailureKind {
    pub const ALL: [FailureKind; 8] = [
        FailureKind::Panic,
        FailureKind::Assertion,
        FailureKind::Overflow,
        FailureKind::Bounds,
        FailureKind::Abort,
        FailureKind::Timeout,
        FailureKind::Memory,
        FailureKind::Error,
    ];
}

/// Why a test that did not fail is not proved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reason {
    pub kind: ReasonKind,
    /// `file:line:column`, or empty where it has no place.
    pub location: String,
    pub detail: String,
    /// The edit or flag that would help.
    pub help: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// What happens depends on the random keys of a hash map.
    Random,
    /// What happens depends on bits that the compiler may choose.
    LeftOpen,
    /// What happens depends on where something lies in memory.
    Address,
    /// No input satisfies the assumptions.
    Vacuous,
    /// The exploration ran out of room for its records.
    Memory,
    /// A run was denied memory.
    MaxMemory,
    /// A run tried to do what it may not do when it is confined.
    Refused,
    /// The user stopped it.
    Interrupted,
}

impl ReasonKind {
    pub const ALL: [ReasonKind; 17] = [
        ReasonKind::MaxRuns,
        ReasonKind::MaxBranches,
        ReasonKind::MaxTime,
        ReasonKind::Solver,
        ReasonKind::SolverTime,
        ReasonKind::Divergence,
        ReasonKind::NotFollowed,
        ReasonKind::Unsupported,
        ReasonKind::Concretized,
        ReasonKind::Random,
        ReasonKind::LeftOpen,
        ReasonKind::Address,
        ReasonKind::Vacuous,
        ReasonKind::Memory,
        ReasonKind::MaxMemory,
        ReasonKind::Refused,
        ReasonKind::Interrupted,
    ];
}

/// What does not change the verdict, but what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub kind: RemarkKind,
    /// `file:line:column`, or empty where it has no place.
    pub location: String,
    pub detail: String,
    /// The edit or flag that would help.
    pub help: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// A branch waits for a length that the bound does not allow.
    Beyond,
    /// On a quicker machine more would have been done that was not asked for.
    Time,
}

impl RemarkKind {
    pub const ALL: [RemarkKind; 2] = [RemarkKind::Beyond, RemarkKind::Time];
}

/// Outcomes of branches in the package's own code, in functions that were entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Branches {
    pub covered: u32,
    pub total: u32,
    /// Those among the covered ones that only inputs beyond the bounds took.
    pub beyond: u32,
}

/// A branch in the package's own code, in a function that was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchSite {
    /// `file:line:column`.
    pub location: String,
    /// The function it is in.
    pub function: String,
    /// Outcomes that were taken: of a condition 0 when it did not hold and 1 when it did, of a `match` one an arm.
    pub taken: Vec<u32>,
    /// Outcomes that count and were not taken.
    pub missed: Vec<u32>,
}

impl Branches {
    /// Are at least so many percent covered? Of none, all are.
    pub fn reach(self, percent: u8) -> bool {
        u64::from(self.covered) * 100 >= u64::from(self.total) * u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_kinds_are_listed() {
        assert_eq!(FailureKind::ALL.len(), FailureKind::Error as usize + 1);
        assert_eq!(ReasonKind::ALL.len(), ReasonKind::Interrupted as usize + 1);
    }

    #[test]
    fn only_an_exhausted_search_without_failures_and_reasons_proves() {
        use Verdict::{Failed, Incomplete, Proved};
        for (fails, exhausted, has_reasons, verdict) in [
            (false, false, false, Incomplete),
            (false, false, true, Incomplete),
            (false, true, false, Proved),
            (false, true, true, Incomplete),
            (true, false, false, Failed),
            (true, false, true, Failed),
            (true, true, false, Failed),
            (true, true, true, Failed),
        ] {
            let evidence = Evidence { fails, exhausted, has_reasons };
            assert_eq!(Verdict::of(evidence), verdict, "{evidence:?}");
        }
    }

    #[test]
    fn percentages_are_not_rounded() {
        let branches = Branches { covered: 899, total: 1000, beyond: 0 };
        assert!(branches.reach(89) && !branches.reach(90));
        assert!(Branches::default().reach(100));
    }
}
