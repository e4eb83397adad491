//! Reports of explorations that the plain build confirms, contradicts or does not let end.

use super::written::module;
use super::*;
use forall_engine::{Case, End};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::shared::Ending;
use forall_protocol::value::Value;
use forall_report::{FailureKind, Remedies};
use forall_testgen::Way;

fn put() -> PutDescription {
    PutDescription {
        name: "krate::num::abs".into(),
        path: "krate::num::abs".into(),
        module: "abs".into(),
        file: "src/num.rs".into(),
        line: 3,
        function: "abs".into(),
        cases: "forall/num/abs.rs".into(),
        parameters: vec!["x".into()],
        ..PutDescription::default()
    }
}

#[test]
fn cases_know_how_deep_they_are_below_the_test() {
    let of = |path: &str| {
        let put = PutDescription { path: path.into(), module: "abs_cases".into(), ..put() };
        let (module, depth) = module(&put);
        (module.to_owned(), depth)
    };
    assert_eq!(of("krate::num::abs_cases"), ("krate::num".into(), 1));
    assert_eq!(of("krate::num::abs_cases::of_u8"), ("krate::num".into(), 2));
}

fn case(value: i64, failure: Option<usize>) -> Case {
    let ending = if failure.is_some() { Ending::Panicked } else { Ending::Returned };
    Case {
        arguments: vec![(
            Input { name: "x".into(), kind: InputKind::I64 },
            i128::from(value).cast_unsigned(),
        )],
        end: End::Reported { ending, message: format!("boom {value}"), location: "src/num.rs:4:9".into() },
        failure,
        covered: Vec::new(),
    }
}

fn report(cases: Vec<Case>) -> Report {
    let failing = cases.iter().position(|case| case.failure.is_some());
    let failure = |case| forall_engine::Failure {
        kind: FailureKind::Panic,
        message: "boom".into(),
        location: "src/num.rs:4:9".into(),
        callers: Vec::new(),
        case,
        paths: 1,
    };
    Report {
        exhausted: true,
        paths: 2,
        path_counts: PathCounts::default(),
        runs: 2,
        failures: failing.map(failure).into_iter().collect(),
        cases,
        assumptions: Vec::new(),
        reasons: Vec::new(),
        remarks: Vec::new(),
        branches: Branches::default(),
        sites: Vec::new(),
    }
}

fn outcome(report: Report, confirmations: &[Confirmation]) -> TestOutcome {
    outcome_after_others(report, confirmations, &[])
}

/// `depends` says of each case whether it ends otherwise after others; of those not mentioned, there is no difference.
fn outcome_after_others(report: Report, confirmations: &[Confirmation], depends: &[bool]) -> TestOutcome {
    let leaf = |(input, bits): &(Input, u128)| Value::Leaf { kind: input.kind, bits: *bits };
    let replayed = |(case, confirmation): (&Case, &Confirmation)| Replayed {
        confirmation: confirmation.clone(),
        arguments: Some(case.arguments.iter().map(leaf).collect()),
        broken: None,
        choices: Vec::new(),
        calls: Vec::new(),
        told: None,
        message: None,
        depends: None,
    };
    let mut replayed: Vec<Replayed> = report.cases.iter().zip(confirmations).map(replayed).collect();
    for (case, ending) in replayed.iter_mut().zip(depends) {
        case.depends = Some(Depends { on: vec!["static CELL at src/lib.rs:3".into()], ending: *ending });
    }
    TestOutcome::new(&put(), report, &replayed, &CaseHints::default(), Duration::ZERO)
}

#[test]
fn what_is_confirmed_is_reported() {
    let report = report(vec![case(0, None), case(i64::MIN, Some(0))]);
    let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::Confirmed]);
    assert_eq!((outcome.verdict(), outcome.cases.len(), outcome.internal_error), (Verdict::Failed, 2, false));
    assert_eq!(outcome.failures[0].arguments, "x = i64::MIN");
    assert_eq!(outcome.failures[0].case, "forall/num/abs.rs::panics_boom_i64_min");
}

#[test]
fn a_failure_that_does_not_reproduce_is_no_finding() {
    let report = report(vec![case(0, None), case(1, Some(0))]);
    let contradicted = Confirmation::Contradicted("it returns".into());
    let outcome = outcome(report, &[Confirmation::Confirmed, contradicted]);
    assert_eq!((outcome.verdict(), outcome.cases.len()), (Verdict::Incomplete, 1));
    assert!(outcome.failures.is_empty() && outcome.internal_error);
    assert_eq!(outcome.reasons[0].kind, ReasonKind::NotReproduced);
    assert_eq!(outcome.reasons[0].detail, "internal error: x = 1 does not reproduce: it returns");
}

#[test]
fn a_failure_that_depends_on_chance_is_no_contradiction() {
    let mut report = report(vec![case(1, Some(0))]);
    report.reasons.push(Reason {
        kind: ReasonKind::Random,
        location: "src/num.rs:3:1".into(),
        detail: "differs from run to run: the order of a hash map".into(),
        remedies: Remedies::default(),
    });
    let outcome = outcome(report, &[Confirmation::Contradicted("it returns".into())]);
    assert_eq!((outcome.verdict(), outcome.internal_error), (Verdict::Incomplete, false));
    assert!(outcome.failures.is_empty() && outcome.reasons.len() == 1);
}

#[test]
fn chance_is_no_finding_and_no_case() {
    let report = report(vec![case(0, None), case(1, Some(0))]);
    let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::Chance]);
    assert_eq!((outcome.verdict(), outcome.cases.len()), (Verdict::Incomplete, 1));
    assert!(outcome.failures.is_empty() && !outcome.internal_error);
    assert_eq!(outcome.reasons[0].kind, ReasonKind::Random);
}

#[test]
fn what_fails_for_lack_of_memory_is_a_finding_and_no_case() {
    let report = report(vec![case(0, None), case(1, Some(0))]);
    let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::OutOfMemory]);
    assert_eq!((outcome.verdict(), outcome.cases.len()), (Verdict::Failed, 1));
    assert_eq!((outcome.failures[0].arguments.as_str(), outcome.failures[0].case.as_str()), ("x = 1", ""));
    assert_eq!(outcome.reasons[0].kind, ReasonKind::NotWritten);
}

#[test]
fn a_case_that_is_true_in_one_order_only_is_not_written() {
    let confirmed = [Confirmation::Confirmed, Confirmation::Confirmed];
    let proved = report(vec![case(0, None), case(1, None)]);
    let by_value = outcome_after_others(proved.clone(), &confirmed, &[false, false]);
    assert_eq!((by_value.verdict(), by_value.cases.len()), (Verdict::Proved, 2));
    assert_eq!(by_value.assumptions.state(), ["static CELL at src/lib.rs:3"]);
    let by_ending = outcome_after_others(proved, &confirmed, &[false, true]);
    assert_eq!((by_ending.verdict(), by_ending.cases.len()), (Verdict::Incomplete, 1));
    assert_eq!(by_ending.reasons[0].kind, ReasonKind::State);
    assert!(by_ending.reasons[0].detail.contains("static CELL at src/lib.rs:3"), "{:?}", by_ending.reasons);

    let failed = report(vec![case(0, None), case(1, Some(0))]);
    let failed = outcome_after_others(failed, &confirmed, &[false, true]);
    assert_eq!((failed.verdict(), failed.cases.len()), (Verdict::Failed, 1));
    assert_eq!(failed.failures[0].case, "", "it fails in a fresh process, and no case says so");
}

#[test]
fn a_contradicted_proof_is_none() {
    let report = report(vec![case(0, None)]);
    assert_eq!(outcome(report.clone(), &[Confirmation::Confirmed]).verdict(), Verdict::Proved);
    let contradicted = outcome(report.clone(), &[Confirmation::Contradicted("it panics".into())]);
    assert_eq!((contradicted.verdict(), contradicted.internal_error), (Verdict::Incomplete, true));
    let interrupted = outcome(report.clone(), &[Confirmation::Unknown]);
    assert_eq!((interrupted.verdict(), interrupted.interrupted), (Verdict::Incomplete, true));
    assert_eq!(outcome(report, &[]).verdict(), Verdict::Incomplete);
}

#[test]
fn slowness_of_the_exploration_alone_is_no_failure() {
    let report = report(vec![case(1, Some(0))]);
    let outcome = outcome(report, &[Confirmation::OnlySlow]);
    assert_eq!((outcome.verdict(), outcome.internal_error), (Verdict::Incomplete, false));
    assert_eq!(outcome.reasons[0].kind, ReasonKind::MaxTime);
}

#[test]
fn a_case_without_a_value_for_a_parameter_is_an_internal_error() {
    let mut strange = case(0, None);
    strange.arguments.clear();
    let outcome = outcome(report(vec![strange]), &[Confirmation::Confirmed]);
    assert_eq!((outcome.verdict(), outcome.internal_error), (Verdict::Incomplete, true));
}

#[test]
fn other_inputs_for_the_same_bug_keep_their_own_message() {
    let report = report(vec![case(1, Some(0)), case(2, Some(0))]);
    let outcome = outcome(report, &[Confirmation::Confirmed, Confirmation::Confirmed]);
    let messages: Vec<&forall_testgen::CaseEnding> =
        outcome.cases.iter().map(|named| &named.case.ending).collect();
    let fails = |message: &str| forall_testgen::CaseEnding::Fails {
        way: Way::Panic,
        message: message.into(),
        location: "src/num.rs:4".into(),
    };
    assert_eq!(messages, [&fails("boom"), &fails("boom 2")]);
}

#[test]
fn columns_are_left_out_of_places() {
    assert_eq!(without_column("src/num.rs:14:9"), "src/num.rs:14");
    assert_eq!(without_column("src/num.rs:14"), "src/num.rs:14");
    assert_eq!(without_column(""), "");
    assert_eq!(without_column("unknown place"), "unknown place");
}

#[test]
fn what_was_not_followed_explains_a_contradiction_and_addresses_are_not_blamed_for_it() {
    let order = "only the value of this run was considered: the order in which threads take their steps";
    for (kind, detail, word) in [
        (ReasonKind::NotFollowed, "call not followed: clock_gettime", "the process it runs in"),
        (ReasonKind::Concretized, order, "the order in which threads take their steps"),
    ] {
        let addressed = Confirmation::Addressed { place: String::new(), instead: "it returns".into() };
        for confirmation in [Confirmation::Contradicted("it returns".into()), addressed] {
            let mut report = report(vec![case(1, Some(0))]);
            let (location, remedies) = ("src/num.rs:3:1".into(), Remedies::default());
            report.reasons.push(Reason { kind, location, detail: detail.into(), remedies });
            let outcome = outcome(report, &[confirmation]);
            assert_eq!((outcome.verdict(), outcome.internal_error), (Verdict::Incomplete, false));
            assert_eq!(outcome.reasons[1].kind, ReasonKind::Process);
            assert!(outcome.reasons[1].detail.ends_with(word), "{:?}", outcome.reasons[1]);
            assert!(outcome.may_vary(), "a case may fail the next time");
        }
    }
}

#[test]
fn why_the_plain_build_dies_is_told_with_its_place() {
    let dies = |signal, why: &str, location: &str| {
        let death = Death { why: why.into(), location: location.into() };
        let report = report(vec![case(1, None)]);
        let outcome = outcome(report, &[Confirmation::DiesPlainly { signal, death }]);
        assert_eq!((outcome.verdict(), outcome.internal_error), (Verdict::Failed, false));
        (outcome.failures[0].message.clone(), outcome.failures[0].location.clone())
    };
    let told = |message: &str, place: &str| (message.to_owned(), place.to_owned());
    assert_eq!(dies(11, STACK_OVERFLOW, ""), told("stack overflow in the plain build", "src/num.rs:3"));
    let aborted = told("in the plain build, the process was aborted: boom", "src/a.rs:1:2");
    assert_eq!(dies(6, "boom", "src/a.rs:1:2"), aborted);
    let killed =
        "in the plain build, the process was killed by signal 11 (SIGSEGV): invalid access to memory";
    assert_eq!(dies(11, "invalid access to memory", ""), told(killed, "src/num.rs:3"));
}

#[test]
fn the_limit_of_memory_is_named_where_it_made_a_test_fail() {
    let said = |message: &str| {
        let mut report = report(vec![case(1, Some(0))]);
        report.failures[0].kind = FailureKind::Memory;
        report.failures[0].message = message.into();
        outcome(report, &[Confirmation::OutOfMemory]).failures[0].message.clone()
    };
    assert_eq!(said(""), "asked for more memory than --max-memory allows");
    assert_eq!(said("boom"), "boom (after it was denied memory by --max-memory)");
}
