//! Fixtures whose exploration takes long: verdicts, paths and cases are as blessed.

use crate::fixture::{self, Fixture};

#[test]
fn arbitrary_inputs_are_explored_as_blessed() {
    fixture::check_inputs("arbitrary", &["--max-len", "8"], 1);
}

#[test]
fn inputs_of_strategies_are_explored_as_blessed() {
    fixture::check_inputs("proptest", &[], 1);
}

/// 31 preconditions of Galler's, and those of xUnit that Pex could not solve.
#[test]
fn preconditions_from_the_literature_are_reached() {
    fixture::check_inputs("benchmarks", &[], 0);
}

#[test]
fn what_the_machine_offers_is_followed_as_blessed() {
    let fixture = Fixture::copy("machine");
    let report = fixture.explore(&[]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    fixture.check_blessed("report.txt", &report.stdout);
}

#[test]
fn pieces_of_the_standard_library_are_explored_as_blessed() {
    let fixture = Fixture::copy("std");
    let report = fixture.explore(&["--max-len", "3", "--lib"]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    fixture.check_blessed("report.txt", &report.stdout);

    check_that_nothing_is_proved(&fixture, "order");
}

#[test]
fn published_crates_are_explored_as_blessed() {
    let fixture = Fixture::copy("crates");
    let report = fixture.explore(&["--max-len", "3", "--lib"]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    fixture.check_blessed("report.txt", &report.stdout);
    let census = fixture.census("published");
    assert!(!census.contains("DROPPED"), "{census}");
    fixture.check_blessed("census.txt", &census);
    check_that_nothing_is_proved(&fixture, "order");
    check_that_nothing_is_proved(&fixture, "keys");
}

#[test]
fn fakes_answer_as_blessed() {
    fixture::check_inputs("fakes", &["--workspace"], 1);
}

/// The traits of docs/fakes-study.md: something definite is said about every test.
#[test]
fn fakes_of_published_traits_are_decided() {
    let fixture = Fixture::copy("strangers");
    let report = fixture.explore(&["--max-len", "2", "--lib", "--format", "json"]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    let events = report.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let puts: Vec<serde_json::Value> = events.filter(|event| event["event"] == "put").collect();
    let of = |verdict: &str| puts.iter().filter(|put| put["verdict"] == verdict).count();
    assert_eq!((puts.len(), of("proved"), of("failed")), (27, 8, 19), "{}", report.stdout);
}

/// What depends on chance cannot be blessed. It is not proved, and if it does not fail by chance either, chance is what is said of it.
fn check_that_nothing_is_proved(fixture: &Fixture, target: &str) {
    let report = fixture.explore(&["--test", target, "--format", "json"]);
    assert!([0, 1].contains(&report.code), "{}{}", report.stdout, report.stderr);
    let events = report.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let puts: Vec<serde_json::Value> = events.filter(|event| event["event"] == "put").collect();
    assert!(puts.len() >= 4, "{}", report.stdout);
    for put in puts {
        let reasons = put["reasons"].as_array().unwrap();
        let is_by_chance = reasons.iter().any(|reason| reason["kind"] == "random");
        assert!(put["verdict"] == "failed" || put["verdict"] == "incomplete" && is_by_chance, "{put}");
    }
}

#[test]
fn hashed_collections_are_drawn() {
    let fixture = Fixture::copy("structures");
    let report = fixture.explore(&["--max-len", "1", "--test", "hashing", "--emit", "paths"]);
    assert_eq!(report.code, 0, "{}", report.stderr);
    let verdicts = report.stdout.lines().filter(|line| line.starts_with("proved"));
    assert_eq!(verdicts.count(), 2, "{}", report.stdout);
    let files = fixture.case_files();
    let set = &files["test-hashing/a_hash_set_is_empty_or_not.rs"];
    assert!(set.contains("(std::collections::HashSet::new());"), "{set}");
    assert!(set.contains("(std::collections::HashSet::from([0]));"), "{set}");
    let map = &files["test-hashing/a_hash_map_is_empty_or_not.rs"];
    assert!(map.contains("(&std::collections::HashMap::from([(0, None)]));"), "{map}");
    let failures = fixture.failures_of_cargo_test();
    assert!(!failures.iter().any(|name| name.contains("hash")), "{failures:?}");
    fixture.check_clippy();
}

#[test]
fn misbehaving_tests_are_findings_and_disturb_nothing() {
    let fixture = Fixture::copy("misbehaving");
    let report = fixture.explore(&["--max-len", "2"]);
    assert_eq!(report.code, 1, "{}{}", report.stdout, report.stderr);
    fixture.check_blessed("report.txt", &report.stdout);
}
