//! Whole explorations of fixture packages: verdicts, cases, and what plain `cargo test` makes of the cases.

use crate::fixture::{self, Fixture, cargo_forall};
use crate::promise::{self, Asked};

#[test]
fn integers_are_explored_as_blessed_and_their_cases_run_without_the_tool() {
    let fixture = Fixture::copy("integers");
    promise::check(&fixture, Asked::default()).check();
    let report = fixture.explore(&[]);
    assert_eq!(report.code, 1, "{}", report.stderr);
    fixture.check_blessed("report.txt", &report.stdout);

    let check = fixture.explore(&["--check", "--lib", "nested_ifs"]);
    assert_eq!(check.code, 0, "{}", check.stderr);
    fixture.append("forall/control/tests/nested_ifs_reach_all_five.rs", "// edited\n");
    let edited = fixture.case_files();
    let stale = fixture.explore(&["--check", "--lib", "nested_ifs"]);
    assert_eq!(stale.code, 7, "{}", stale.stderr);
    assert_eq!(fixture.case_files(), edited, "--check writes nothing");
}

#[test]
fn structures_are_explored_as_blessed() {
    fixture::check_inputs("structures", &["--lib", "--max-len", "3"], 1);
}

#[test]
fn derived_inputs_are_explored_as_blessed() {
    fixture::check_inputs("derived", &["--max-len", "3"], 1);
}

#[test]
fn made_inputs_are_explored_as_blessed() {
    fixture::check_inputs("made", &["--max-len", "2"], 1);
}

#[test]
fn contracts_are_explored_as_blessed() {
    fixture::check_inputs("contracts", &["--workspace", "--max-len", "4"], 1);
}

#[test]
fn examples_are_explored_as_blessed() {
    fixture::check_inputs("examples", &[], 1);
}

#[test]
fn lengths_are_bounded_as_asked() {
    let fixture = Fixture::copy("structures");
    let put = "sequences::tests::push_then_last";
    let report = fixture.explore(&["--lib", put]);
    assert!(
        report.stdout.contains("9 paths") && report.stdout.contains("for v.len() ≤ 8"),
        "{}",
        report.stdout
    );
    let report = fixture.explore(&["--lib", "--max-len", "0", put]);
    assert!(
        report.stdout.contains("1 path ") && report.stdout.contains("for v.len() ≤ 0"),
        "{}",
        report.stdout
    );
}

#[test]
fn failures_at_one_place_are_one_bug_if_the_same_functions_lead_there() {
    let fixture = Fixture::copy("shared");
    let report = fixture.explore(&["--format", "json"]);
    assert_eq!(report.code, 1, "{}{}", report.stdout, report.stderr);
    let stacks = |name: &str| -> Vec<(String, Vec<String>)> {
        let put = report.put(name);
        assert_eq!(put["verdict"], "failed", "{put}");
        let failures = put["failures"].as_array().unwrap();
        let names = |failure: &serde_json::Value| {
            let functions = failure["stack"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
            let functions = functions.filter_map(|name| name.strip_prefix("shared::"));
            let functions = functions.filter(|name| !name.starts_with("tests::")).map(str::to_owned);
            (failure["arguments"].as_str().unwrap().to_owned(), functions.collect())
        };
        failures.iter().map(names).collect()
    };
    let failure = |arguments: &str, stack: &[&str]| {
        (arguments.to_owned(), stack.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(
        stacks("two_callers"),
        [failure("x = 7", &["checked", "read"]), failure("x = 9", &["checked", "write"])]
    );
    assert_eq!(stacks("recursion"), [failure("levels = 0", &["checked", "descend"])]);
    assert_eq!(stacks("mutual_recursion"), [failure("levels = 0", &["checked", "ping"])]);
    assert_eq!(
        stacks("two_ways_to_abort"),
        [failure("x = 3", &["stop", "open"]), failure("x = 5", &["stop", "close"])]
    );
    let human = fixture.explore(&["two_callers"]);
    assert!(human.stdout.contains(", src/lib.rs:4, called by write"), "{}", human.stdout);
}

#[test]
fn what_depends_on_addresses_is_told_so() {
    let fixture = Fixture::copy("shared");
    let report = fixture.explore(&["--format", "json", "depends_on_where"]);
    assert_eq!(report.code, 0, "{}{}", report.stdout, report.stderr);
    for (name, place) in [
        ("depends_on_where_a_value_lies", "src/lib.rs:82:9"),
        ("depends_on_where_a_static_lies", "src/lib.rs:89:9"),
    ] {
        let put = report.put(name);
        assert_eq!(
            (&put["verdict"], put["failures"].as_array().unwrap().len()),
            (&"incomplete".into(), 0),
            "{put}"
        );
        let [reason] = &put["reasons"].as_array().unwrap()[..] else { panic!("{put}") };
        assert_eq!(reason["kind"], "address", "{put}");
        assert!(reason["detail"].as_str().unwrap().contains("where things lie in memory"), "{put}");
        assert_eq!(reason["location"], place, "{put}");
    }
}

#[test]
fn tests_are_listed_and_selected_by_name() {
    let fixture = Fixture::copy("integers");
    let list = fixture.explore(&["--list", "--lib", "arrays"]);
    assert_eq!(list.code, 0, "{}", list.stderr);
    let names: Vec<&str> = list.stdout.lines().collect();
    assert_eq!(names.len(), 4, "{}", list.stdout);
    assert!(names.iter().all(|name| name.contains("arrays::tests::")), "{}", list.stdout);

    let one = fixture.explore(&["--test", "outside", "--exact", "equal_sides_are_equilateral"]);
    assert_eq!(one.code, 0, "{}", one.stderr);
    assert_eq!(one.stdout.lines().count(), 1, "{}", one.stdout);

    let none = fixture.explore(&["no_such_test"]);
    assert_eq!(none.code, 3, "{}", none.stderr);
}

#[test]
fn an_explanation_shows_paths_and_writes_nothing() {
    let fixture = Fixture::copy("integers");
    let report = fixture.explore_at_default_bounds(&["explain", "the_middle_overflows"]);
    assert_eq!(report.code, 0, "{}", report.stderr);
    assert!(report.stdout.starts_with("path 1: passes\n  on "), "{}", report.stdout);
    assert!(
        report.stdout.contains(": fails: attempt to add with overflow, src/failing.rs:"),
        "{}",
        report.stdout
    );
    let one = fixture.explore_at_default_bounds(&["explain", "the_middle_overflows", "--path", "2"]);
    assert!(one.stdout.starts_with("path 2: ") && one.stdout.contains("    leads here: "), "{}", one.stdout);
    let several = fixture.explore_at_default_bounds(&["explain", "arrays::tests"]);
    assert_eq!(several.code, 5, "{}", several.stderr);
    assert!(several.stderr.contains("help: give the whole name of one"), "{}", several.stderr);
    assert!(fixture.case_files().is_empty());
}

#[test]
fn emit_chooses_how_many_cases_are_kept() {
    let fixture = Fixture::copy("integers");
    let cases = |emit: &str| {
        let report = fixture.explore(&["--emit", emit, "--lib", "the_middle_overflows"]);
        assert_eq!(report.code, 1, "{}", report.stderr);
        let file = &fixture.case_files()["failing/tests/the_middle_overflows.rs"];
        (file.matches("#[test]").count(), file.matches("// fails:").count())
    };
    assert_eq!(cases("failures"), (1, 1));
    assert_eq!(cases("coverage"), (2, 1));
    assert!(cases("paths").0 >= 2);
}

#[test]
fn a_bound_that_bites_is_named_and_can_be_required_away() {
    let fixture = Fixture::copy("integers");
    let put = "a_loop_sums_like_the_formula";
    let bounded = fixture.explore(&["--max-runs", "3", put]);
    assert_eq!(bounded.code, 0, "{}", bounded.stderr);
    assert!(
        bounded.stdout.starts_with("incomplete") && bounded.stdout.contains("max_runs"),
        "{}",
        bounded.stdout
    );
    assert_eq!(fixture.explore(&["--max-runs", "3", "--require", "proved", put]).code, 2);
    assert_eq!(fixture.explore(&["--require", "proved", put]).code, 0);
    assert_eq!(fixture.explore(&["--max-runs", "1", "--require", "covered=100", put]).code, 2);
    assert_eq!(fixture.explore(&["--require", "covered=100", put]).code, 0);
}

#[test]
fn a_test_that_does_not_compile_is_a_build_error_with_the_compilers_words() {
    let fixture = Fixture::copy("integers");
    fixture.append(
        "src/lib.rs",
        "#[cfg(test)] mod broken { #[forall::forall] fn put(x: u8, s: Vec<Broken>) {} }\n",
    );
    let report = fixture.explore(&[]);
    assert_eq!(report.code, 4, "{}", report.stderr);
    assert!(report.stderr.contains("Broken"), "{}", report.stderr);
    assert!(report.stdout.is_empty(), "{}", report.stdout);
}

#[test]
fn flags_of_the_configuration_are_those_of_both_builds() {
    let fixture = Fixture::copy("integers");
    std::fs::create_dir(fixture.path().join(".cargo")).unwrap();
    fixture.append(
        "src/lib.rs",
        "#[cfg(test)] mod sturdy { #[forall::forall] fn nine_is_too_much(x: u8) { assert!(cfg!(not(sturdy)) || x != 9); } }\n",
    );
    for flags in ["[\"--cfg=sturdy\"]", "\"--cfg=sturdy\""] {
        let configuration = format!("[build]\nrustflags = {flags}\n");
        std::fs::write(fixture.path().join(".cargo/config.toml"), configuration).unwrap();
        let report = fixture.explore(&["--lib", "nine_is_too_much"]);
        let said = format!("{}{}", report.stdout, report.stderr);
        assert!(said.contains("2 paths") && said.contains("x = 9: "), "{flags}: {said}");
    }
}

#[test]
fn where_cases_cannot_be_written_the_verdicts_are_still_told() {
    let fixture = Fixture::copy("integers");
    fixture.append("forall", "a file where the directory of cases should be");
    let report = fixture.explore(&["--lib", "control::tests::factorials_grow"]);
    assert_eq!(report.code, 8, "{}", report.stderr);
    assert!(report.stdout.starts_with("proved"), "{}", report.stdout);
    assert!(report.stderr.contains("forall"), "{}", report.stderr);
}

#[test]
fn an_interrupt_leaves_only_whole_files() {
    let fixture = Fixture::copy("misbehaving");
    fixture.explore(&["--list"]); // builds
    let mut child = cargo_forall(&fixture, &["never_ends"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    fixture::interrupt(&child);
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    for name in fixture.case_files().keys() {
        assert!(name.ends_with(".rs"), "{name} is left behind");
    }
}

#[test]
fn the_committed_cases_of_the_tour_are_current() {
    let tour = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tour");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-forall"))
        .args(["forall", "--check"])
        .args(fixture::PATIENCE)
        .current_dir(tour)
        .env("CARGO_TARGET_DIR", std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tour"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "some of the tour fails on purpose: {said}");
    assert!(!said.contains("stale") && !said.contains("missing"), "{said}");
}
