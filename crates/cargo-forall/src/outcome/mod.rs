//! What is reported of one test: what the exploration found, as far as the plain build confirms it.

mod reason;
mod replayed;
mod written;

pub use reason::{Kind, Reason};
pub use replayed::{Confirmation, Death, Depends, Replayed};
pub use written::{STACK_OVERFLOW, test_target, without_column};

use crate::keep::StillThere;
use crate::replay::Committed;
use forall_engine::{
    BranchSite, Branches, Evidence, FailureKind, ReasonKind, Remark, RemarkKind, Report, Verdict,
};
use forall_protocol::put::PutDescription;
use forall_testgen::{NamedCase, TestCase, TestTarget, without_terminal_codes};
use reason::Gathered;
use std::collections::BTreeMap;
use std::time::Duration;
use written::{dies, place_of, place_of_death, test_case, told};

#[derive(Clone, Debug)]
pub struct Outcome {
    /// `crate::module::name`.
    pub name: String,
    pub label: String,
    /// How its cases are written.
    pub target: TestTarget,
    /// Every path was executed, every query answered, and the plain build confirms every case.
    pub exhausted: bool,
    pub paths: u64,
    pub runs: u64,
    /// The cases that go into the case file.
    pub cases: Vec<NamedCase>,
    pub failures: Vec<Failure>,
    pub bounds: Vec<String>,
    pub reasons: Vec<Reason>,
    /// What earlier tests leave behind that makes a difference to this one. The verdict speaks of a process that begins afresh.
    pub state: Vec<String>,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
    pub location: String,
    /// `x = i64::MIN, y = 0`.
    pub arguments: String,
    /// `forall/num/abs.rs::panics_boom_i64_min`.
    pub case: String,
    /// The functions of the package that led there, the outermost first, as far as that is known.
    pub callers: Vec<String>,
}

/// What helps to write cases as a person would.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What stands below the header of the test's case file.
    pub old: String,
    /// For every case, the branches that tell it from others.
    pub branches: Vec<Vec<String>>,
    /// Bytes that the tested code writes as characters.
    pub characters: Vec<u8>,
    /// Where the library re-exports what stands in its private modules.
    pub public: BTreeMap<String, String>,
}

impl Outcome {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(Evidence {
            fails: !self.failures.is_empty(),
            exhausted: self.exhausted,
            has_reasons: !self.reasons.is_empty(),
        })
    }

    /// Might more have been found on a machine that is quicker, or less busy?
    pub fn was_short_of_time(&self) -> bool {
        let of_time = [ReasonKind::MaxTime, ReasonKind::SolverTime].map(Kind::Engine);
        self.reasons.iter().any(|reason| of_time.contains(&reason.kind))
            || self.remarks.iter().any(|remark| remark.kind == RemarkKind::Time)
    }

    /// `replayed` are the report's cases, in their order, as is what is `known` of their branches.
    pub fn new(
        put: &PutDescription,
        label: &str,
        report: Report,
        replayed: &[Replayed],
        known: &Known,
        time: Duration,
    ) -> Outcome {
        let target = TestTarget {
            characters: known.characters.clone(),
            public: known.public.clone(),
            ..test_target(put)
        };
        let certain = |case: usize| replayed.get(case).is_some_and(|case| case.confirmation.is_certain());
        let Gathered { mut reasons, state, interrupted, mut internal_error } =
            Gathered::of(put, &report, replayed);
        let is_kept = |case: &usize| certain(*case) && replayed[*case].can_be_written();
        let mut kept: Vec<usize> = (0..report.cases.len()).filter(is_kept).collect();
        let mut cases = Vec::new();
        kept.retain(|case| match test_case(put, &report, *case, &replayed[*case]) {
            Some(test_case) => {
                let branches = known.branches.get(*case).cloned().unwrap_or_default();
                cases.push(TestCase { branches, ..test_case });
                true
            }
            // While arguments are made, a panic is a failure of which no case can be written.
            None if report.cases[*case].failure.is_some() => false,
            None => {
                internal_error = true;
                let place = place_of(put);
                reasons.push(Reason::not_reproduced(
                    place,
                    "a case",
                    "the plain build did not tell its arguments",
                ));
                false
            }
        });
        let cases = forall_testgen::named(&target, cases, &known.old);
        let case_name = |position: usize| match &cases[position] {
            NamedCase { left_out: true, .. } => String::new(),
            NamedCase { name, .. } => format!("{}::{name}", put.cases),
        };
        let mut failures: Vec<Failure> = report
            .failures
            .iter()
            .filter_map(|failure| {
                // Where the plain build dies of something else, that is the failure.
                if !certain(failure.case) || replayed[failure.case].confirmation.is_death() {
                    return None;
                }
                let position = kept.iter().position(|case| *case == failure.case);
                let replayed = &replayed[failure.case];
                let message = replayed.message.as_ref().unwrap_or(&failure.message);
                Some(Failure {
                    kind: failure.kind,
                    message: without_terminal_codes(message),
                    location: failure.location.clone(),
                    arguments: told(put, &target, replayed),
                    case: position.map(case_name).unwrap_or_default(),
                    callers: failure.callers.clone(),
                })
            })
            .collect();
        for (number, case) in replayed.iter().enumerate() {
            if let Confirmation::DiesPlainly { signal, death } = &case.confirmation {
                failures.push(Failure {
                    kind: FailureKind::Abort,
                    message: dies(*signal, death),
                    location: place_of_death(put, death),
                    arguments: told(put, &target, case),
                    case: kept.iter().position(|kept| *kept == number).map(case_name).unwrap_or_default(),
                    callers: Vec::new(),
                });
            }
        }

        let all_confirmed =
            replayed.iter().all(|case| case.confirmation.is_confirmed()) && kept.len() == report.cases.len();
        Outcome {
            name: put.name.clone(),
            label: label.into(),
            target,
            exhausted: report.exhausted && all_confirmed,
            paths: report.paths,
            runs: report.runs,
            cases,
            failures,
            bounds: report.bounds,
            interrupted,
            reasons,
            state,
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
                case: format!("{}::{}", put.cases, case.name),
                callers: Vec::new(),
            });
        }
    }

    /// Do the reasons say that it is not the inputs alone that decide what happens?
    pub fn varies(&self) -> bool {
        let varying = [
            Kind::Engine(ReasonKind::Random),
            Kind::Engine(ReasonKind::Address),
            Kind::State,
            Kind::Elsewhere,
            Kind::Undefined,
        ];
        self.reasons.iter().any(|reason| varying.contains(&reason.kind))
    }

    /// Could it be so, by what was not followed?
    pub fn may_vary(&self) -> bool {
        let not_followed = Kind::Engine(ReasonKind::NotFollowed);
        let is_doubtful = |reason: &Reason| reason.kind == not_followed || reason.is_about_threads();
        self.varies() || self.reasons.iter().any(is_doubtful)
    }

    /// The exploration could not go on; nothing is known.
    pub fn broken(
        put: &PutDescription,
        label: &str,
        error: &str,
        interrupted: bool,
        time: Duration,
    ) -> Outcome {
        let reason = match interrupted {
            true => Reason::interrupted(),
            false => Reason {
                kind: Kind::Target,
                location: format!("{}:{}", put.file, put.line),
                detail: format!("internal error: {}", forall_testgen::one_line(error)),
                help: "please report this as a bug of forall".into(),
            },
        };
        Outcome {
            name: put.name.clone(),
            label: label.into(),
            target: test_target(put),
            exhausted: false,
            paths: 0,
            runs: 0,
            cases: Vec::new(),
            failures: Vec::new(),
            bounds: Vec::new(),
            reasons: vec![reason],
            state: Vec::new(),
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

#[cfg(test)]
mod tests;
