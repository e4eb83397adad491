//! What is reported of one test: what the exploration found, as far as the plain build confirms it.

mod case_selection;
mod contract;
mod gathered;
mod reason;
mod replayed;
mod written;

pub use replayed::{Confirmation, Death, Depends, Replayed};
pub use written::{STACK_OVERFLOW, test_target, without_column};

use crate::keep::StillThere;
use crate::replay::Committed;
use case_selection::CaseSelection;
use forall_engine::Report;
use forall_protocol::put::PutDescription;
use forall_report::{
    Assumption, Assumptions, BranchSite, Branches, Coverage, EarlyFailures, Evidence, Failure, PathCounts,
    Reason, ReasonKind, Remark, RemarkKind, Test, Verdict, seconds,
};
use forall_testgen::{NamedCase, TestTarget};
use gathered::Gathered;
use std::collections::BTreeMap;
use std::iter;
use std::time::Duration;
use written::{message_of, place_of};

#[derive(Clone, Debug)]
pub struct TestOutcome {
    /// How its cases are written.
    pub target: TestTarget,
    /// Every path was executed, every query answered, and the plain build confirms every case.
    pub exhausted: bool,
    pub paths: u64,
    pub path_counts: PathCounts,
    pub runs: u64,
    /// The cases that go into the case file.
    pub cases: Vec<NamedCase>,
    pub failures: Vec<Failure>,
    /// What the verdict stands on.
    pub assumptions: Assumptions,
    pub reasons: Vec<Reason>,
    pub remarks: Vec<Remark>,
    pub branches: Branches,
    pub sites: Vec<BranchSite>,
    pub time: Duration,
    /// When the first failing input was found; not known of what was found by an earlier command.
    pub first_failure: Option<Duration>,
    /// forall contradicts itself about this test.
    pub internal_error: bool,
    /// The user stopped the exploration of this test.
    pub interrupted: bool,
}

/// What helps to write cases as a person would.
#[derive(Clone, Debug, Default)]
pub struct CaseHints {
    /// What stands below the header of the test's case file.
    pub old: String,
    /// For every case, the branches that tell it from others.
    pub branches: Vec<Vec<String>>,
    /// Bytes that the tested code writes as characters.
    pub characters: Vec<u8>,
    /// Where the library re-exports what stands in its private modules.
    pub public: BTreeMap<String, String>,
}

impl TestOutcome {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(Evidence {
            fails: !self.failures.is_empty(),
            exhausted: self.exhausted,
            has_reasons: !self.reasons.is_empty(),
        })
    }

    /// What is reported of it in the end.
    pub fn reported(&self, test: Test) -> forall_report::Outcome {
        forall_report::Outcome {
            test,
            verdict: self.verdict(),
            paths: self.paths,
            path_counts: self.path_counts,
            runs: self.runs,
            cases: self.cases.len() as u64,
            failures: self.failures.clone(),
            assumptions: self.assumptions.clone(),
            reasons: self.reasons.clone(),
            remarks: self.remarks.clone(),
            branches: Coverage { branches: self.branches, sites: self.sites.clone() },
            seconds: seconds(self.time),
            first_failure_seconds: self.first_failure.map(seconds),
        }
    }

    /// What is reported of it while it is still explored: no case is written yet.
    pub fn early_failures(&self, test: Test) -> EarlyFailures {
        let failures = self.failures.iter().map(|failure| Failure { case: String::new(), ..failure.clone() });
        EarlyFailures { test, failures: failures.collect(), seconds: seconds(self.time) }
    }

    /// Might more have been found on a machine that is quicker, or less busy?
    pub fn was_short_of_time(&self) -> bool {
        let of_time = [ReasonKind::MaxTime, ReasonKind::SolverTime];
        self.reasons.iter().any(|reason| of_time.contains(&reason.kind))
            || self.remarks.iter().any(|remark| remark.kind == RemarkKind::Time)
    }

    /// `replayed` are the report's cases, in their order, as are the branches in `hints`.
    pub fn new(
        put: &PutDescription,
        mut report: Report,
        replayed: &[Replayed],
        hints: &CaseHints,
        time: Duration,
    ) -> TestOutcome {
        for failure in &mut report.failures {
            failure.message = message_of(failure);
        }
        let target = TestTarget {
            characters: hints.characters.clone(),
            public: hints.public.clone(),
            ..test_target(put)
        };
        let Gathered { mut reasons, state, interrupted, mut internal_error } =
            Gathered::of(put, &report, replayed);
        let unsatisfiable = contract::unsatisfiable(put, &report, &mut reasons);
        contract::explain_vacuous(put, &mut reasons);
        let selection = CaseSelection::of(put, &target, &report, replayed, hints);
        internal_error |= selection.untold > 0;
        let untold =
            || reason::not_reproduced(place_of(put), "a case", "the plain build did not tell its arguments");
        reasons.extend(iter::repeat_with(untold).take(selection.untold));
        let mut failures = selection.failures(put, &target, &report, replayed);
        failures.extend(unsatisfiable);
        let all_confirmed = replayed.iter().all(|case| case.confirmation.is_confirmed())
            && selection.cases.len() == report.cases.len();
        TestOutcome {
            target,
            exhausted: report.exhausted && all_confirmed,
            paths: report.paths,
            path_counts: report.path_counts,
            runs: report.runs,
            cases: selection.cases,
            failures,
            assumptions: assumptions(report.assumptions, state),
            interrupted,
            reasons,
            remarks: report.remarks,
            branches: report.branches,
            sites: report.sites,
            time,
            first_failure: None,
            internal_error,
        }
    }

    /// A case of an earlier time that still fails is a failure, whoever found it.
    pub fn add_kept_failures(&mut self, kept: &[StillThere], put: &PutDescription) {
        if self.varies() {
            return; // once says nothing
        }
        for StillThere { case, now } in kept {
            let Some(Committed::Fails { kind, place }) = now else { continue };
            self.failures.push(Failure {
                kind: *kind,
                message: case.message().into(),
                location: if place.is_empty() { case.place().into() } else { place.clone() },
                arguments: case.call(),
                paths: 0,
                calls: Vec::new(),
                case: format!("{}::{}", put.cases, case.name),
                stack: Vec::new(),
                contract: contract::broken(case.message()),
            });
        }
    }

    /// Do the reasons say that it is not the inputs alone that decide what happens?
    pub fn varies(&self) -> bool {
        let varying = [
            ReasonKind::Random,
            ReasonKind::Address,
            ReasonKind::State,
            ReasonKind::Process,
            ReasonKind::Undefined,
        ];
        self.reasons.iter().any(|reason| varying.contains(&reason.kind))
    }

    /// Could it be so, by what was not followed?
    pub fn may_vary(&self) -> bool {
        let is_doubtful =
            |reason: &Reason| reason.kind == ReasonKind::NotFollowed || reason::is_about_threads(reason);
        self.varies() || self.reasons.iter().any(is_doubtful)
    }

    /// The test of a contract that nobody can run.
    pub fn without_inputs(put: &PutDescription) -> TestOutcome {
        let reasons = vec![reason::no_inputs(place_of(put), &put.missing)];
        TestOutcome { reasons, internal_error: false, ..TestOutcome::broken(put, "", false, Duration::ZERO) }
    }

    /// The exploration could not go on; nothing is known.
    pub fn broken(put: &PutDescription, error: &str, interrupted: bool, time: Duration) -> TestOutcome {
        let reason = match interrupted {
            true => reason::interrupted(),
            false => reason::broken(place_of(put), error),
        };
        TestOutcome {
            target: test_target(put),
            exhausted: false,
            paths: 0,
            path_counts: PathCounts::default(),
            runs: 0,
            cases: Vec::new(),
            failures: Vec::new(),
            assumptions: Assumptions::default(),
            reasons: vec![reason],
            remarks: Vec::new(),
            branches: Branches::default(),
            sites: Vec::new(),
            time,
            first_failure: None,
            internal_error: !interrupted,
            interrupted,
        }
    }
}

fn assumptions(mut bounds: Vec<Assumption>, state: Vec<String>) -> Assumptions {
    if !state.is_empty() {
        bounds.push(Assumption::FreshProcess { state });
    }
    Assumptions(bounds)
}

#[cfg(test)]
mod tests;
