//! Outcomes for the tests of the reports.

use crate::outcome::{Failure, Kind, Outcome, Reason, test_target};
use forall_engine::{BranchSite, Branches, FailureKind, ReasonKind, Remark, RemarkKind};
use forall_protocol::put::PutDescription;
use forall_testgen::NamedCase;
use std::time::Duration;

fn outcome(label: &str, exhausted: bool, paths: u64, cases: usize) -> Outcome {
    let case = NamedCase::default();
    Outcome {
        name: format!("krate::{label}"),
        label: label.into(),
        target: test_target(&PutDescription::default()),
        exhausted,
        paths,
        runs: paths,
        cases: vec![case; cases],
        failures: Vec::new(),
        bounds: Vec::new(),
        reasons: Vec::new(),
        state: Vec::new(),
        remarks: Vec::new(),
        branches: Branches { covered: 14, total: 15, beyond: 0 },
        sites: vec![BranchSite {
            location: "src/num.rs:13:8".into(),
            function: "num::abs".into(),
            taken: vec![0],
            missed: vec![1],
        }],
        time: Duration::from_micros(311_900),
        first_failure: None,
        internal_error: false,
        interrupted: false,
    }
}

pub fn proved() -> Outcome {
    let branches = Branches { covered: 4, total: 4, beyond: 0 };
    Outcome { branches, ..outcome("push_then_last", true, 3, 2) }
}

pub fn bounded() -> Outcome {
    Outcome { bounds: vec!["s.len() <= 8".into()], ..outcome("roundtrip", true, 41, 9) }
}

/// A proof of little.
pub fn beyond() -> Outcome {
    let remark = Remark {
        kind: RemarkKind::Beyond,
        location: "src/num.rs:7:8".into(),
        detail: "s.len() = 12 is beyond the bound, and takes a side not seen within it".into(),
        help: "--max-len 12 explores up to there".into(),
    };
    let branches = Branches { covered: 17, total: 25, beyond: 12 };
    Outcome { remarks: vec![remark], branches, ..bounded() }
}

pub fn failed() -> Outcome {
    let failure = Failure {
        kind: FailureKind::Overflow,
        message: "attempt to negate with overflow".into(),
        location: "src/num.rs:14:9".into(),
        arguments: "x = i64::MIN".into(),
        case: "forall/num/abs_is_not_negative.rs::overflows_i64_min".into(),
        callers: vec!["num::tests::abs_is_not_negative".into(), "num::abs".into()],
    };
    let first_failure = Some(Duration::from_millis(20));
    let failures = vec![failure];
    Outcome { failures, first_failure, runs: 3, ..outcome("abs_is_not_negative", false, 2, 2) }
}

pub fn incomplete() -> Outcome {
    let reasons = vec![
        Reason {
            kind: Kind::Engine(ReasonKind::MaxRuns),
            location: String::new(),
            detail: "stopped after 2000 runs, with 3 sides of branches still to try".into(),
            help: "raise --max-runs".into(),
        },
        Reason {
            kind: Kind::Engine(ReasonKind::NotFollowed),
            location: "src/cfg.rs:9:5".into(),
            detail: "call not followed: libc::getenv".into(),
            help: "wrap libc::getenv behind a trait the test can replace".into(),
        },
    ];
    Outcome { reasons, ..outcome("parse_never_panics", false, 2000, 17) }
}
