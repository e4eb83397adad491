//! What the compiler leaves open is never relied on: at no level of optimisation, in no build.

use crate::fixture::Fixture;
use serde_json::Value;

#[test]
fn what_the_compiler_leaves_open_is_not_proved_and_nothing_else_is_lost() {
    let fixture = Fixture::copy("open");
    check(&fixture, "0");
    fixture.append("Cargo.toml", "\n[profile.dev]\nopt-level = 3\n");
    check(&fixture, "3");
}

fn check(fixture: &Fixture, level: &str) {
    let report = fixture.explore_at_default_bounds(&["--format", "json", "--fresh"]);
    let events = report.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let tests: Vec<Value> = events.filter(|event| event["event"] == "put").collect();
    assert_eq!(tests.len(), 37, "{}", report.stderr);
    assert_ne!(report.code, 6, "{}{}", report.stdout, report.stderr);
    for test in tests {
        let name = test["name"].as_str().unwrap();
        let kinds: Vec<&Value> = test["reasons"].as_array().unwrap().iter().map(|r| &r["kind"]).collect();
        let (verdict, holds) = (test["verdict"].as_str().unwrap(), name.contains("holds::"));
        if name.contains("folded::") && level == "3" {
            assert_eq!(verdict, "proved", "{name}: {kinds:?}");
            continue;
        }
        let is_true = match verdict {
            "proved" => holds,
            // A failure was repeated on the plain build: there it is chosen so.
            "failed" => !holds,
            _ => !holds && kinds.iter().all(|kind| **kind == "left_open"),
        };
        assert!(is_true, "{name} is {verdict} at opt-level {level}: {kinds:?}");
    }
}
