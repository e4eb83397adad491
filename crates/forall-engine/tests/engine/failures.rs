//! What counts as a failure, what it is called, and where it is.

use crate::setup::{Exploration, FarFetched, Machine, Value, ended, explored, panic_at, site_place, written};
use forall_engine::{Case, End, Failure, Report};
use forall_protocol::manifest::NOT_COUNTED;
use forall_protocol::put::Expectation;
use forall_protocol::shared::Ending;
use forall_report::{FailureKind, Verdict};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Ends so for inputs above 41, and returns for the others.
fn above_41(end: End) -> impl FnMut(&mut Machine) -> Result<(), End> {
    move |m| {
        let x = m.i32("x");
        let fine = m.less(x, 42);
        if m.branch(0, fine)? { Ok(()) } else { Err(end.clone()) }
    }
}

fn only_failure(report: &Report) -> (FailureKind, &str, &str) {
    assert_eq!(report.verdict(), Verdict::Failed);
    assert_eq!(report.failures.len(), 1, "{:?}", report.failures);
    let failure = &report.failures[0];
    assert_eq!(report.cases[failure.case].failure, Some(0));
    (failure.kind, &failure.message, &failure.location)
}

#[test]
fn a_failing_assertion_is_found_with_its_smallest_input() {
    let report = explored(above_41(panic_at("assertion failed: x < 42", "src/lib.rs:7:9")));
    assert_eq!(only_failure(&report), (FailureKind::Assertion, "assertion failed: x < 42", "src/lib.rs:7:9"));
    assert_eq!(written(&report), ["x = 0", "x = 42 FAILS"]);
}

#[test]
fn a_helper_that_two_callers_use_wrongly_is_two_bugs() {
    let called = |callers: &[&str]| callers.iter().map(|caller| (*caller).to_owned()).collect();
    let report = explored(|m: &mut Machine| {
        let x = m.i32("x");
        for (site, limit, callers) in
            [(0, 10, ["put", "read"]), (1, 20, ["put", "write"]), (2, 30, ["put", "read"])]
        {
            let here = m.eq(x, limit);
            if m.branch(site, here)? {
                m.run.callers = called(&callers);
                return Err(panic_at("no value", "src/lib.rs:7:9"));
            }
        }
        Ok(())
    });
    let told: Vec<_> =
        report.failures.iter().map(|failure| (&failure.callers[1], failure.location.as_str())).collect();
    assert_eq!(told, [(&"read".to_owned(), "src/lib.rs:7:9"), (&"write".to_owned(), "src/lib.rs:7:9")]);
}

#[test]
fn every_end_has_its_kind_and_words() {
    let error = End::Reported { ending: Ending::Err, message: "Empty".into(), location: String::new() };
    for (end, kind, message, location) in [
        (panic_at("boom", "src/lib.rs:7:9"), FailureKind::Panic, "boom", "src/lib.rs:7:9"),
        (
            panic_at("attempt to add with overflow", "src/lib.rs:7:9"),
            FailureKind::Overflow,
            "attempt to add with overflow",
            "src/lib.rs:7:9",
        ),
        (error, FailureKind::Error, "Empty", "src/lib.rs:90"),
        (
            End::signal(6),
            FailureKind::Abort,
            "the process was killed by signal 6 (SIGABRT)",
            "src/lib.rs:4:5",
        ),
        (
            End::Exit(0),
            FailureKind::Abort,
            "the process exited with code 0 in the middle of the test",
            "src/lib.rs:4:5",
        ),
        (ended(Ending::StackOverflow), FailureKind::Abort, "stack overflow", "src/lib.rs:4:5"),
        (
            ended(Ending::Died),
            FailureKind::Abort,
            "the process died in the middle of the test",
            "src/lib.rs:4:5",
        ),
        (End::TimedOut, FailureKind::Timeout, "did not end in time", "src/lib.rs:4:5"),
    ] {
        let mut body = above_41(end);
        let report = explored(|m| {
            m.run.place = 3;
            body(m)
        });
        assert_eq!(only_failure(&report), (kind, message, location));
        assert_eq!(written(&report), ["x = 0", "x = 42 FAILS"]);
        assert!(report.reasons.is_empty(), "{:?}", report.reasons);
    }
}

#[test]
fn a_panic_elsewhere_is_blamed_on_the_call_that_led_there() {
    let mut body = above_41(panic_at("boom", "/rustc/library/core/src/option.rs:1:1"));
    let report = explored(|m| {
        m.run.place = 5;
        body(m)
    });
    assert_eq!(only_failure(&report).2, site_place(5));
    let report = explored(above_41(panic_at("boom", "/rustc/library/core/src/option.rs:1:1")));
    assert_eq!(only_failure(&report).2, "/rustc/library/core/src/option.rs:1:1", "no such call");
}

#[test]
fn files_without_counted_branches_are_not_the_packages_own() {
    let mut exploration = Exploration::new();
    exploration.manifest.texts.push("dependency.rs".into());
    let file = exploration.manifest.texts.len() as u32 - 1;
    exploration.manifest.sites[9].file = file;
    exploration.manifest.sites[9].first_outcome = NOT_COUNTED;
    let mut body = above_41(panic_at("boom", "dependency.rs:10:5"));
    let report = exploration.of(|m| {
        m.run.place = 5;
        body(m)
    });
    assert_eq!(only_failure(&report).2, site_place(5));
}

#[test]
fn an_expected_panic_is_required_for_every_input() {
    let panics = || Exploration::new().expecting(Expectation::Panics, "by zero");
    let report = panics().of(|_| Err(panic_at("attempt to divide by zero", "src/lib.rs:7:9")));
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 1));

    let report = panics().of(above_41(panic_at("attempt to divide by zero", "src/lib.rs:7:9")));
    let message = "did not panic, expected a panic containing \"by zero\"";
    assert_eq!(only_failure(&report), (FailureKind::Panic, message, "src/lib.rs:90"));
    assert_eq!(written(&report), ["x = 0 FAILS", "x = 42"]);

    let report = panics().of(|_| Err(panic_at("attempt to add with overflow", "src/lib.rs:7:9")));
    let message = "attempt to add with overflow (expected a panic containing \"by zero\")";
    assert_eq!(only_failure(&report), (FailureKind::Overflow, message, "src/lib.rs:7:9"));
}

#[test]
fn an_allowed_panic_is_no_failure_and_not_required() {
    let may_panic = || Exploration::new().expecting(Expectation::MayPanic, "out of range");
    let report = may_panic().of(above_41(panic_at("value out of range", "src/lib.rs:7:9")));
    assert_eq!((report.verdict(), report.paths), (Verdict::Proved, 2));
    let report = may_panic().of(above_41(panic_at("boom", "src/lib.rs:7:9")));
    assert_eq!(only_failure(&report).1, "boom");
    let report = may_panic().of(above_41(End::signal(11)));
    assert_eq!(only_failure(&report).0, FailureKind::Abort);
}

#[test]
fn failures_that_differ_only_in_values_are_one() {
    let report = explored(|m| {
        let x = m.u8("x");
        for n in 0..5 {
            let found = m.eq(x, n + 10);
            if m.branch(n as u32, found)? {
                let message = format!("assertion `left == right` failed\n  left: {n}\n right: 0");
                return Err(panic_at(&message, "src/lib.rs:7:9"));
            }
        }
        Ok(())
    });
    let (kind, message, _) = only_failure(&report);
    assert_eq!(kind, FailureKind::Assertion);
    assert!(message.contains("left: 0"), "the one with the fewest decisions: {message}");
    assert_eq!(report.paths, 6);
}

/// Ends otherwise for each of the first inputs above 0.
fn in_turn(ends: Vec<End>) -> impl FnMut(&mut Machine) -> Result<(), End> {
    move |m| {
        let x = m.u8("x");
        for (n, end) in ends.iter().enumerate() {
            let found = m.eq(x, n as i64 + 1);
            if m.branch(n as u32, found)? {
                return Err(end.clone());
            }
        }
        Ok(())
    }
}

#[test]
fn failures_at_different_places_or_of_different_kinds_are_several() {
    let report = explored(in_turn(vec![
        panic_at("boom", "src/lib.rs:7:9"),
        panic_at("boom", "src/lib.rs:8:9"),
        panic_at("attempt to add with overflow", "src/lib.rs:8:9"),
        End::signal(6),
    ]));
    assert_eq!(report.failures.len(), 4);
    for (index, failure) in report.failures.iter().enumerate() {
        assert_eq!(report.cases[failure.case].failure, Some(index));
    }
    let mut cases: Vec<usize> = report.failures.iter().map(|failure| failure.case).collect();
    cases.dedup();
    assert!(cases.is_sorted() && cases.len() == 4);
}

#[test]
fn what_a_panic_says_makes_no_other_bug_unless_its_place_only_passes_it_on() {
    let said = ["bad value abc", "bad value é", "nothing at all", "bad value 17"];
    let ends = || said.map(|message| panic_at(message, "src/lib.rs:7:9")).to_vec();
    assert_eq!(explored(in_turn(ends())).failures.len(), 1);
    let passes_on = Exploration { passes_on: "src/lib.rs:7:9", ..Exploration::new() };
    let report = passes_on.of(in_turn(ends()));
    let told: Vec<&str> = report.failures.iter().map(|failure| failure.message.as_str()).collect();
    assert_eq!(told, ["bad value abc", "bad value é", "nothing at all"]);
}

#[test]
fn panics_of_a_dependency_at_one_call_are_told_apart_by_their_places() {
    let mut body = in_turn(vec![
        panic_at("too small", "dependency/src/lib.rs:1:1"),
        panic_at("too small, too", "dependency/src/lib.rs:1:1"),
        panic_at("too large", "dependency/src/lib.rs:2:1"),
    ]);
    let report = explored(|m| {
        m.run.place = 5;
        body(m)
    });
    let places: Vec<&str> = report.failures.iter().map(|failure| failure.location.as_str()).collect();
    assert_eq!(places, [site_place(5), site_place(5)]);
}

#[test]
fn a_failing_run_is_told_of_as_soon_as_it_is_made() {
    let found = Mutex::new(Vec::new());
    let tell = |case: Case, failure: Failure| found.lock().unwrap().push((case, failure));
    let runs = AtomicU64::new(0);
    let exploration = Exploration { on_failure: &tell, ..Exploration::new() };
    let report = exploration.of(|m| {
        let x = m.i32("x");
        let run = runs.fetch_add(1, Ordering::Relaxed);
        assert!(run < 2 || !found.lock().unwrap().is_empty(), "the second run fails");
        let fine = m.less(x, 42);
        if !m.branch(0, fine)? {
            return Err(panic_at("boom", "src/lib.rs:7:9"));
        }
        for n in 0..4 {
            let here = m.eq(x, n);
            m.branch(n as u32 + 1, here)?;
        }
        Ok(())
    });
    let found = found.into_inner().unwrap();
    let (case, failure) = &found[0];
    assert_eq!(case.end, panic_at("boom", "src/lib.rs:7:9"));
    assert_eq!((failure.kind, failure.location.as_str()), (FailureKind::Panic, "src/lib.rs:7:9"));
    assert!(case.arguments[0].1 >= 42 && report.paths == 6);
}

#[test]
fn the_message_is_that_of_the_case_that_is_reported() {
    let report = explored(|m| {
        let x = m.i32("x");
        let fine = m.less(x, 42);
        if m.branch(0, fine)? {
            return Ok(());
        }
        let message = format!("index out of bounds: the len is 42 but the index is {}", x.signed());
        Err(panic_at(&message, "src/lib.rs:7:9"))
    });
    assert_eq!(only_failure(&report).1, "index out of bounds: the len is 42 but the index is 42");
    let End::Reported { message, .. } = &report.cases[report.failures[0].case].end else { panic!() };
    assert_eq!(message, "index out of bounds: the len is 42 but the index is 42");
}

#[test]
fn the_search_goes_on_after_a_failure() {
    let report = explored(|m| {
        let x = m.i32("x");
        let negative = m.less(x, 0);
        if m.branch(0, negative)? {
            return Err(End::signal(11));
        }
        let needle = m.eq(x, 123_456);
        m.branch(1, needle)?;
        Ok(())
    });
    assert_eq!((report.verdict(), report.paths), (Verdict::Failed, 3));
}

#[test]
fn a_failure_that_shows_only_when_a_path_is_repeated_is_reported() {
    let mut seen = Vec::new();
    let report = Exploration::new().solver(FarFetched::first("x", 32, 5000)).of(|m| {
        let x = m.i32("x");
        let large = m.less(Value::of(32, 1000), x);
        if !m.branch(0, large)? {
            return Ok(());
        }
        seen.push(x.signed());
        if seen.len() > 1 { Err(panic_at("boom", "src/lib.rs:7:9")) } else { Ok(()) }
    });
    assert_eq!(seen, [5000, 1001]);
    assert_eq!(only_failure(&report).1, "boom");
    assert_eq!(report.reasons.len(), 1, "{:?}", report.reasons);
    assert_eq!(report.reasons[0].detail, "two runs on the same path ended differently");
    assert_eq!(written(&report), ["x = 0", "x = 1001 FAILS"]);
}
