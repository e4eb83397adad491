//! One JSON object a line, for programs. Fields are added, never changed, as long as the version stays the same.

use crate::exit::Exit;
use crate::outcome::{Kind, Outcome};
use crate::report::Summary;
use crate::selection::Put;
use forall_engine::{FailureKind, ReasonKind, RemarkKind, Verdict};
use serde::Serialize;
use std::time::Duration;

const VERSION: u32 = 1;

pub fn outcome(target: &str, outcome: &Outcome) -> String {
    let reasons = outcome.reasons.iter().map(|reason| Reason {
        kind: reason_kind(reason.kind),
        location: &reason.location,
        detail: &reason.detail,
        help: &reason.help,
    });
    let remarks = outcome.remarks.iter().map(|remark| Reason {
        kind: remark_kind(remark.kind),
        location: &remark.location,
        detail: &remark.detail,
        help: &remark.help,
    });
    let sites = outcome.sites.iter().map(|site| Site {
        location: &site.location,
        function: &site.function,
        taken: &site.taken,
        missed: &site.missed,
    });
    line(&Event::Put {
        name: &outcome.name,
        target,
        verdict: match outcome.verdict() {
            Verdict::Proved => "proved",
            Verdict::Failed => "failed",
            Verdict::Incomplete => "incomplete",
        },
        paths: outcome.paths,
        runs: outcome.runs,
        cases: outcome.cases.len(),
        failures: failures(outcome),
        bounds: &outcome.bounds,
        reasons: reasons.collect(),
        state: &outcome.state,
        remarks: remarks.collect(),
        branches: Branches {
            covered: outcome.branches.covered,
            total: outcome.branches.total,
            beyond: outcome.branches.beyond,
            sites: sites.collect(),
        },
        seconds: seconds(outcome.time),
        first_failure_seconds: outcome.first_failure.map(seconds),
    })
}

fn failures(outcome: &Outcome) -> Vec<Failure<'_>> {
    let failures = outcome.failures.iter().map(|failure| Failure {
        kind: failure_kind(failure.kind),
        message: &failure.message,
        location: &failure.location,
        arguments: &failure.arguments,
        case: &failure.case,
        stack: failure.callers.iter().rev().map(String::as_str).collect(),
    });
    failures.collect()
}

/// A test that is still explored fails; the event of the test itself follows when it is over. No case is written yet.
pub fn found(target: &str, outcome: &Outcome) -> String {
    let failures = failures(outcome).into_iter().map(|failure| Failure { case: "", ..failure });
    line(&Event::Found {
        name: &outcome.name,
        target,
        failures: failures.collect(),
        seconds: seconds(outcome.time),
    })
}

pub fn listed(put: &Put<'_>) -> String {
    let Put { target, description: put, .. } = put;
    line(&Event::Listed { name: &put.name, target, file: &put.file, line: put.line, cases: &put.cases })
}

pub fn summary(summary: &Summary, exit: Exit) -> String {
    line(&Event::Summary {
        version: VERSION,
        puts: summary.puts(),
        proved: summary.proved,
        failed: summary.failed,
        incomplete: summary.incomplete,
        cases: summary.cases,
        exit: exit.code(),
        seconds: seconds(summary.time),
    })
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    Listed {
        name: &'a str,
        target: &'a str,
        file: &'a str,
        line: u32,
        cases: &'a str,
    },
    /// While a test is explored that takes a while, and at most once.
    Found {
        name: &'a str,
        target: &'a str,
        failures: Vec<Failure<'a>>,
        seconds: f64,
    },
    Put {
        name: &'a str,
        /// Of the package: `lib`, `bin-tool`, `test-it`.
        target: &'a str,
        verdict: &'static str,
        paths: u64,
        runs: u64,
        cases: usize,
        failures: Vec<Failure<'a>>,
        bounds: &'a [String],
        reasons: Vec<Reason<'a>>,
        /// What other tests leave behind that makes a difference: the verdict speaks of a fresh process. Left out when there is no such thing.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        state: &'a [String],
        /// What else a reader of the verdict should know; left out when there is nothing.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<Reason<'a>>,
        branches: Branches<'a>,
        seconds: f64,
        /// Left out when nothing fails, and when an earlier command found it.
        #[serde(skip_serializing_if = "Option::is_none")]
        first_failure_seconds: Option<f64>,
    },
    Summary {
        version: u32,
        puts: u64,
        proved: u64,
        failed: u64,
        incomplete: u64,
        cases: u64,
        exit: u8,
        seconds: f64,
    },
}

#[derive(Serialize)]
struct Failure<'a> {
    kind: &'static str,
    message: &'a str,
    location: &'a str,
    arguments: &'a str,
    case: &'a str,
    /// The functions of the package that led there, the innermost first, recursion left out; empty when that is not known.
    stack: Vec<&'a str>,
}

#[derive(Serialize)]
struct Reason<'a> {
    kind: &'static str,
    location: &'a str,
    detail: &'a str,
    help: &'a str,
}

#[derive(Serialize)]
struct Branches<'a> {
    covered: u32,
    total: u32,
    /// Those of the covered ones that only inputs beyond the bounds took.
    beyond: u32,
    sites: Vec<Site<'a>>,
}

/// Where a branch is, and which of its outcomes were taken: of a condition 0 when it did not hold and 1 when it did.
#[derive(Serialize)]
struct Site<'a> {
    location: &'a str,
    function: &'a str,
    taken: &'a [u32],
    missed: &'a [u32],
}

fn line(event: &Event<'_>) -> String {
    serde_json::to_string(event).expect("plain data can be written as JSON")
}

/// Milliseconds are precise enough.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

fn failure_kind(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Panic => "panic",
        FailureKind::Assertion => "assertion",
        FailureKind::Overflow => "overflow",
        FailureKind::Bounds => "bounds",
        FailureKind::Abort => "abort",
        FailureKind::Timeout => "timeout",
        FailureKind::Memory => "memory",
        FailureKind::Error => "error",
    }
}

fn remark_kind(kind: RemarkKind) -> &'static str {
    match kind {
        RemarkKind::Beyond => "beyond",
        RemarkKind::Time => "time",
    }
}

fn reason_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::NotReproduced => "not_reproduced",
        Kind::State => "state",
        Kind::NotWritten => "not_written",
        Kind::Elsewhere => "process",
        Kind::Undefined => "undefined",
        Kind::Target => "internal_error",
        Kind::Engine(kind) => match kind {
            ReasonKind::MaxRuns => "max_runs",
            ReasonKind::MaxBranches => "max_branches",
            ReasonKind::MaxTime => "max_time",
            ReasonKind::Solver => "solver",
            ReasonKind::SolverTime => "solver_time",
            ReasonKind::Divergence => "divergence",
            ReasonKind::NotFollowed => "not_followed",
            ReasonKind::Unsupported => "unsupported",
            ReasonKind::Concretized => "concretized",
            ReasonKind::Random => "random",
            ReasonKind::LeftOpen => "left_open",
            ReasonKind::Address => "address",
            ReasonKind::Vacuous => "vacuous",
            ReasonKind::Memory => "memory",
            ReasonKind::MaxMemory => "max_memory",
            ReasonKind::Refused => "refused",
            ReasonKind::Interrupted => "interrupted",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn a_failing_test() {
        assert_eq!(
            outcome("lib", &samples::failed()),
            r#"{"event":"put","name":"krate::abs_is_not_negative","target":"lib","verdict":"failed","paths":2,"runs":3,"cases":2,"failures":[{"kind":"overflow","message":"attempt to negate with overflow","location":"src/num.rs:14:9","arguments":"x = i64::MIN","case":"forall/num/abs_is_not_negative.rs::overflows_i64_min","stack":["num::abs","num::tests::abs_is_not_negative"]}],"bounds":[],"reasons":[],"branches":{"covered":14,"total":15,"beyond":0,"sites":[{"location":"src/num.rs:13:8","function":"num::abs","taken":[0],"missed":[1]}]},"seconds":0.312,"first_failure_seconds":0.02}"#
        );
    }

    #[test]
    fn what_was_found_so_far() {
        assert_eq!(
            found("lib", &samples::failed()),
            r#"{"event":"found","name":"krate::abs_is_not_negative","target":"lib","failures":[{"kind":"overflow","message":"attempt to negate with overflow","location":"src/num.rs:14:9","arguments":"x = i64::MIN","case":"","stack":["num::abs","num::tests::abs_is_not_negative"]}],"seconds":0.312}"#
        );
    }

    #[test]
    fn an_incomplete_test() {
        assert_eq!(
            outcome("lib", &samples::incomplete()),
            r#"{"event":"put","name":"krate::parse_never_panics","target":"lib","verdict":"incomplete","paths":2000,"runs":2000,"cases":17,"failures":[],"bounds":[],"reasons":[{"kind":"max_runs","location":"","detail":"stopped after 2000 runs, with 3 sides of branches still to try","help":"raise --max-runs"},{"kind":"not_followed","location":"src/cfg.rs:9:5","detail":"call not followed: libc::getenv","help":"wrap libc::getenv behind a trait the test can replace"}],"branches":{"covered":14,"total":15,"beyond":0,"sites":[{"location":"src/num.rs:13:8","function":"num::abs","taken":[0],"missed":[1]}]},"seconds":0.312}"#
        );
    }

    #[test]
    fn what_other_tests_leave_behind_is_a_field_of_its_own() {
        let state = vec!["static CELL at src/lib.rs:3".to_owned()];
        let line = outcome("lib", &Outcome { state, ..samples::proved() });
        assert!(
            line.contains(r#""reasons":[],"state":["static CELL at src/lib.rs:3"],"branches":"#),
            "{line}"
        );
    }

    #[test]
    fn what_lies_beyond_the_bound_is_told() {
        let line = outcome("lib", &samples::beyond());
        let remark = r#""remarks":[{"kind":"beyond","location":"src/num.rs:7:8","detail":"s.len() = 12 is beyond the bound, and takes a side not seen within it","help":"--max-len 12 explores up to there"}]"#;
        assert!(line.contains(remark), "{line}");
        assert!(line.contains(r#""branches":{"covered":17,"total":25,"beyond":12,"#), "{line}");
    }

    #[test]
    fn the_closing_line() {
        let figures =
            Summary { proved: 2, failed: 1, incomplete: 1, cases: 30, time: Duration::from_millis(1500) };
        assert_eq!(
            summary(&figures, Exit::Failed),
            r#"{"event":"summary","version":1,"puts":4,"proved":2,"failed":1,"incomplete":1,"cases":30,"exit":1,"seconds":1.5}"#
        );
    }
}
