//! What is known from before: an exploration that was killed goes on, one that was finished is not repeated, damage is noticed.
//!
//! Explorations are disturbed twelve times, or as often as asked for:
//! `DISTURBANCES=300 cargo test --release -p cargo-forall --test it disturbed -- --nocapture`, half an hour.

use crate::fixture::{self, Fixture, Report, cargo_forall, interrupt};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// Kills and interrupts explorations at random moments, each in turn. What was found before an interrupt is reported at it; run again, the
/// report and the files are those of an undisturbed run.
#[test]
fn disturbed_at_any_moment_it_ends_with_the_same_verdicts_and_cases() {
    let rounds = fixture::number("DISTURBANCES", 12);
    let mut seed = 20_260_101_u32;
    let _turn = turn();
    let fixture = Fixture::copy_apart("long");
    fixture.explore(&["--list"]); // builds
    let begin = Instant::now();
    let whole = fixture.explore(&["--fresh", "--format", "json"]);
    let needed = begin.elapsed();
    let (said, cases) = (told(&whole), fixture.case_files());
    for verdict in ["proved", "failed", "incomplete"] {
        assert!(said.contains(&format!("\"verdict\":\"{verdict}\"")), "{said}");
    }
    let (mut early, mut reported) = (0, 0);
    for round in 0..rounds {
        // What an early disturbance left may be nothing.
        let _ = fs::remove_dir_all(fixture.path().join("forall"));
        let _ = fs::remove_dir_all(state(&fixture));
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let moment = needed.mul_f64(f64::from(seed >> 16) / 65_536.0);
        let mut command = cargo_forall(&fixture, &["--quiet", "--format", "json"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        match round % 4 {
            0 | 2 => {
                std::thread::sleep(moment);
                kill(&mut child);
            }
            last => {
                // How long an exploration takes varies: every other interrupt waits for a finding instead.
                let mut told = Vec::new();
                match last {
                    1 => std::thread::sleep(moment),
                    _ => told = told_until_failed(&mut child),
                }
                interrupt(&child);
                let mut output = child.wait_with_output().unwrap();
                output.stdout.splice(0..0, told);
                let ended = Report::from(output);
                early += u32::from(ended.code == 130);
                reported += check_interrupted(&ended, &fixture, &format!("{moment:?} (round {round})"));
            }
        }
        let resumed = fixture.explore(&["--format", "json"]);
        assert_eq!(told(&resumed), said, "disturbed after {moment:?} (round {round}): {}", resumed.stderr);
        assert_eq!(fixture.case_files(), cases, "disturbed after {moment:?} (round {round})");
        assert!(!resumed.stderr.contains("damaged"), "{}", resumed.stderr);
    }
    println!(
        "{rounds} disturbances; {early} interrupts came before the end, {reported} failures were reported at one"
    );
    assert!(early > 0 && reported > 0, "{early} {reported}: too few to tell");
}

/// What is told up to the first test that fails, or up to the end.
fn told_until_failed(child: &mut Child) -> Vec<u8> {
    let stdout = child.stdout.as_mut().unwrap();
    let mut told = Vec::new();
    // A byte at a time, so that the rest stays in the pipe.
    let mut byte = [0];
    while stdout.read(&mut byte).unwrap() == 1 {
        told.push(byte[0]);
        if told.ends_with(b"\n") && String::from_utf8_lossy(&told).contains(r#""failures":[{"#) {
            break;
        }
    }
    told
}

/// A failing input that was told when it was found is reported at the end, and all that is reported is written. Says how many tests fail.
#[track_caller]
fn check_interrupted(ended: &Report, fixture: &Fixture, when: &str) -> usize {
    assert!([1, 130].contains(&ended.code), "interrupted after {when}: {}{}", ended.code, ended.stdout);
    let events = ended.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let puts = puts(ended);
    for found in events.filter(|event| event["event"] == "found") {
        let put = puts.get(found["name"].as_str().unwrap());
        assert!(put.is_some_and(|put| put["verdict"] == "failed"), "{found}, then interrupted after {when}");
    }
    let files = fixture.case_files();
    let failed: Vec<_> = puts.values().filter(|put| put["verdict"] == "failed").collect();
    for failure in failed.iter().flat_map(|put| put["failures"].as_array().unwrap()) {
        let (file, case) = failure["case"].as_str().unwrap().rsplit_once("::").unwrap();
        let text = &files[file.strip_prefix("forall/").unwrap()];
        assert!(text.contains(&format!("fn {case}()")), "interrupted after {when}: {text}");
    }
    if ended.code == 130 { failed.len() } else { 0 }
}

#[test]
fn what_is_unchanged_is_not_explored_again_and_damage_is_noticed() {
    let _turn = turn();
    let fixture = Fixture::copy_apart("long");
    fixture.explore(&["--fresh"]);
    let first = fixture.explore(&["--fresh", "--format", "json"]);
    let again = fixture.explore(&["--format", "json"]);
    assert_eq!(told(&again), told(&first));
    let seconds =
        |report: &Report| -> f64 { puts(report).values().map(|put| put["seconds"].as_f64().unwrap()).sum() };
    assert!(seconds(&again) * 3.0 < seconds(&first), "{} then {}", seconds(&first), seconds(&again));

    for file in state_files(&fixture) {
        let mut bytes = fs::read(&file).unwrap();
        let place = bytes.len() / 2;
        bytes[place] ^= 0x40;
        fs::write(&file, bytes).unwrap();
    }
    let damaged = fixture.explore(&["--format", "json"]);
    assert!(damaged.stderr.contains("damaged"), "{}", damaged.stderr);
    assert_eq!(told(&damaged), told(&first));

    // Another program is another matter.
    fixture.append(
        "src/lib.rs",
        "#[cfg(test)] mod more { #[forall::forall] fn holds(x: u8) { assert!(x < 255 || x == 255); } }\n",
    );
    let changed = fixture.explore(&["--format", "json"]);
    assert_eq!(puts(&changed).len(), puts(&first).len() + 1);
}

#[test]
fn a_test_is_explored_again_exactly_when_code_that_it_reaches_has_changed() {
    let _turn = turn();
    let fixture = Fixture::copy_apart("layers");
    let _ = fs::remove_dir_all(state(&fixture));
    let mut names = BTreeMap::new();
    for name in ["near", "deep", "constant", "table", "dynamic", "generic"] {
        fixture.explore(&[name]);
        let new = state_files(&fixture).into_iter().find(|file| !names.contains_key(file)).unwrap();
        names.insert(new, name);
    }
    let edits: [(&str, &str, &str, &[&str]); 10] = [
        ("src/lib.rs", "x / 2", "x / 3", &["near"]),
        ("bottom/src/lib.rs", "x / 2", "x / 3", &["deep"]),
        ("bottom/src/lib.rs", "x / 4", "x / 5", &[]),
        ("bottom/src/lib.rs", "rounded down", "rounded", &[]),
        ("src/lib.rs", "MOST: u8 = 200", "MOST: u8 = 210", &["constant"]),
        ("src/lib.rs", "[1, 2, 4, 8]", "[1, 2, 4, 9]", &["table"]),
        ("src/lib.rs", "u32::from(self.0) * u32::from(self.0)", "u32::from(self.0) * 2", &["dynamic"]),
        ("src/lib.rs", "/// Nothing but a table leads", "/// A table leads", &[]),
        ("middle/src/lib.rs", "if x > y", "if x >= y", &["generic"]),
        ("src/lib.rs", "assert!(halve(x) <= x);", "assert!(x >= halve(x));", &["near"]),
    ];
    for (file, from, to, expected) in edits {
        let before = written(&names);
        fixture.replace(file, from, to);
        fixture.explore(&[]);
        let after = written(&names);
        let explored: BTreeSet<&str> =
            names.values().copied().filter(|name| before[name] != after[name]).collect();
        assert_eq!(explored, expected.iter().copied().collect(), "{from} became {to}");
    }

    // What is said of a test does not depend on who else was there when it was explored.
    let kept = fixture.explore(&["--format", "json"]);
    let fresh = fixture.explore(&["--fresh", "--format", "json"]);
    assert_eq!(told(&kept), told(&fresh));
}

/// These tests empty the directory that they share: one at a time.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// For every test, when its state was written.
fn written<'a>(names: &BTreeMap<PathBuf, &'a str>) -> BTreeMap<&'a str, SystemTime> {
    names.iter().map(|(file, name)| (*name, fs::metadata(file).unwrap().modified().unwrap())).collect()
}

/// Everything that is said of the tests, but for the time.
fn told(report: &Report) -> String {
    let puts = puts(report).into_values().map(|mut put| {
        let times = ["seconds", "first_failure_seconds"];
        put.as_object_mut().unwrap().retain(|key, _| !times.contains(&key.as_str()));
        put.to_string()
    });
    puts.collect::<Vec<_>>().join("\n")
}

fn puts(report: &Report) -> BTreeMap<String, serde_json::Value> {
    let events = report.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    events
        .filter(|event| event["event"] == "put")
        .map(|event| (event["name"].as_str().unwrap().to_owned(), event))
        .collect()
}

fn kill(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().unwrap();
    // The runners end when they notice.
    std::thread::sleep(Duration::from_millis(50));
}

fn state(fixture: &Fixture) -> PathBuf {
    fixture.target().join("forall/state")
}

fn state_files(fixture: &Fixture) -> Vec<PathBuf> {
    let entries = fs::read_dir(state(fixture)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_none()).collect()
}
