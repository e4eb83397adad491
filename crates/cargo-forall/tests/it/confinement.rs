//! Tests that would do harm: what becomes of them, and of what they are after.

use crate::fixture::{Fixture, Report, cargo_forall, signal};
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// What the hostile tests are after: a directory of this test alone, and a listener that it opened.
struct Prey {
    fixture: Fixture,
    directory: tempfile::TempDir,
    listener: TcpListener,
}

impl Prey {
    fn new() -> Prey {
        let fixture = Fixture::copy("hostile");
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("inner")).unwrap();
        fs::write(directory.path().join("inner/other"), "keep me").unwrap();
        fs::write(directory.path().join("file"), "keep me").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let constants = format!(
            "pub const BAIT: &str = {:?};\npub const LISTENER: &str = {:?};\n",
            directory.path().to_str().unwrap(),
            address.to_string()
        );
        fixture.append("src/lib.rs", &constants);
        Prey { fixture, directory, listener }
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.directory.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    #[track_caller]
    fn check_unharmed(&self) {
        let path = self.directory.path();
        assert_eq!(self.files(), [path.join("file"), path.join("inner")]);
        for file in ["file", "inner/other"] {
            assert_eq!(fs::read_to_string(path.join(file)).unwrap(), "keep me");
        }
        assert_eq!(self.listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    }
}

#[test]
fn hostile_tests_are_found_out_or_refused_and_harm_nobody() {
    let prey = Prey::new();
    let report = prey.fixture.explore(&["--format", "json"]);
    prey.check_unharmed();
    assert_eq!(report.code, 1, "{}{}", report.stdout, report.stderr);
    assert!(!report.stderr.contains("only partly confined"), "{}", report.stderr);
    for (name, kind, message) in [
        ("aborts", "abort", "SIGABRT"),
        ("overflows_the_stack", "abort", "stack overflow"),
        ("never_ends", "timeout", "did not end in time"),
        ("allocates_a_hundred_gigabytes", "memory", "--max-memory"),
        ("exits", "abort", "exited with code 0"),
    ] {
        let put = report.put(name);
        assert_eq!(put["verdict"], "failed", "{put}");
        assert_eq!(put["failures"].as_array().unwrap().len(), 1, "{put}");
        assert_eq!(put["failures"][0]["kind"], kind, "{put}");
        assert!(put["failures"][0]["message"].as_str().unwrap().contains(message), "{put}");
        assert_ne!(put["failures"][0]["location"], "", "{put}");
    }
    for (name, kind, detail) in [
        ("deletes_a_directory", "refused", "change a file outside the scratch directory"),
        ("overwrites_a_file", "refused", "change a file outside the scratch directory"),
        ("connects", "refused", "use the network"),
        ("starts_processes", "refused", "start a process"),
        ("does_without_a_hundred_gigabytes", "max_memory", "denied memory"),
    ] {
        let put = report.put(name);
        assert_eq!(put["verdict"], "incomplete", "{put}");
        let reasons = put["reasons"].as_array().unwrap();
        let reason = reasons.iter().find(|reason| reason["kind"] == kind).unwrap_or_else(|| panic!("{put}"));
        assert!(reason["detail"].as_str().unwrap().contains(detail), "{put}");
        assert!(reason["location"].as_str().unwrap().starts_with("src/lib.rs:"), "{put}");
        assert_ne!(reason["help"], "", "{put}");
    }
    assert_eq!(report.put("is_undisturbed")["verdict"], "proved");
}

#[test]
fn the_user_may_let_them() {
    let prey = Prey::new();
    let report = prey.fixture.explore(&["--format", "json", "--unconfined", "overwrites_a_file"]);
    let put = report.put("overwrites_a_file");
    let reasons = put["reasons"].as_array().unwrap();
    assert!(reasons.iter().all(|reason| reason["kind"] != "refused"), "{put}");
    assert_eq!(fs::read_to_string(prey.directory.path().join("file")).unwrap(), "gone");
}

/// Who watches the clock may be stopped, or busy; then it is the kernel that counts the processor time of a run.
#[test]
fn a_run_that_nobody_watches_ends_when_its_processor_time_is_up() {
    let prey = Prey::new();
    prey.fixture.explore(&["--list"]); // builds
    let mut command = cargo_forall(&prey.fixture, &["--format", "json", "never_ends"]);
    let tool = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let is_busy = |process: &Process| process.seconds >= 2.0;
    let busy = wait_for(|| descendants(tool.id()).into_iter().find(is_busy));
    signal(&tool, "STOP");
    let ended = wait_for(|| {
        let goes_on = |process: &Process| Some(process.id) == busy.as_ref().map(|busy| busy.id);
        (!descendants(tool.id()).iter().any(goes_on)).then_some(())
    });
    signal(&tool, "CONT");
    let report = Report::from(tool.wait_with_output().unwrap());
    assert!(busy.is_some(), "{}{}", report.stdout, report.stderr);
    assert!(ended.is_some(), "it used more than its time");
    let put = report.put("never_ends");
    assert_eq!(put["verdict"], "failed", "{put}");
    assert_eq!(put["failures"][0]["kind"], "timeout", "{put}");
}

struct Process {
    id: u32,
    parent: u32,
    /// Of processor time.
    seconds: f64,
}

/// All that a process has started and that runs, and what these have started.
fn descendants(of: u32) -> Vec<Process> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.unwrap();
        let id = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name before it may hold anything.
        let (_, rest) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |field: usize| fields[field].parse::<f64>().unwrap();
        (fields[0] != "Z").then(|| Process {
            id,
            parent: fields[1].parse().unwrap(),
            seconds: (ticks(11) + ticks(12)) / 100.0,
        })
    });
    let (mut known, mut found) = (vec![of], Vec::new());
    let mut processes: Vec<Process> = processes.collect();
    while let Some(place) = processes.iter().position(|process| known.contains(&process.parent)) {
        let process = processes.swap_remove(place);
        known.push(process.id);
        found.push(process);
    }
    found
}

/// Looks again and again; `None` when it takes unreasonably long.
fn wait_for<T>(look: impl Fn() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(120) {
        if let Some(found) = look() {
            return Some(found);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    None
}
