//! Ctrl-C: what was found until then is told and written, nothing is lost, and the next time all is as if nobody had interrupted.

use crate::fixture::{Fixture, Report, cargo_forall, interrupt};
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A test that fails soon and is explored for long.
const LONG: &str = "
#[cfg(test)]
mod long {
    #[forall::forall(max_len = 7, max_runs = 1000000)]
    fn fails_soon(values: Vec<u16>, flags: [bool; 3]) {
        let mut set = 0;
        for flag in flags {
            if flag {
                set += 1;
            }
        }
        assert!(set < 4);
        let mut sorted = values.clone();
        super::sort(&mut sorted);
        assert!(values.len() != 1 || values[0] != 77, \"no {}\", values[0]);
    }
}
";

/// Interrupts as soon as a failing input was told of.
fn interrupted(fixture: &Fixture, arguments: &[&str]) -> Report {
    let mut child = cargo_forall(fixture, &[arguments, &["--format", "json"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let is_found = |line: &String| line.contains("\"event\":\"found\"");
    let mut before = Vec::new();
    let found = lines.by_ref().inspect(|line| before.push(line.clone())).find(is_found);
    if found.is_none() {
        let output = child.wait_with_output().unwrap();
        panic!("{before:?}{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(found.as_ref().is_some_and(|line| line.contains("\"message\":\"no 7")), "{found:?}");
    let begin = Instant::now();
    interrupt(&child);
    let stdout = lines.collect::<Vec<_>>().join("\n");
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    Report {
        code: output.status.code().unwrap_or(-1),
        stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn what_fails_before_an_interrupt_is_told_and_written_and_the_rest_is_as_without_it() {
    let fixture = Fixture::copy("long");
    fixture.append("src/lib.rs", LONG);
    let whole = fixture.explore(&["fails_soon", "--format", "json", "--fresh"]);
    let (said, files) = (told(&whole), fixture.case_files());
    assert_eq!(whole.put("fails_soon")["failures"].as_array().unwrap().len(), 1, "{}", whole.stdout);
    let name = "long/fails_soon.rs";
    let case = |value: u32| format!("fails_soon(vec![{value}], [false, false, false]);");
    assert!(files[name].contains(&case(77)), "{}", files[name]);

    std::fs::remove_dir_all(fixture.path().join("forall")).unwrap();
    for fresh in [&["--fresh"] as &[&str], &[]] {
        let report = interrupted(&fixture, &[&["fails_soon"], fresh].concat());
        assert_eq!(report.code, 130, "{}{}", report.stdout, report.stderr);
        let put = report.put("fails_soon");
        assert_eq!(
            (&put["verdict"], put["failures"].as_array().unwrap().len()),
            (&"failed".into(), 1),
            "{put}"
        );
        assert_eq!(put["reasons"][0]["kind"], "interrupted", "{put}");
        let written = &fixture.case_files()[name];
        assert!(written.contains(&case(77)) && written.contains("// fails: no 77"), "{written}");
        assert_eq!(written.matches("#[test]").count(), 1, "{written}");
    }
    let failures = fixture.failures_of_cargo_test();
    assert_eq!(
        failures.iter().filter(|name| name.starts_with("long::fails_soon::")).count(),
        1,
        "{failures:?}"
    );
    let resumed = fixture.explore(&["fails_soon", "--format", "json"]);
    assert_eq!((told(&resumed), fixture.case_files()), (said.clone(), files.clone()), "{}", resumed.stderr);

    // What stands in the file already stays in it.
    fixture.replace("src/lib.rs", "values[0] != 77,", "values[0] != 78,");
    let report = interrupted(&fixture, &["fails_soon"]);
    let written = &fixture.case_files()[name];
    assert!(written.contains(&case(78)) && written.contains(&case(77)), "{written}");
    let count = |text: &str| text.matches("#[test]").count();
    assert_eq!(count(written), count(&files[name]) + 1, "{written}");
    assert_eq!(report.code, 130);
    // And what has failed once is not forgotten, since the code has changed.
    fixture.replace("src/lib.rs", "values[0] != 78,", "values[0] != 79,");
    let report = fixture.explore(&["fails_soon", "--format", "json", "--max-runs", "500"]);
    let written = &fixture.case_files()[name];
    for value in [77, 78, 79] {
        assert!(written.contains(&case(value)), "{written}{}", report.stderr);
    }
    assert_eq!(written.matches("// failed before: ").count(), 2, "{written}");
}

/// Everything that is said of the test, but for the time.
fn told(report: &Report) -> String {
    let mut put = report.put("fails_soon");
    put.as_object_mut().unwrap().retain(|key, _| !key.ends_with("seconds"));
    put.to_string()
}
