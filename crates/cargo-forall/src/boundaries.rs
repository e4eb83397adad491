//! What fails on boundary inputs. A test runs on them as long as it has no cases, so a failure among them must not be lost once it has some.

use crate::outcome::Confirmation;
use crate::process::Process;
use crate::replay::{FailingBoundary, Replay};
use crate::selection::Put;
use forall_engine::{Bounds, Case, End, Executor, Failure, Report, Run};
use forall_report::{FailureKind, Reason, ReasonKind, Remedy};
use std::time::Duration;

/// How long the instrumented program may take on one of them.
const TIME: Duration = Duration::from_secs(1);

/// What was found on boundary inputs.
#[derive(Default)]
pub struct BoundaryFailures {
    failures: Vec<(Case, Failure)>,
    /// One failed, and did not fail again.
    by_chance: bool,
}

/// Runs the boundary inputs of a test on the plain build. What fails there is also run in the explored program, which knows better where it fails.
pub fn find(
    put: &Put<'_>,
    replay: &Replay<'_>,
    process: &Process,
    passes_on: &(dyn Fn(&str) -> bool + Sync),
) -> anyhow::Result<BoundaryFailures> {
    let mut found = BoundaryFailures::default();
    for input in replay.failing_boundaries(&put.description)? {
        let run = explored(put, process, &input)?;
        let Some(failure) =
            forall_engine::failure(&put.description, &process.hello().manifest, passes_on, &run)
        else {
            continue;
        };
        // No case can show that there is not enough memory.
        if failure.kind == FailureKind::Memory {
            continue;
        }
        let case = Case { arguments: input.values, end: run.end, failure: Some(0), covered: Vec::new() };
        match replay.confirm_once(&put.description, &case)?.confirmation {
            Confirmation::Confirmed => found.failures.push((case, failure)),
            Confirmation::Unknown => {}
            _ => found.by_chance = true,
        }
    }
    Ok(found)
}

/// The run of the explored program on the same values if it fails in the same way; else what the plain build did, of unknown place.
pub fn explored(put: &Put<'_>, process: &Process, input: &FailingBoundary) -> anyhow::Result<Run> {
    let values: Vec<u128> = input.values.iter().map(|(_, value)| *value).collect();
    let run = process.target(put.index, TIME, Bounds::default().max_answers)?.run(&values, u32::MAX)?;
    if input.is_shown_by(&run.end) {
        return Ok(run);
    }
    Ok(Run { end: input.end.clone(), place: u32::MAX, ..Run::default() })
}

impl BoundaryFailures {
    pub fn is_empty(&self) -> bool {
        self.failures.is_empty()
    }

    /// Adds the failures that the exploration did not find itself.
    pub fn add_to(self, report: &mut Report, place_of_test: String) {
        for (case, failure) in self.failures {
            // What such a case does in the plain build will be seen, whatever the exploration says of it.
            let is_case = report.cases.iter().any(|known| known.arguments == case.arguments);
            if is_case || report.failures.iter().any(|known| is_same(known, report, &failure, &case)) {
                continue;
            }
            let (failure_number, case_number) = (report.failures.len(), report.cases.len());
            report.cases.push(Case { failure: Some(failure_number), ..case });
            report.failures.push(Failure { case: case_number, ..failure });
        }
        if self.by_chance && report.reasons.iter().all(|reason| reason.kind != ReasonKind::Random) {
            report.reasons.push(Reason {
                kind: ReasonKind::Random,
                location: place_of_test,
                detail: "by chance: on a boundary input, the plain build failed once, and not again".into(),
                remedies: Remedy::PassRandomness.into(),
            });
        }
    }
}

/// Is it the same kind of failure at the same place?
pub fn is_same(known: &Failure, report: &Report, failure: &Failure, case: &Case) -> bool {
    let panicked_at = |case: &Case| match &case.end {
        End::Reported { location, .. } if !location.is_empty() => Some(location.clone()),
        _ => None,
    };
    let same_panic =
        || panicked_at(case).is_some_and(|place| panicked_at(&report.cases[known.case]) == Some(place));
    known.kind == failure.kind && (known.location == failure.location || same_panic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::shared::Ending;
    use forall_report::Verdict;

    /// A panic at `panic`, for which `blamed` is blamed.
    fn failing(kind: FailureKind, blamed: &str, panic: &str) -> (Case, Failure) {
        let end =
            End::Reported { ending: Ending::Panicked, message: String::new(), location: panic.to_owned() };
        let arguments = vec![(Input { name: panic.to_owned(), kind: InputKind::U8 }, kind as u128)];
        let case = Case { arguments, end, failure: Some(0), covered: Vec::new() };
        let (message, location) = (String::new(), blamed.to_owned());
        (case, Failure { kind, message, location, callers: Vec::new(), case: 0, paths: 0 })
    }

    fn passing() -> Report {
        let (case, failure) = failing(FailureKind::Panic, "", "");
        let mut report = Report::of_failure(Case { failure: None, ..case }, failure);
        report.failures.clear();
        report
    }

    fn with(mut report: Report, failures: Vec<(Case, Failure)>, by_chance: bool) -> Report {
        BoundaryFailures { failures, by_chance }.add_to(&mut report, "src/lib.rs:1".into());
        report
    }

    #[test]
    fn what_an_exploration_did_not_find_is_added() {
        let overflow = failing(FailureKind::Overflow, "src/lib.rs:3:4", "src/lib.rs:3:4");
        let report = with(passing(), vec![overflow.clone()], false);
        assert_eq!(report.verdict(), Verdict::Failed);
        assert_eq!((report.failures[0].case, report.cases[1].failure), (1, Some(0)));
        let other = failing(FailureKind::Assertion, "src/lib.rs:3:4", "src/lib.rs:3:4");
        let report = with(report, vec![overflow, other], false);
        assert_eq!((report.failures.len(), report.cases.len()), (2, 3), "each once");
    }

    #[test]
    fn a_panic_is_known_whoever_is_blamed_for_it() {
        let found = failing(FailureKind::Panic, "src/lib.rs:3:4", "dependency/src/lib.rs:7:8");
        let plain = failing(FailureKind::Panic, "dependency/src/lib.rs:7:8", "dependency/src/lib.rs:7:8");
        let report = with(with(passing(), vec![found], false), vec![plain], false);
        assert_eq!(report.failures.len(), 1);
    }

    #[test]
    fn what_does_not_fail_again_is_chance() {
        let report = with(passing(), Vec::new(), true);
        assert_eq!((report.verdict(), report.reasons[0].kind), (Verdict::Incomplete, ReasonKind::Random));
        assert_eq!(with(report, Vec::new(), true).reasons.len(), 1);
    }
}
