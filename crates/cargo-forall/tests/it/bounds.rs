//! What bounds an exploration, and what is said of it.

use crate::fixture::Fixture;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};

const ADDRESS: &str = "an_address_is_read_or_refused";
const PRIMES: &str = "primes_are_not_found";

#[test]
fn a_length_that_a_condition_demands_is_named_and_then_explored() {
    let fixture = Fixture::copy("bounds");
    let report = fixture.explore(&[ADDRESS]);
    assert_eq!(report.code, 0, "{}", report.stderr);
    let line = report.stdout.lines().next().unwrap_or_default();
    assert!(line.starts_with("proved") && line.contains("for hex.len() ≤ 8 ("), "{}", report.stdout);
    assert!(line.contains(" branches, ") && line.ends_with(" more beyond)"), "{}", report.stdout);
    let named = "hex.len() = 12 is beyond the bound, and takes sides of 8 branches not seen within it, the first at src/lib.rs:5";
    assert!(report.stdout.contains(named), "{}", report.stdout);
    assert!(report.stdout.contains("help: --max-len 12 explores up to there"), "{}", report.stdout);

    let report = fixture.explore(&[ADDRESS, "--format", "json"]);
    let put: Value = serde_json::from_str(report.stdout.lines().next().unwrap_or_default()).unwrap();
    let of_branches = |key: &str| put["branches"][key].as_u64().unwrap();
    assert!(of_branches("covered") > of_branches("beyond") && of_branches("beyond") > 0, "{put}");
    assert_eq!(put["remarks"][0]["kind"], "beyond");
    assert!(fixture.failures_of_cargo_test().is_empty());
}

#[test]
fn a_parameter_has_bounds_of_its_own_and_the_verdict_names_them() {
    let fixture = Fixture::copy("bounds");
    let report = fixture.explore(&["parameters_have_their_own"]);
    assert_eq!(report.code, 0, "{}", report.stderr);
    let line = report.stdout.lines().next().unwrap_or_default();
    let bounds = "for count ≤ 20, hex.len() ≤ 12, rest.len() ≤ 2, shifts.len() ≤ 2, shifts[_] ≤ 3 (";
    assert!(line.starts_with("proved") && line.contains(bounds), "{}", report.stdout);
    assert!(fixture.failures_of_cargo_test().is_empty());
    let report = fixture.explore(&["bounds_are_reached", "--emit", "paths"]);
    assert!(report.stdout.starts_with("proved"), "{}", report.stdout);
    let (_, cases) = fixture.case_files().into_iter().find(|(name, _)| name.contains("reached")).unwrap();
    let panics = cases.matches("should_panic").count();
    assert!(cases.contains("bounds_are_reached(20, ") && panics >= 2, "{cases}");
}

/// How much work a query takes does not depend on how long it takes.
#[test]
fn a_busy_machine_gives_the_same_verdict_and_what_time_decided_says_so() {
    let fixture = Fixture::copy("bounds");
    let explore = || fixture.explore_at_default_bounds(&["--fresh", "--solver-work", "1", PRIMES]);
    let calm = explore();
    assert!(calm.stdout.starts_with("incomplete"), "{}", calm.stdout);
    assert!(calm.stdout.contains("no answer within 1 million steps to: "), "{}", calm.stdout);
    assert!(calm.stdout.contains("--solver-work"), "{}", calm.stdout);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..4 * std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        let busy = explore();
        stop.store(true, Ordering::Relaxed);
        assert_eq!((busy.code, busy.stdout), (calm.code, calm.stdout));
    });

    let hasty = fixture.explore_at_default_bounds(&["--solver-time", "5ms", PRIMES]);
    assert!(hasty.stdout.contains(" solver_time ("), "{}", hasty.stdout);
    assert!(hasty.stdout.contains("no answer within 5ms to: "), "{}", hasty.stdout);
}

#[test]
fn a_case_that_there_was_no_time_to_find_again_stays() {
    let fixture = Fixture::copy("bounds");
    fixture.explore(&[ADDRESS]);
    let before = fixture.case_files();
    assert!(before.values().any(|source| source.matches("#[test]").count() > 1), "{before:?}");
    let bounded = fixture.explore_at_default_bounds(&["--fresh", "--max-time", "1ms", ADDRESS]);
    assert!(bounded.stdout.contains("max_time"), "{}", bounded.stdout);
    let after = fixture.case_files();
    for (file, source) in before {
        let bodies = |source: &str| -> Vec<String> {
            source.split("() {\n").skip(1).map(|case| case.split("\n}").next().unwrap().to_owned()).collect()
        };
        let kept = bodies(&after[&file]);
        for body in bodies(&source) {
            assert!(kept.contains(&body), "{body} is lost: {}", after[&file]);
        }
    }
    assert!(fixture.failures_of_cargo_test().is_empty());
}
