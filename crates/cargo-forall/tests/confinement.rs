//! Tests that would do harm: what becomes of them, and of what they are after.

mod fixture;

use fixture::{Fixture, Report};
use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;

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
        let put = put(&report, name);
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
        let put = put(&report, name);
        assert_eq!(put["verdict"], "incomplete", "{put}");
        let reasons = put["reasons"].as_array().unwrap();
        let reason = reasons.iter().find(|reason| reason["kind"] == kind).unwrap_or_else(|| panic!("{put}"));
        assert!(reason["detail"].as_str().unwrap().contains(detail), "{put}");
        assert!(reason["location"].as_str().unwrap().starts_with("src/lib.rs:"), "{put}");
        assert_ne!(reason["help"], "", "{put}");
    }
    assert_eq!(put(&report, "is_undisturbed")["verdict"], "proved");
}

#[test]
fn the_user_may_let_them() {
    let prey = Prey::new();
    let report = prey.fixture.explore(&["--format", "json", "--unconfined", "overwrites_a_file"]);
    let put = put(&report, "overwrites_a_file");
    let reasons = put["reasons"].as_array().unwrap();
    assert!(reasons.iter().all(|reason| reason["kind"] != "refused"), "{put}");
    assert_eq!(fs::read_to_string(prey.directory.path().join("file")).unwrap(), "gone");
}

#[track_caller]
fn put(report: &Report, name: &str) -> serde_json::Value {
    let events = report.stdout.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let is_it = |event: &serde_json::Value| {
        event["event"] == "put" && event["name"].as_str().unwrap().ends_with(&format!("::{name}"))
    };
    events
        .into_iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("no {name} in {}{}", report.stdout, report.stderr))
}
