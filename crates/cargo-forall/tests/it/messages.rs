//! One bug is one failure, whatever its message says about the input; and the same exploration gives the same bytes.

use crate::fixture::Fixture;
use std::collections::BTreeSet;

#[test]
fn one_bug_is_one_failure_and_the_same_exploration_gives_the_same_bytes() {
    let fixture = Fixture::copy("messages");
    let report = fixture.explore(&["--format", "json", "--fresh", "--jobs", "1"]);
    assert_eq!(report.code, 1, "{}{}", report.stdout, report.stderr);
    let messages = |name: &str| -> Vec<String> {
        let put = report.put(name);
        let failures = put["failures"].as_array().unwrap().iter();
        failures.map(|failure| failure["message"].as_str().unwrap().to_owned()).collect()
    };
    for (name, beginnings) in [
        ("texts_have_a_first_letter", &["end byte index 1 is not a char boundary"] as &[&str]),
        ("own_words_about_a_text", &["what is this: "]),
        ("differences_are_shown_in_colours", &["assertion failed: `(left == right)`"]),
        ("one_unwrap_is_one_place", &["called `Result::unwrap()` on an `Err` value: Empty"]),
        ("errors_are_told_apart_by_their_variants", &["Empty", "NotADigit", "TooLong"]),
        ("what_is_passed_on_is_told_apart", &["0 is too small", "21 is too large"]),
        ("elements_are_there", &["index out of bounds"]),
    ] {
        let messages = messages(name);
        let fit = messages.iter().zip(beginnings).all(|(message, beginning)| message.starts_with(beginning));
        assert!(fit && messages.len() == beginnings.len(), "{name}: {messages:?}");
    }
    let files = fixture.case_files();
    for (name, text) in &files {
        assert!(
            !text.contains('\u{1b}') && !text.contains("u{1b}") && text.lines().count() < 80,
            "{name}: {text}"
        );
        assert!(text.lines().all(|line| line.chars().count() < 300), "{name}: {text}");
    }
    assert!(!report.stdout.contains("u001b"), "{}", report.stdout);
    let failing: BTreeSet<String> = report.failing_cases();
    let failures = fixture.failures_of_cargo_test();
    assert!(failures.is_superset(&failing), "{failures:?}");
    // Some branches are only taken by inputs that fail; otherwise one case a failure is enough.
    let commented =
        files.values().flat_map(|text| text.lines()).filter(|line| line.starts_with("// fails: "));
    assert_eq!((failures.len(), failing.len()), (commented.count(), 10), "{failures:?}");

    for jobs in ["1", "2"] {
        let again = fixture.explore(&["--format", "json", "--fresh", "--jobs", jobs]);
        assert_eq!(again.failing_cases(), failing);
        assert_eq!(fixture.case_files(), files, "with {jobs} jobs");
        assert!(!again.stderr.contains("still fails"), "{}", again.stderr);
    }

    a_failure_on_a_boundary_input_is_not_hidden(&fixture);
}

/// Which it would be by the cases of an exploration that does not find it: they take the place of the boundary inputs.
fn a_failure_on_a_boundary_input_is_not_hidden(fixture: &Fixture) {
    let test = "    #[forall]\n    fn triangles_are_large(n: u32) {\n        assert!(triangle(n) >= n.min(1));\n    }\n";
    fixture.replace(
        "src/lib.rs",
        "    #[forall(max_len = 5)]\n    fn texts_have_a_first_letter",
        &format!("{test}\n    #[forall(max_len = 5)]\n    fn texts_have_a_first_letter"),
    );
    let is_of_triangles = |name: &String| name.contains("triangles_are_large");
    let without_cases = fixture.failures_of_cargo_test().into_iter().filter(is_of_triangles).count();
    assert_eq!(without_cases, 1, "on boundary inputs");
    for arguments in [&["--fresh"] as &[&str], &[], &["--check"]] {
        let few = ["triangles", "--format", "json", "--max-runs", "1"];
        let report = fixture.explore(&[&few, arguments].concat());
        assert_eq!(report.code, 1, "{arguments:?}: {}{}", report.stdout, report.stderr);
        let put = report.put("triangles_are_large");
        assert_eq!(put["verdict"], "failed", "{put}");
        let failures = put["failures"].as_array().unwrap();
        assert_eq!(failures.len(), 1, "{put}");
        assert_eq!(failures[0]["message"], "attempt to add with overflow");
        let failing: BTreeSet<String> = report.failing_cases();
        assert_eq!(failing.len(), 1);
        assert!(fixture.failures_of_cargo_test().is_superset(&failing), "{failing:?}");
    }
}
