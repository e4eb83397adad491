//! What becomes of committed case files when the package changes, or a person changes them.

use crate::fixture::{Fixture, generated_files_told_of};
use std::path::Path;

const CASES: &str = "tests/nobody_owes_too_much.rs";

#[test]
fn a_failing_case_becomes_a_regression_test_when_the_bug_is_fixed() {
    let fixture = Fixture::copy("changing");
    assert_eq!(fixture.explore(&[]).code, 1);
    let failing = fixture.case_files()[CASES].clone();
    assert!(failing.contains("// fails: attempt to negate with overflow"), "{failing}");
    assert!(failing.contains("fn overflows_i32_min() {"), "{failing}");

    for bounds in
        [&["--max-runs", "1", "--max-len", "0"] as &[&str], &["--emit", "failures"], &["--emit", "paths"]]
    {
        assert_eq!(fixture.explore(bounds).code, 1, "{bounds:?}");
        let now = fixture.case_files()[CASES].clone();
        assert!(now.contains("fn overflows_i32_min() {"), "{bounds:?}: {now}");
        assert!(now.contains("// fails: attempt to negate with overflow"), "{bounds:?}: {now}");
    }

    fixture.replace("src/lib.rs", "-money.cents\n", "money.cents.saturating_neg()\n");
    fixture.replace("src/lib.rs", "-i64::from(money.cents))", "-i64::from(money.cents.max(-i32::MAX)))");
    let fixed = fixture.explore(&[]);
    assert_eq!(fixed.code, 0, "{}{}", fixed.stdout, fixed.stderr);
    let passing = fixture.case_files()[CASES].clone();
    assert!(passing.contains("// failed before: attempt to negate with overflow"), "{passing}");
    assert!(passing.contains("fn no_longer_overflows_i32_min() {"), "{passing}");
    assert!(fixture.failures_of_cargo_test().is_empty());
    fixture.check_clippy();

    assert_eq!(fixture.explore(&["--check"]).code, 0);
    fixture.explore(&[]);
    assert_eq!(fixture.case_files()[CASES], passing, "it is kept as it is");

    // The bug is back.
    fixture.replace("src/lib.rs", "money.cents.saturating_neg()\n", "-money.cents\n");
    assert_eq!(fixture.explore(&[]).code, 1);
    let again = fixture.case_files()[CASES].clone();
    assert_eq!(again.matches("fn overflows_i32_min() {").count(), 1, "{again}");
    assert!(!again.contains("failed before"), "{again}");
}

/// Inputs that are at no limit of their type, are longer than allowed the next time, or belong to a parameter of another name.
#[test]
fn what_failed_once_is_kept_although_it_is_not_found_again() {
    let fixture = Fixture::copy("changing");
    fixture.append(
        "src/lib.rs",
        "#[cfg(test)]
mod needles {
    #[forall::forall]
    fn code(one: u32) {
        assert!(one.wrapping_mul(77_777) != 3_000_000_001);
    }

    #[forall::forall]
    fn list(many: Vec<u8>) {
        assert!(many.len() < 6 || many[5] != 77);
    }
}
",
    );
    let found = fixture.explore(&["needles", "--max-len", "6"]);
    assert_eq!(found.code, 1, "{}", found.stdout);
    let cases = |name: &str| fixture.case_files()[&format!("needles/{name}.rs")].clone();
    let calls = |name: &str| -> Vec<String> {
        let blocks = cases(name);
        let failing = blocks.split("\n\n").filter(|block| block.starts_with("// fails: "));
        failing.map(|block| block.split_once("() {").unwrap().1.trim_end().to_owned()).collect()
    };
    let before = [calls("code"), calls("list")];
    assert!(before.iter().all(|calls| calls.len() == 1), "{before:?}");

    let few = ["needles", "--max-len", "2", "--max-runs", "1"];
    assert_eq!(fixture.explore(&few).code, 1);
    assert_eq!([calls("code"), calls("list")], before);
    for (name, other) in [("one", "number"), ("many", "items")] {
        fixture.replace("src/lib.rs", name, other);
    }
    assert_eq!(fixture.explore(&few).code, 1);
    assert_eq!([calls("code"), calls("list")], before, "under other names");
}

#[test]
fn the_file_of_a_test_that_is_no_more_is_named_and_pruned() {
    let fixture = Fixture::copy("changing");
    fixture.explore(&[]);
    fixture.replace("src/lib.rs", "fn nobody_owes_too_much", "fn debts_are_bounded");
    let renamed = fixture.explore(&["lists"]);
    assert!(
        renamed.stderr.contains("forall/tests/nobody_owes_too_much.rs belongs to no test"),
        "{}",
        renamed.stderr
    );
    assert!(fixture.case_files().contains_key(CASES), "only --prune removes");
    assert_eq!(fixture.explore(&["--check", "lists"]).code, 7);

    let partly = fixture.explore(&["--lib", "--prune", "lists"]);
    assert!(fixture.case_files().contains_key(CASES), "other targets were not built: {}", partly.stderr);
    let pruned = fixture.explore(&["--prune", "lists"]);
    assert_eq!(pruned.code, 0, "{}", pruned.stderr);
    assert!(!fixture.case_files().contains_key(CASES));
    assert!(fixture.case_files().contains_key("tests/lists_are_short.rs"));
}

#[test]
fn what_a_person_wrote_is_not_overwritten() {
    let fixture = Fixture::copy("changing");
    fixture.explore(&[]);
    let file = "forall/tests/lists_are_short.rs";
    fixture.append(file, "\n#[test]\nfn mine() {\n    lists_are_short(vec![true]);\n}\n");
    let edited = fixture.case_files();
    let refused = fixture.explore(&["lists"]);
    assert_eq!(refused.code, 8, "{}", refused.stderr);
    assert!(
        refused.stderr.contains("was edited by hand") && refused.stderr.contains("--overwrite"),
        "{}",
        refused.stderr
    );
    assert!(refused.stdout.starts_with("proved"), "the verdict is told: {}", refused.stdout);
    assert_eq!(fixture.case_files(), edited);
    let check = fixture.explore(&["--check", "lists"]);
    assert_eq!(check.code, 7);
    assert!(check.stderr.contains("was edited by hand"), "{}", check.stderr);

    assert_eq!(fixture.explore(&["--overwrite", "lists"]).code, 0);
    assert!(!fixture.case_files()["tests/lists_are_short.rs"].contains("mine"));

    fixture.replace("src/lib.rs", "fn lists_are_short", "fn lists_are_long");
    fixture.append(file, "// mine\n");
    let orphan = fixture.explore(&["--prune", "lists"]);
    assert_eq!(orphan.code, 8, "{}", orphan.stderr);
    assert!(fixture.case_files().contains_key("tests/lists_are_short.rs"));
}

/// A committed case calls the test as it was.
#[test]
fn cases_that_do_not_fit_their_test_any_more_are_set_aside() {
    let fixture = Fixture::copy("changing");
    fixture.explore(&[]);
    let before = fixture.case_files()[CASES].clone();
    fixture.replace(
        "src/lib.rs",
        "too_much(money: Money) {",
        "too_much(money: Money, days: u8) {\n        let _ = days;",
    );
    let complaint = fixture.errors_of_cargo_test();
    assert!(
        complaint.contains(
            "the cases in `forall/tests/nobody_owes_too_much.rs` call this with 1 argument (it has 2)"
        ) && complaint.contains("help: run `cargo forall`"),
        "{complaint}"
    );
    assert_eq!(fixture.explore(&["--check"]).code, 4, "--check changes nothing");
    assert_eq!(fixture.case_files()[CASES], before);

    let renewed = fixture.explore(&[]);
    assert_eq!(renewed.code, 1, "{}", renewed.stderr);
    assert!(
        renewed.stderr.contains("nobody_owes_too_much.rs does not fit its test any more"),
        "{}",
        renewed.stderr
    );
    let files = fixture.case_files();
    assert_eq!(files["tests/nobody_owes_too_much.rs.old"], before);
    assert!(files[CASES].contains("nobody_owes_too_much(Money { cents: i32::MIN }, 0);"), "{}", files[CASES]);

    // The same number of arguments, of other types: the compiler complains, and the remedy is the same.
    fixture.replace("src/lib.rs", "days: u8", "days: String");
    let renewed = fixture.explore(&[]);
    assert_eq!(renewed.code, 1, "{}", renewed.stderr);
    assert!(fixture.case_files()[CASES].contains("String::new()"), "{}", fixture.case_files()[CASES]);
    assert!(fixture.case_files().contains_key("tests/nobody_owes_too_much.rs.old2"));

    // What is wrong elsewhere is no reason to move anything.
    fixture.append("src/lib.rs", "fn broken() -> u8 { () }\n");
    let broken = fixture.explore(&[]);
    assert_eq!(broken.code, 4, "{}", broken.stderr);
    assert!(!fixture.case_files().contains_key("tests/nobody_owes_too_much.rs.old3"));
}

#[test]
fn the_package_bounds_its_tests() {
    let fixture = Fixture::copy("changing");
    let bounded = fixture.explore(&["lists"]);
    assert!(bounded.stdout.contains("for list.len() ≤ 2"), "{}", bounded.stdout);
    assert_eq!(fixture.explore(&["--max-len", "5", "lists"]).code, 1, "the command line is stronger");
    fixture.replace("Cargo.toml", "max_len = 2", "max_length = 2");
    let unknown = fixture.explore(&["lists"]);
    assert_eq!(unknown.code, 5, "{}", unknown.stderr);
    assert!(unknown.stderr.contains("there is no bound `max_length`"), "{}", unknown.stderr);
}

#[test]
fn a_checkout_called_forall_is_no_generated_file() {
    let output = "    Checking forall-protocol v0.1.0 (/home/me/forall/crates/forall-protocol)\n\
                  src/lib.rs:3:5: warning: unused variable: `x`\n\
                  /home/me/forall/package/forall/tests/abs.rs:4:1: warning: this does nothing\n\
                  forall/m/abs.rs:9:1: error: so does this\n";
    let told: Vec<&str> =
        generated_files_told_of(output, Path::new("/home/me/forall/package")).into_iter().collect();
    assert_eq!(told, ["/home/me/forall/package/forall/tests/abs.rs", "forall/m/abs.rs"]);
}
