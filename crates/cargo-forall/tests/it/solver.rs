//! Explorations with another solver than the embedded one.

use crate::fixture::{self, Fixture};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

/// Some of the tests of the fixture: proved ones and failing ones.
const FILTER: &str = "failing";

/// A program in the directory of the fixture.
fn script(fixture: &Fixture, text: &str) -> String {
    let path = fixture.path().join("solver.sh");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// How many lines of a report start with this verdict.
fn count(report: &str, verdict: &str) -> usize {
    report.lines().filter(|line| line.starts_with(verdict)).count()
}

#[test]
fn a_solver_that_dies_is_named_and_what_was_found_without_it_is_kept() {
    let fixture = Fixture::copy("integers");
    let solver = script(&fixture, "echo 'no memory left' >&2; exit 3");
    let report = fixture.explore(&["--solver", &solver, FILTER]);
    assert!(report.stdout.contains("it ended (exit status: 3): no memory left"), "{}", report.stdout);
    assert!(count(&report.stdout, "incomplete") > 0, "{}", report.stdout);
    assert_eq!(count(&report.stdout, "internal"), 0, "{}", report.stdout);
    // The first run of each test needs no solver.
    assert!(!fixture.case_files().is_empty());
    assert!(report.code < 2, "{}", report.stderr);
}

#[test]
fn an_interrupt_ends_a_query() {
    let fixture = Fixture::copy("integers");
    fixture.explore(&["--list"]); // builds
    let solver = script(&fixture, "touch asked; exec sleep 1000");
    let mut child = fixture::cargo_forall(&fixture, &["--solver", &solver, FILTER]).spawn().unwrap();
    let asked = fixture.path().join("asked");
    let begin = Instant::now();
    while !asked.exists() && begin.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(100));
    }
    // The solver is started once at the very beginning, to see whether it can be, and again for the first query.
    std::thread::sleep(Duration::from_secs(10));
    let begin = Instant::now();
    fixture::interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // The query had ten minutes.
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}

#[test]
fn a_solver_that_lies_is_caught_by_the_embedded_one_and_else_named() {
    let fixture = Fixture::copy("integers");
    let solver = script(&fixture, "while read -r line; do [ \"$line\" = '(check-sat)' ] && echo unsat; done");
    let report = fixture.explore(&["--check-solver", "--solver", &solver, FILTER]);
    assert!(report.stdout.contains("two solvers disagree about"), "{}", report.stdout);
    let report = fixture.explore(&["--solver", &solver, FILTER]);
    let proofs: Vec<&str> = report.stdout.lines().filter(|line| line.starts_with("proved")).collect();
    assert!(!proofs.is_empty(), "{}", report.stdout);
    let named = format!("if all answers of {solver} are right");
    assert!(proofs.iter().all(|proof| proof.ends_with(&named)), "{}", report.stdout);
}

#[test]
fn z3_finds_what_the_embedded_solver_finds_and_agrees_with_it() {
    if Command::new("z3").arg("--version").output().is_err() {
        eprintln!("NOTICE: z3 is not installed and was not tried");
        return;
    }
    let fixture = Fixture::copy("integers");
    let embedded = fixture.explore(&[FILTER]);
    let checked = fixture.explore(&["--check-solver", FILTER]);
    assert!(!checked.stdout.contains("disagree"), "{}", checked.stdout);
    let other = fixture.explore(&["--solver", "z3", FILTER]);
    for verdict in ["proved", "FAILED"] {
        assert!(count(&embedded.stdout, verdict) > 0, "{}", embedded.stdout);
        assert_eq!(count(&checked.stdout, verdict), count(&embedded.stdout, verdict), "{}", checked.stdout);
        assert_eq!(count(&other.stdout, verdict), count(&embedded.stdout, verdict), "{}", other.stdout);
    }
}
