//! Closed tests become parameterized ones.

use crate::fixture::{Fixture, Report, command};
use forall_report::{ClosedTest, Event, Generalization, Verdict};
use std::process::Command;

const MANIFEST: &str = "[package]
name = \"pieces\"
version = \"0.1.0\"
edition = \"2021\"

[workspace]
";
const LIBRARY: &str = "pub fn larger(a: u8, b: u8) -> u8 {
    if a > b {
        a
    } else {
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two() {
        let (one, other) = (3u8, 2u8);
        let found = larger(one, other);
        assert!(found >= one && found >= other);
    }

    #[test]
    fn length() {
        let found = [(); 3usize].map(|()| larger);
        assert!(!found.is_empty());
    }

    macro_rules! made {
        ($name:ident) => {
            #[test]
            fn $name() {
                assert_eq!(larger(1u8, 2u8), 2u8);
            }
        };
    }
    made!(by_macro);
}
";
const OUTSIDE: &str = "#[test]
fn from_outside() {
    let (one, other) = (7u8, 9u8);
    assert!(pieces::larger(one, other) >= one);
}
";

fn package() -> Fixture {
    let fixture = Fixture::empty("pieces");
    for (file, text) in [("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("tests/it.rs", OUTSIDE)] {
        let path = fixture.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    fixture
}

#[track_caller]
fn generalize(fixture: &Fixture, arguments: &[&str], code: i32) -> Report {
    let report: Report = command(fixture, &[&["generalize"], arguments].concat()).output().unwrap().into();
    assert_eq!(report.code, code, "{}{}", report.stdout, report.stderr);
    report
}

fn line<'r>(report: &'r Report, test: &str) -> &'r str {
    let named = |line: &&str| line.split_whitespace().any(|word| word == test);
    report.stdout.lines().find(named).unwrap_or_else(|| panic!("no {test} in {}", report.stdout))
}

#[test]
fn a_patch_is_shown_and_nothing_is_changed() {
    let fixture = package();
    let before = fixture.files();
    let report = generalize(&fixture, &[], 0);
    assert!(report.stderr.contains("round 1: "), "{}", report.stderr);
    for test in ["tests::of_two", "from_outside"] {
        let line = line(&report, test);
        assert!(line.contains("oracle") && line.contains("->") && line.contains("proved"), "{line}");
    }
    // What makes no sense as a parameter does not compile, and takes nothing along.
    assert!(line(&report, "tests::length").starts_with("not amenable"), "{}", report.stdout);
    assert!(line(&report, "tests::by_macro").contains("a macro makes it"), "{}", report.stdout);
    assert!(report.stdout.contains("4 tests: 2 generalized"), "{}", report.stdout);
    for part in ["+++ b/src/lib.rs\n", "+++ b/tests/it.rs\n", "+++ b/Cargo.toml\n", "+forall = "] {
        assert!(report.stdout.contains(part), "{part} is not in {}", report.stdout);
    }
    let mut after = fixture.files();
    after.remove("Cargo.lock");
    assert_eq!(before, after);
}

#[test]
fn programs_are_told_what_came_of_each_test() {
    let fixture = package();
    let report = generalize(&fixture, &["--format", "json"], 0);
    let events: Vec<Event> = report.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let Some((Event::GeneralizeSummary(summary), told)) = events.split_last() else {
        panic!("no summary in {}", report.stdout)
    };
    let told: Vec<&ClosedTest> = told
        .iter()
        .map(|event| match event {
            Event::ClosedTest(closed) => closed.as_ref(),
            other => panic!("{other:?}"),
        })
        .collect();
    let of = |name: &str| told.iter().find(|closed| closed.test.name == name).expect("it is told");
    let two = of("pieces::tests::of_two");
    assert_eq!((two.test.target.as_str(), two.file.as_str()), ("lib", "src/lib.rs"));
    assert_eq!((two.outcome, two.reason.as_str()), (Generalization::Generalized, ""));
    let new = two.generalized.as_ref().unwrap();
    assert_eq!((new.function.as_str(), new.verdict), ("of_two_for_all", Some(Verdict::Proved)));
    assert!(new.text.starts_with("#[::forall::forall") && new.text.ends_with('}'), "{}", new.text);
    let [choice] = &new.oracle[..] else { panic!("one assertion: {:?}", new.oracle) };
    assert!(choice.for_all && choice.assertion.starts_with("assert!(found >= one"), "{choice:?}");
    assert_eq!(of("it::from_outside").test.target, "test-it");
    let made = of("pieces::tests::by_macro");
    assert_eq!((made.outcome, made.reason.as_str()), (Generalization::Skipped, "a macro makes it"));
    assert!(made.generalized.is_none() && made.file == "src/lib.rs");
    assert_eq!((summary.tests, summary.full, summary.not_amenable, summary.skipped), (4, 2, 1, 1));
    // At most one to see what compiles, one to repair it and one to explore it; and one of the patch.
    assert!(summary.rounds >= 1 && summary.builds <= 3 * summary.rounds + 1, "{summary:?}");
}

#[test]
fn what_is_written_compiles_holds_and_is_formatted() {
    let fixture = package();
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(fixture.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    git(&["init", "-q"]);
    let dirty = generalize(&fixture, &["--write"], 5);
    assert!(dirty.stderr.contains("--allow-dirty") && dirty.stdout.is_empty(), "{}", dirty.stderr);
    generalize(&fixture, &["--write", "--allow-dirty", "of_two"], 0);
    let library = std::fs::read_to_string(fixture.path().join("src/lib.rs")).unwrap();
    assert!(library.contains("    #[::forall::forall") && library.contains("    fn of_two() {"), "{library}");
    assert!(fixture.failures_of_cargo_test().is_empty());
    let format = fixture.cargo_command(&["fmt", "--check"]).output().unwrap();
    assert!(format.status.success(), "{}", String::from_utf8_lossy(&format.stdout));
    let explored = fixture.explore(&["--lib"]);
    assert!(explored.stdout.contains("proved"), "{}{}", explored.stdout, explored.stderr);
}

#[test]
fn what_cannot_be_done_is_said_first() {
    let fixture = package();
    let nothing = generalize(&fixture, &["no_such_test"], 3);
    assert!(nothing.stderr.contains("none of 4 tests has a name with `no_such_test`"), "{}", nothing.stderr);
    let format = generalize(&fixture, &["--interactive", "--format", "json"], 5);
    assert!(format.stderr.contains("--interactive asks people"), "{}", format.stderr);
    fixture.append("src/lib.rs", "fn broken(");
    assert!(generalize(&fixture, &[], 4).stderr.contains("the tests do not build"));
}
