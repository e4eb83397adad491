//! Tests that depend on more than their inputs: what is written of them holds in any order, again and again.

use crate::fixture::Fixture;
use std::collections::BTreeSet;

#[test]
fn what_is_written_holds_in_any_order_and_again() {
    let fixture = Fixture::copy("leftovers");
    let human = fixture.explore(&["--lib"]);
    fixture.check_blessed("report.txt", &human.stdout);
    let cases = fixture.case_files();
    assert!(!cases["tests/param.rs"].contains("assert"), "whoever comes first decides what it returns");
    assert!(cases["tests/alone_on_its_thread.rs"].contains("assert_eq!(alone_on_its_thread(8), 0)"));
    let heads = &cases["tests/heads.rs"];
    assert!(heads.contains("// No case is kept") && !heads.contains("#[test]"), "all by chance: {heads}");

    // Chance is chance, whatever the dice say; and nothing changes.
    for _ in 0..4 {
        let again = fixture.explore(&["--lib", "--fresh"]);
        assert_eq!(again.stdout, human.stdout);
    }
    assert_eq!(fixture.case_files(), cases);

    let report = fixture.explore(&["--lib", "--format", "json"]);
    assert_eq!(report.put("param")["state"][0], "static CELL at src/lib.rs:5");
    assert_eq!(report.put("the_first_of_all")["reasons"][0]["kind"], "state");
    for test in ["numbers_are_small", "the_limit_is_as_asked"] {
        assert_eq!(report.put(test)["reasons"][0]["kind"], "state");
    }
    assert_eq!(report.put("heads")["verdict"], "incomplete");
    let failing: BTreeSet<String> =
        report.failing_cases().into_iter().filter(|name| !name.ends_with("::")).collect();
    assert_eq!(failing, BTreeSet::from(["tests::poisoned::fails_when_x_is_7".to_owned()]));

    for arguments in [&["--lib"][..], &["--lib", "--", "--test-threads=1"]] {
        assert_eq!(fixture.failures_of_cargo_test_with(arguments), failing, "{arguments:?}");
    }
    match fixture.failures_of_nextest() {
        None => eprintln!("NOTICE: nextest is not installed"),
        Some(failures) => {
            // Of the other target, no test was explored.
            let of_the_library = |name: &String| name.starts_with("tests::");
            let failures: BTreeSet<String> = failures.into_iter().filter(of_the_library).collect();
            assert_eq!(failures, failing);
        }
    }
}

#[test]
fn a_case_fails_when_its_test_does_not_come_back() {
    let fixture = Fixture::copy("leftovers");
    let report = fixture.explore(&["--test", "ends", "--format", "json"]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    for (test, case) in [("exits_with_success", "exits"), ("asks_for_the_impossible", "runs_out_of_memory")] {
        let failure = &report.put(test)["failures"][0]["case"];
        assert!(failure.as_str().unwrap().ends_with(&format!("::{case}")), "{failure}");
        let said = fixture.cargo(&["test", "--test", "ends", &format!("{test}::{case}")]);
        assert!(said.contains("error: test failed"), "{said}");
        let said = fixture.cargo(&["test", "--test", "ends", &format!("{test}::zero")]);
        assert!(said.contains("1 passed"), "{said}");
    }
}
