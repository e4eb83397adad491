//! Tests that ask for what their inputs do not decide: the thread, the process, the machine.

use crate::fixture::{self, Fixture, Report};
use std::collections::BTreeSet;

/// Making the text of a backtrace takes long.
/// Not every machine says who uses it.
fn explore(fixture: &Fixture, arguments: &[&str]) -> Report {
    let mut command = fixture::command(fixture, &[&["--max-time", "5"], arguments].concat());
    command.env("USER", "me").output().unwrap().into()
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

#[test]
fn no_case_demands_what_the_inputs_do_not_decide() {
    let fixture = Fixture::copy("processes");
    let report = explore(&fixture, &["--format", "json"]);
    assert_eq!(report.code, 1, "{}{}", report.stdout, report.stderr);
    let failing = report.failing_cases();
    let expected = ["the_package_is_in_the_message", "the_place_is_in_the_message"];
    assert!(
        failing.len() == 2 && failing.iter().zip(expected).all(|(case, put)| case.contains(put)),
        "{failing:?}"
    );
    let put = report.put("process::the_place_is_in_the_message");
    assert_eq!(put["failures"][0]["message"], "cannot use … as user Ok(\"…\")", "{put}");
    for (name, on) in [
        ("threads::the_thread_is_not_the_main_one", "the thread it runs on"),
        ("threads::the_name_is_that_of_a_case", "the thread it runs on"),
        ("process::no_argument_is_given", "the arguments of the test program"),
    ] {
        let put = report.put(name);
        let details = put["reasons"].as_array().unwrap().iter().map(|reason| reason["detail"].to_string());
        let mut of_process = details.filter(|detail| detail.contains("how it ends depends on"));
        assert!(of_process.any(|detail| detail.contains(on)), "{on} in {put}");
    }

    let files = fixture.case_files();
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let directory = fixture.path().to_str().unwrap();
    for (file, source) in &files {
        for of_machine in [directory, host.trim(), "/sandbox/", "target/"] {
            assert!(!source.contains(of_machine), "{of_machine} in {file}: {source}");
        }
        // Where the package is, it runs in any case.
        let demands = |line: &&str| line.contains("assert") && line.contains("(10)");
        let demanded =
            source.lines().find(demands).filter(|_| !file.ends_with("it_runs_where_the_package_is.rs"));
        assert_eq!(demanded, None, "{file}");
    }
    assert!(
        files["process/the_package_is_in_the_message.rs"].contains("// fails: nothing in data, src/lib.rs:")
    );

    // With one thread, libtest runs the cases on the main one.
    for arguments in [&[][..], &["--", "--test-threads=1"]] {
        assert_eq!(fixture.failures_of_cargo_test_with(arguments), failing, "{arguments:?}");
    }
    if let Some(failures) = fixture.failures_of_nextest() {
        assert_eq!(failures, failing);
    }
    explore(&fixture, &["--fresh"]);
    assert_eq!(fixture.case_files(), files, "a second run changes no byte");
}
