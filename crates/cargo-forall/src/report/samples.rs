//! Outcomes for the tests of the reports.

use super::{Format, Reporter};
use crate::args::{Color, Output};
use forall_report::{
    Assumption, Assumptions, BranchSite, Branches, Coverage, EarlyFailures, Event, Failure, FailureKind,
    Outcome, PathCounts, Reason, ReasonKind, Remark, RemarkKind, Remedy, Setting, Test, Verdict,
};

pub fn quiet() -> Output {
    Output { format: Format::Human, color: Color::Never, quiet: true, verbose: false }
}

/// What a reporter writes.
pub fn reported(reporter: &mut dyn Reporter, events: &[Event]) -> String {
    let mut out = Vec::new();
    events.iter().for_each(|event| reporter.report(event, &mut out).expect("there is room"));
    String::from_utf8(out).expect("text")
}

fn outcome(label: &str, verdict: Verdict, paths: u64, cases: u64) -> Outcome {
    let test = Test { name: format!("krate::{label}"), target: "lib".into(), label: label.into() };
    Outcome {
        test,
        verdict,
        paths,
        path_counts: PathCounts { meaningless: 1, failing: 0, succeeding: paths },
        runs: paths,
        cases,
        failures: Vec::new(),
        assumptions: Assumptions::default(),
        reasons: Vec::new(),
        remarks: Vec::new(),
        branches: Coverage {
            branches: Branches { covered: 14, total: 15, beyond: 0 },
            sites: vec![BranchSite {
                location: "src/num.rs:13:8".into(),
                function: "num::abs".into(),
                taken: vec![0],
                missed: vec![1],
            }],
        },
        seconds: 0.312,
        first_failure_seconds: None,
    }
}

pub fn proved() -> Outcome {
    let mut outcome = outcome("push_then_last", Verdict::Proved, 3, 2);
    outcome.branches.branches = Branches { covered: 4, total: 4, beyond: 0 };
    outcome
}

pub fn bounded() -> Outcome {
    let assumptions = Assumptions(vec![Assumption::Length { of: "s.len()".into(), at_most: 8 }]);
    Outcome { assumptions, ..outcome("roundtrip", Verdict::Proved, 41, 9) }
}

/// A proof of little.
pub fn beyond() -> Outcome {
    let mut outcome = bounded();
    outcome.remarks.push(Remark {
        kind: RemarkKind::Beyond,
        location: "src/num.rs:7:8".into(),
        detail: "s.len() = 12 is beyond the bound, and takes a side not seen within it".into(),
        remedies: Remedy::ExploreUpTo { setting: Setting::MaxLen, value: 12 }.into(),
    });
    outcome.branches.branches = Branches { covered: 17, total: 25, beyond: 12 };
    outcome
}

pub fn failed() -> Outcome {
    let failure = Failure {
        kind: FailureKind::Overflow,
        message: "attempt to negate with overflow".into(),
        location: "src/num.rs:14:9".into(),
        arguments: "x = i64::MIN".into(),
        paths: 1,
        calls: Vec::new(),
        case: "forall/num/abs_is_not_negative.rs::overflows_i64_min".into(),
        stack: vec!["num::abs".into(), "num::tests::abs_is_not_negative".into()],
        contract: None,
    };
    let (failures, first_failure_seconds) = (vec![failure], Some(0.02));
    let outcome = outcome("abs_is_not_negative", Verdict::Failed, 2, 2);
    Outcome { failures, first_failure_seconds, runs: 3, ..outcome }
}

/// The same, while it is still explored.
pub fn early_failures() -> EarlyFailures {
    let Outcome { test, mut failures, seconds, .. } = failed();
    failures.iter_mut().for_each(|failure| failure.case.clear());
    EarlyFailures { test, failures, seconds }
}

pub fn incomplete() -> Outcome {
    let reasons = vec![
        Reason {
            kind: ReasonKind::MaxRuns,
            location: String::new(),
            detail: "stopped after 2000 runs, with 3 sides of branches still to try".into(),
            remedies: Remedy::Raise { setting: Setting::MaxRuns }.into(),
        },
        Reason {
            kind: ReasonKind::NotFollowed,
            location: "src/cfg.rs:9:5".into(),
            detail: "call not followed: libc::getenv".into(),
            remedies: Remedy::Wrap { function: "libc::getenv".into() }.into(),
        },
    ];
    Outcome { reasons, ..outcome("parse_never_panics", Verdict::Incomplete, 2000, 17) }
}
