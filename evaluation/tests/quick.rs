//! One small subject of each section still comes out as expected, and a tiny package of the study of `generalize`. `--check` looks at all sections.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn a_small_subject_of_each_section_comes_out_as_expected() {
    let tool = cargo_forall();
    let output = Command::new(env!("CARGO_BIN_EXE_forall-evaluation"))
        .args(["--quick", "--cargo-forall"])
        .arg(tool)
        .arg("--target-dir")
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A package of three tests: one is generalized in full, one in part, one not at all; and its next release is wrong for few inputs.
#[test]
fn the_study_of_generalize_tells_what_came_of_a_tiny_package() {
    let tiny = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_forall-evaluation"))
        .arg("generalize")
        .arg(format!("{}..{}", tiny.join("first").display(), tiny.join("next").display()))
        .arg("--cargo-forall")
        .arg(cargo_forall())
        .arg("--target-dir")
        .arg(target)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read =
        |file: &str| std::fs::read_to_string(target.join("generalize/first-local").join(file)).unwrap();
    let (page, tests) = (read("generalize-study.md"), read("generalize-tests.md"));
    let line = |text: &str, beginning: &str| {
        let found = text.lines().find(|line| line.starts_with(beginning)).map(str::to_owned);
        found.unwrap_or_else(|| panic!("no {beginning} in {text}"))
    };
    let full = line(&tests, "| `tests::it_is_one_of_them` (lib) |");
    // Neither `>=` in the place of `>` nor any other mutant is noticed by the original alone.
    assert!(full.contains("| full oracle | proved |") && full.ends_with("| 2 of 2 |  |"), "{full}");
    let made = line(&tests, "| `tests::by_macro` (lib) |");
    assert!(made.contains("| skipped |") && made.ends_with("| a macro makes it |"), "{made}");
    let outcomes = line(&page, "| **all** | 3 |");
    assert!(outcomes.ends_with("| 1 | 0 |"), "one skipped, all are told of: {outcomes}");
    assert_eq!(line(&page, "| first later |"), "| first later | 1 | 1 | 1 |");
    let left = line(&page, "- first `tests::it_is_the_second` cannot be placed:");
    assert!(left.ends_with("the closed test has changed"), "{left}");
    let failing = line(&page, "- first `tests::it_is_one_of_them_for_all` fails on later");
    assert!(failing.contains("= 201"), "{failing}");
}

/// Two figures of a paper: their closed tests become parameterized ones, and each defect that the paper found with those is found.
#[test]
fn closed_tests_of_a_paper_are_generalized_and_find_its_defects() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_forall-evaluation"))
        .args(["generalize", "--quick", "--cargo-forall"])
        .arg(cargo_forall())
        .arg("--target-dir")
        .arg(target)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(target.join("generalize/papers-small/generalize-study.md")).unwrap();
    for test in ["cut1", "cut2", "cut3", "remove_cut"] {
        assert!(page.contains(&format!("fn {test}_for_all(")), "{test} in {page}");
    }
    for defect in ["a negative number is dropped without a word", "a heap of less than four has zeros in it"]
    {
        let mut rows = page.lines().filter(|line| line.contains(&format!("| {defect} |")));
        assert!(rows.any(|row| !row.contains("**not found**")), "{defect} in {page}");
    }
}

/// The program as the tests of the workspace use it, so that it is not built again after them.
fn cargo_forall() -> PathBuf {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository.join("target"), PathBuf::from);
    let built = Command::new("cargo")
        .args(["build", "--package", "cargo-forall", "--target-dir"])
        .arg(&target)
        .current_dir(repository)
        .status()
        .unwrap();
    assert!(built.success(), "cargo-forall does not build");
    target.join("debug/cargo-forall")
}
