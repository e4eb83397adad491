//! What a test does under exploration, seen from the hooks it calls: `tests/programs/explored.rs` answers them.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod compiler;

use compiler::{build_for_exploration, directory, text};
use forall_protocol::put::{Expectation, PutDescription, Returns};
use forall_protocol::shared::Ending;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| build_for_exploration(&source(), "explored"));

fn source() -> PathBuf {
    directory("programs").join("explored.rs")
}

/// What the program says when one of its own tests runs.
fn said(program: &Path, test: &str, put: &str, values: &str) -> Vec<String> {
    let mut command = Command::new(program);
    command.args(["--exact", test]).env("FORALL_EXPLORED", put).env("FORALL_VALUES", values);
    text(&command.output().expect("it runs").stderr).lines().map(str::to_owned).collect()
}

fn check(put: &str, values: &str, expected: &[&str]) {
    assert_eq!(said(&PROGRAM, "explore", &format!("explored::{put}"), values), expected, "{put} on {values}");
}

fn finish(ending: Ending, message: &str) -> String {
    format!("finish {} {message:?}", ending as u32)
}

const ABS: &str = "abs_is_not_negative";
/// Of a result whose error is a text.
const RETURNED: &str = "returned 32 bytes";
/// What is thread-local is dropped before the test is over.
const DESTROYED: &str = "destroy 7";
const DRAWN: [&str; 2] = ["draw x kind 11", "draw strict kind 0"];

#[test]
fn a_test_that_returns_finishes_so() {
    let finished = finish(Ending::Returned, "");
    check(ABS, "x=5,strict=1", &[DRAWN[0], DRAWN[1], "returned 0 bytes", DESTROYED, &finished]);
    check("letters", "letter=97", &["draw letter kind 1", RETURNED, DESTROYED, &finished]);
}

#[test]
fn a_failed_assumption_discards() {
    check(ABS, "x=1", &[DRAWN[0], DRAWN[1], "discard"]);
    check("letters", "letter=55296", &["draw letter kind 1", "discard"]);
}

#[test]
fn a_panic_is_reported_by_its_hook_and_at_the_end() {
    let least = i64::MIN.cast_unsigned();
    let message = "attempt to negate with overflow";
    let panicked = format!("panicked {message:?} mod.rs true");
    check(
        ABS,
        &format!("x={least}"),
        &[DRAWN[0], DRAWN[1], &panicked, DESTROYED, &finish(Ending::Panicked, message)],
    );
}

#[test]
fn an_error_finishes_with_its_text() {
    check(
        "letters",
        "letter=120",
        &["draw letter kind 1", RETURNED, "mute", DESTROYED, &finish(Ending::Err, "Letter('x')")],
    );
}

#[test]
fn tests_describe_themselves() {
    let description = |name: &str, parameters: &[&str], fn_line: &str| PutDescription {
        name: format!("explored::{name}"),
        path: format!("explored::{name}"),
        module: name.into(),
        file: source().display().to_string(),
        line: line_of(fn_line),
        function: name.into(),
        cases: format!("forall/{name}.rs"),
        parameters: parameters.iter().map(ToString::to_string).collect(),
        ..PutDescription::default()
    };
    let abs = description(ABS, &["x", "strict"], "fn abs_is_not_negative");
    let letters = PutDescription {
        expectation: Expectation::MayPanic,
        expected: "never".into(),
        returns: Returns::Result,
        ..description("letters", &["letter"], "fn letters")
    };
    assert_eq!(said(&PROGRAM, "describe", "", ""), [format!("{abs:?}"), format!("{letters:?}")]);
}

fn line_of(code: &str) -> u32 {
    let source = std::fs::read_to_string(source()).expect("it is there");
    let index = source.lines().position(|line| line.starts_with(code)).expect("the code is in it");
    index as u32 + 1
}
