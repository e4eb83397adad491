//! Addresses and what else is no input: whatever depends on them is not proved, and what only looks at them is.

use crate::fixture::{Fixture, Report};
use serde_json::Value;

/// Asked for in a way that is seen as such.
const NOT_FOLLOWED: [&str; 5] = [
    "the_processor",
    "what_the_processor_can_do",
    "the_alignment_of_a_block",
    "the_thread",
    "what_a_key_is_written_over",
];

#[test]
fn what_depends_on_addresses_is_told_and_what_does_not_is_proved() {
    let fixture = Fixture::copy("addresses");
    let explore = || fixture.explore(&["--format", "json", "--max-len", "3"]);
    check(&explore(), false);
    fixture.append("Cargo.toml", "\n[profile.dev]\nopt-level = 3\n");
    check(&explore(), true);
}

fn check(report: &Report, optimised: bool) {
    assert_eq!(report.code, 0, "{}{}", report.stdout, report.stderr);
    let events = report.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let puts: Vec<Value> = events.filter(|event| event["event"] == "put").collect();
    let of = |module: &str| {
        let module = format!("{module}::");
        puts.iter().filter(move |put| put["name"].as_str().unwrap().contains(&module)).collect::<Vec<_>>()
    };
    let (told, holds) = (of("told"), of("holds"));
    assert_eq!((told.len(), holds.len()), (33, 14), "{}", report.stdout);
    let mut wrong = Vec::new();
    for put in told {
        let expected = match put["name"].as_str().unwrap() {
            name if name.ends_with("the_order_of_a_map") => "random",
            name if NOT_FOLLOWED.iter().any(|end| name.ends_with(end)) => "not_followed",
            _ => "address",
        };
        let is_named = |reason: &Value| {
            let location = reason["location"].as_str().unwrap();
            reason["kind"] == expected
                && ["src/told.rs:", "src/lib.rs:"].iter().any(|file| location.starts_with(file))
        };
        let reasons = put["reasons"].as_array().unwrap();
        if put["verdict"] != "incomplete" || !reasons.iter().any(is_named) {
            wrong.push(format!("{}: {} {:?}", put["name"], put["verdict"], put["reasons"]));
        }
    }
    for put in holds {
        // What hashing looks like after optimisation is not recognised, whatever is hashed.
        let is_map = put["name"].as_str().unwrap().contains("::a_map_");
        if put["verdict"] != "proved" && !(optimised && is_map) {
            wrong.push(format!("{}: {} {:?}", put["name"], put["verdict"], put["reasons"]));
        }
    }
    assert!(wrong.is_empty(), "optimised: {optimised}\n{}", wrong.join("\n"));
}
