//! Which cases of an exploration are written, and what is said of those that fail.

use super::CaseHints;
use super::contract;
use super::replayed::{Confirmation, Replayed};
use super::written::{arguments, calls, dies, place_of_death, test_case};
use forall_engine::Report;
use forall_protocol::put::PutDescription;
use forall_report::{Failure, FailureKind};
use forall_testgen::{NamedCase, TestCase, TestTarget, without_terminal_codes};

pub(super) struct CaseSelection {
    /// Of each case its number in the report.
    numbers: Vec<usize>,
    pub cases: Vec<NamedCase>,
    /// So many could not be written, because the plain build did not tell their arguments.
    pub untold: usize,
}

impl CaseSelection {
    pub(super) fn of(
        put: &PutDescription,
        target: &TestTarget,
        report: &Report,
        replayed: &[Replayed],
        hints: &CaseHints,
    ) -> CaseSelection {
        let (mut numbers, mut cases, mut untold) = (Vec::new(), Vec::new(), 0);
        for (number, (case, replayed)) in report.cases.iter().zip(replayed).enumerate() {
            if !replayed.confirmation.is_certain() || !replayed.can_be_written() {
                continue;
            }
            match test_case(put, report, number, replayed) {
                Some(test_case) => {
                    let branches = hints.branches.get(number).cloned().unwrap_or_default();
                    cases.push(TestCase { branches, ..test_case });
                    numbers.push(number);
                }
                // While arguments are made, a panic is a failure of which no case can be written.
                None if case.failure.is_some() => {}
                None => untold += 1,
            }
        }
        CaseSelection { numbers, cases: forall_testgen::named(target, cases, &hints.old), untold }
    }

    /// `forall/num/abs.rs::panics_boom_i64_min`, or empty when it is not written.
    fn name(&self, put: &PutDescription, number: usize) -> String {
        let position = self.numbers.iter().position(|kept| *kept == number);
        match position.map(|position| &self.cases[position]) {
            None | Some(NamedCase { left_out: true, .. }) => String::new(),
            Some(NamedCase { name, .. }) => format!("{}::{name}", put.cases),
        }
    }

    /// What fails in the plain build.
    pub(super) fn failures(
        &self,
        put: &PutDescription,
        target: &TestTarget,
        report: &Report,
        replayed: &[Replayed],
    ) -> Vec<Failure> {
        let found = report.failures.iter().filter_map(|failure| {
            // Where the plain build dies of something else, that is the failure.
            let replayed = replayed.get(failure.case)?;
            if !replayed.confirmation.is_certain() || replayed.confirmation.is_death() {
                return None;
            }
            let message = replayed.message.as_ref().unwrap_or(&failure.message);
            Some(Failure {
                kind: failure.kind,
                message: without_terminal_codes(message),
                location: failure.location.clone(),
                arguments: arguments(put, target, replayed),
                paths: failure.paths,
                calls: calls(target, replayed),
                case: self.name(put, failure.case),
                stack: failure.callers.iter().rev().cloned().collect(),
                contract: contract::broken(message),
            })
        });
        let deaths = replayed.iter().enumerate().filter_map(|(number, case)| {
            let Confirmation::DiesPlainly { signal, death } = &case.confirmation else { return None };
            Some(Failure {
                kind: FailureKind::Abort,
                message: dies(*signal, death),
                location: place_of_death(put, death),
                arguments: arguments(put, target, case),
                paths: 0,
                calls: calls(target, case),
                case: self.name(put, number),
                stack: Vec::new(),
                contract: None,
            })
        });
        found.chain(deaths).collect()
    }
}
