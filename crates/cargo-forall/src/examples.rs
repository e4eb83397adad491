//! The examples of a test: arguments that its author wrote down. The search begins with those whose leaves are known. All are run on the
//! plain build, and one that fails there is reported, whatever the search makes of it.

use crate::boundaries::{explored, is_same};
use crate::outcome::Confirmation;
use crate::process::Process;
use crate::replay::{FailingBoundary, RepeatedExample, Replay};
use crate::selection::Put;
use forall_engine::{Bounds, Case, End, Failure, Report, Run, Seed};
use forall_report::{FailureKind, Reason, ReasonKind, Remark, RemarkKind, Remedies, Remedy};

/// What the plain build did on the examples.
pub struct Examples(Vec<RepeatedExample>);

impl Examples {
    pub fn run(put: &Put<'_>, replay: &Replay<'_>) -> anyhow::Result<Examples> {
        let has_some = put.description.examples > 0;
        Ok(Examples(if has_some { replay.examples(&put.description)? } else { Vec::new() }))
    }

    /// What the search begins with.
    pub fn seeds(&self) -> Vec<Seed> {
        self.0.iter().filter_map(|example| example.leaves.clone()).collect()
    }

    /// All that a report depends on. Messages may differ from run to run.
    pub fn key(&self) -> String {
        let of_example = |example: &RepeatedExample| {
            let end = example.end.clone().map(|end| match end {
                End::Reported { ending, location, .. } => {
                    End::Reported { ending, location, message: String::new() }
                }
                End::Signal { signal, .. } => End::signal(signal),
                end => end,
            });
            format!("{:?} {end:?}\n", example.leaves)
        };
        self.0.iter().map(of_example).collect()
    }

    /// Adds the examples that fail, and what is to be said of those that the search did not begin with.
    pub fn add_to(
        &self,
        report: &mut Report,
        (put, bounds): (&Put<'_>, &Bounds),
        replay: &Replay<'_>,
        process: &Process,
        passes_on: &(dyn Fn(&str) -> bool + Sync),
    ) -> anyhow::Result<()> {
        for (number, example) in (1..).zip(&self.0) {
            match failing(example, put, replay, process, passes_on)? {
                Shown::Fails(shown) => add_failure(report, shown.0, shown.1),
                Shown::ByChance => add_chance(report, number, put),
                Shown::Nothing => {}
            }
            report.remarks.extend(remark(number, example, bounds));
        }
        Ok(())
    }
}

/// What the plain build shows of an example.
enum Shown {
    Fails(Box<(Case, Failure)>),
    /// It failed, and did not fail again.
    ByChance,
    /// It does not fail, or nobody has seen it.
    Nothing,
}

/// The example as a case, if it fails: with its leaves, if these fail in the same way.
fn failing(
    example: &RepeatedExample,
    put: &Put<'_>,
    replay: &Replay<'_>,
    process: &Process,
    passes_on: &(dyn Fn(&str) -> bool + Sync),
) -> anyhow::Result<Shown> {
    let Some(end) = &example.end else { return Ok(Shown::Nothing) };
    let mut unseen = false;
    for values in example.leaves.iter().chain([&example.itself]) {
        let plainly = || Run { end: end.clone(), place: u32::MAX, ..Run::default() };
        let run = match example.leaves.is_some() && *end != End::TimedOut {
            true if *values != example.itself => {
                let (values, plain) = (values.clone(), example.plain.clone());
                explored(put, process, &FailingBoundary { values, end: end.clone(), plain })?
            }
            _ => plainly(),
        };
        let manifest = &process.hello().manifest;
        let Some(failure) = forall_engine::failure(&put.description, manifest, passes_on, &run) else {
            return Ok(Shown::Nothing);
        };
        // No case can show that there is not enough memory.
        if failure.kind == FailureKind::Memory {
            return Ok(Shown::Nothing);
        }
        let case = Case { arguments: values.clone(), end: run.end, failure: Some(0), covered: Vec::new() };
        match replay.confirm_once(&put.description, &case)?.confirmation {
            Confirmation::Confirmed => return Ok(Shown::Fails(Box::new((case, failure)))),
            Confirmation::Unknown => unseen = true,
            _ => {}
        }
    }
    Ok(if unseen { Shown::Nothing } else { Shown::ByChance })
}

/// The failure is shown by the example from now on, also if it was known before.
fn add_failure(report: &mut Report, case: Case, failure: Failure) {
    let known = report.failures.iter().position(|known| is_same(known, report, &failure, &case));
    let same_case = report.cases.iter().position(|known| known.arguments == case.arguments);
    let number = known.unwrap_or(report.failures.len());
    let case_number = match same_case {
        // What it does in the plain build will be seen, whatever the exploration says of it.
        Some(same) if report.cases[same].failure.is_none() => return,
        Some(same) => same,
        None => {
            report.cases.push(Case { failure: Some(number), ..case });
            report.cases.len() - 1
        }
    };
    match report.failures.get_mut(number) {
        Some(known) if report.cases[case_number].failure == Some(number) => known.case = case_number,
        Some(_) => {}
        None if same_case.is_none() => report.failures.push(Failure { case: case_number, ..failure }),
        None => {}
    }
}

fn add_chance(report: &mut Report, number: usize, put: &Put<'_>) {
    if report.reasons.iter().all(|reason| reason.kind != ReasonKind::Random) {
        report.reasons.push(Reason {
            kind: ReasonKind::Random,
            location: format!("{}:{}", put.description.file, put.description.line),
            detail: format!("by chance: on example {number}, the plain build failed once, and not again"),
            remedies: Remedy::PassRandomness.into(),
        });
    }
}

/// What is to be said of an example that the search did not begin with.
fn remark(number: usize, example: &RepeatedExample, bounds: &Bounds) -> Option<Remark> {
    let why = match &example.leaves {
        None => "forall does not know what its arguments are made of",
        Some(leaves) if !bounds.hold(leaves) => "it lies beyond the bounds",
        Some(_) => return None,
    };
    let seen = match example.end {
        Some(_) => "was run",
        None => "was not seen to its end",
    };
    Some(Remark {
        kind: RemarkKind::Example,
        location: String::new(),
        detail: format!("example {number} {seen}, but the search did not begin with it: {why}"),
        remedies: Remedies::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::inputs::{Input, InputKind};
    use forall_protocol::shared::Ending;

    fn failing(x: u128, location: &str) -> (Case, Failure) {
        let end =
            End::Reported { ending: Ending::Panicked, message: String::new(), location: location.to_owned() };
        let arguments = vec![(Input { name: "x".into(), kind: InputKind::U8 }, x)];
        let failure = Failure {
            paths: 1,
            kind: FailureKind::Panic,
            message: String::new(),
            location: location.to_owned(),
            callers: Vec::new(),
            case: 0,
        };
        (Case { arguments, end, failure: Some(0), covered: Vec::new() }, failure)
    }

    #[test]
    fn a_failing_example_shows_its_failure() {
        let (simple, failure) = failing(1, "src/lib.rs:1:1");
        let mut report = Report::of_failure(simple, failure);
        let (example, failure) = failing(100, "src/lib.rs:1:1");
        add_failure(&mut report, example.clone(), failure.clone());
        assert_eq!((report.failures.len(), report.failures[0].case), (1, 1));
        assert_eq!((report.cases[1].failure, &report.cases[1].arguments), (Some(0), &example.arguments));
        add_failure(&mut report, example, failure);
        assert_eq!((report.cases.len(), report.failures.len()), (2, 1), "it is added once");
    }

    #[test]
    fn a_failure_that_the_search_did_not_find_is_added() {
        let (simple, failure) = failing(1, "src/lib.rs:1:1");
        let mut report = Report::of_failure(simple, failure);
        let (example, failure) = failing(100, "src/lib.rs:2:1");
        add_failure(&mut report, example, failure);
        assert_eq!((report.failures.len(), report.failures[1].case), (2, 1));
        assert_eq!(report.cases[1].failure, Some(1));
    }
}
