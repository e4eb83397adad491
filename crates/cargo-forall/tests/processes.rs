//! Tests that ask for what their inputs do not decide: the thread, the process, the machine.

mod fixture;

use fixture::{Fixture, Report};
use std::collections::BTreeSet;

/// Making the text of a backtrace takes long.
fn explore(fixture: &Fixture, arguments: &[&str]) -> Report {
    fixture.explore_at_default_bounds(&[&["--max-time", "5"], arguments].concat())
}

#[test]
fn what_the_inputs_do_not_decide_is_not_proved() {
    let fixture = Fixture::copy("processes");
    let report = explore(&fixture, &["--format", "json"]);
    let proved: BTreeSet<String> = verdicts(&report, "proved").collect();
    // Which thread it is can be compared, and where the package lies is decided when it is built.
    let expected = ["process::the_package_is_found", "threads::the_thread_stays_the_same"];
    assert_eq!(proved, expected.map(str::to_owned).into(), "{}", report.stdout);
    for (name, what) in [
        ("threads::the_name_is_returned", "call not followed: std::thread::Thread::name"),
        ("threads::the_thread_is_not_the_main_one", "call not followed: std::thread::Thread::name"),
        ("threads::the_thread_is_shown", "call not followed: the number of std::thread::ThreadId"),
        ("process::arguments_are_counted", "call not followed: std::env::args"),
        ("process::variables_are_counted", "call not followed: std::env::vars"),
        ("process::the_number_is_returned", "call not followed: getpid"),
        ("process::there_is_a_place_for_files", "call not followed: getenv"),
        ("machine::processors_are_counted", "call not followed: sched_getaffinity"),
        ("machine::addresses_are_shown", "call not followed: std::fmt::Pointer::fmt"),
    ] {
        let put = report.put(name);
        assert_eq!(put["verdict"], "incomplete", "{put}");
        let reasons = put["reasons"].as_array().unwrap();
        let is_it = |reason: &serde_json::Value| {
            reason["detail"] == what && reason["location"].as_str().unwrap().starts_with("src/lib.rs:")
        };
        assert!(reasons.iter().any(is_it), "{what} in {put}");
    }
}

fn verdicts<'a>(report: &'a Report, verdict: &'a str) -> impl Iterator<Item = String> + 'a {
    let events = report.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let puts = events.filter(move |event| event["event"] == "put" && event["verdict"] == verdict);
    puts.map(|put| put["name"].as_str().unwrap().trim_start_matches("processes::").to_owned())
}
