//! Tests that end in unusual ways: what is said of each is its true cause, and none of them is a contradiction of forall's own.

use crate::fixture::{Fixture, Report};
use serde_json::Value;

#[test]
fn causes_are_true_without_optimisation() {
    let fixture = Fixture::copy("causes");
    let report = fixture.explore(&["--format", "json", "--max-runs", "400"]);
    check(&report);
    let indices = aborted(&report, "unchecked_index");
    assert!(indices.starts_with("unsafe precondition(s) violated: "), "{indices}");
    let files = fixture.case_files();
    let twice = &files["aborts/tests/panics_twice.rs"];
    assert!(twice.contains("// fails: the process was aborted: not twice (panic in a dest"), "{twice}");
}

#[test]
fn causes_are_true_with_optimisation() {
    let fixture = Fixture::copy("causes");
    fixture.append("Cargo.toml", "\n[profile.test]\nopt-level = 3\n");
    check(&fixture.explore(&["--format", "json", "--max-runs", "400"]));
}

fn check(report: &Report) {
    assert_eq!(report.code, 1, "{}{}", report.stdout, report.stderr);
    assert!(!report.stdout.contains("defect of forall") && !report.stdout.contains("bug of forall"));
    assert!(!report.stderr.contains("bug of forall"), "{}", report.stderr);

    check_aborts(report);
    check_memory(report);
    check_machine(report);

    // Where the optimiser leaves but one branch, there is but one path.
    let helper = report.put("assumes_through_a_helper");
    assert!(helper["verdict"] == "proved" || helper["paths"].as_u64().unwrap() > 10, "{helper}");
}

/// A panic that ends in an abort says so, with its text and place; a fault, what was wrong.
fn check_aborts(report: &Report) {
    for (name, message, place) in [
        ("misaligned", "misaligned pointer dereference: ", "src/aborts.rs:32"),
        ("null", "null pointer dereference occurred", "src/aborts.rs:40"),
        ("panics_twice", "not twice (panic in a destructor during cleanup)", "src/aborts.rs:7"),
        ("panics_below_c", "not from here (panic in a function that cannot unwind)", "src/aborts.rs:12"),
        ("says_that_it_is_unreachable", "unsafe precondition(s) violated: ", "src/aborts.rs:75"),
        ("assumes_wrongly", "unsafe precondition(s) violated: ", "src/aborts.rs:81"),
    ] {
        assert!(aborted(report, name).starts_with(message), "{}", report.put(name));
        let failure = &report.put(name)["failures"][0];
        let location = failure["location"].as_str().unwrap();
        assert!(location.starts_with(&format!("{place}:")), "{failure}");
    }
    let sent = "the process was killed by signal 11 (SIGSEGV)";
    assert_eq!(report.put("sends_itself_a_signal")["failures"][0]["message"], sent);
    let faults = [("reads_from_nowhere", "invalid read"), ("writes_nowhere", "invalid write")];
    for (name, what) in faults {
        let expected = format!("the process was killed by signal 11 (SIGSEGV): {what} at address 0x12345000");
        assert_eq!(report.put(name)["failures"][0]["message"], expected.as_str());
    }
}

/// Why the process aborts in the only failure of a test.
fn aborted(report: &Report, name: &str) -> String {
    let put = report.put(name);
    let failures = put["failures"].as_array().unwrap();
    let message = failures[0]["message"].as_str().unwrap();
    assert!(failures.len() == 1 && failures[0]["kind"] == "abort", "{put}");
    let why = message.strip_prefix("the process was aborted: ");
    why.unwrap_or_else(|| panic!("{put}")).to_owned()
}

fn check_memory(report: &Report) {
    let large = report.put("a_large_array");
    assert_eq!((&large["verdict"], &large["paths"]), (&"failed".into(), &2.into()), "{:?}", large["reasons"]);
    let huge = only_reason(report, "a_huge_array");
    assert!(huge["detail"].as_str().unwrap().starts_with("a run asked for more inputs, or"), "{huge}");
    assert!(huge["help"].as_str().unwrap().contains("shorter arrays"), "{huge}");

    for name in ["asks_for_too_much", "asks_for_a_wrong_alignment"] {
        let denied = report.put(name);
        let message = denied["failures"][0]["message"].as_str();
        assert!(message.is_some_and(|m| m.starts_with("assertion failed: *byte != 77")), "{denied}");
    }

    let shown = report.put("returns_what_cannot_be_shown");
    assert_eq!(shown["verdict"], "proved", "{shown}");
    let error = report.put("an_error_that_cannot_be_shown");
    assert_eq!(error["failures"][0]["message"], "do not look at 3", "{error}");

    // The optimiser knows what `strcpy` does, and leaves no call of it.
    for (name, what) in [("overwritten_by_assembly", "inline assembly"), ("overwritten_by_c", "strcpy")] {
        let put = report.put(name);
        let reasons: Vec<&Value> = put["reasons"].as_array().unwrap().iter().collect();
        let is_cause = |reason: &&Value| reason["detail"] == format!("call not followed: {what}");
        assert!(put["verdict"] == "proved" || reasons.iter().all(is_cause), "{put}");
        assert_ne!(put["verdict"], "failed", "{put}");
    }
    // It may fail in the plain build as well: then that is what is said.
    let behind = report.put("writes_behind_its_array");
    assert_ne!(behind["verdict"], "proved", "{behind}");
}

/// What no input decides is never blamed on where things lie, unless it is an address.
fn check_machine(report: &Report) {
    for name in ["is_quick", "races", "the_process_is_even", "the_instant_is_even"] {
        let put = report.put(name);
        let reasons = put["reasons"].as_array().unwrap();
        assert_ne!(put["verdict"], "proved", "{put}");
        assert!(!put.to_string().contains("where things lie in memory"), "{put}");
        let is_outside = |reason: &Value| reason["kind"] == "not_followed" || reason["kind"] == "concretized";
        assert!(reasons.iter().any(is_outside), "{put}");
    }
    for name in ["closes_all_descriptors", "uses_up_all_descriptors"] {
        let descriptors = report.put(name);
        assert_eq!(descriptors["failures"][0]["message"], "assertion failed: x != 77", "{descriptors}");
        assert_eq!(descriptors["failures"].as_array().unwrap().len(), 1, "{descriptors}");
    }
    assert_ne!(report.put("the_local_lies_well")["verdict"], "proved");

    for (name, is_random) in [("the_hasher_is_fixed", false), ("the_hasher_is_random", true)] {
        let put = report.put(name);
        let reasons = put["reasons"].as_array().unwrap();
        assert_eq!(reasons.iter().any(|reason| reason["kind"] == "random"), is_random, "{put}");
    }
}

fn only_reason(report: &Report, name: &str) -> Value {
    let put = report.put(name);
    let [reason] = &put["reasons"].as_array().unwrap()[..] else { panic!("{put}") };
    reason.clone()
}
