//! What the compiler says to what stands under `#[forall]`.
//!
//! `tests/compile_fail/<name>.rs` fails with the message in `<name>.stderr`, written anew with `BLESS=1`. `tests/compile_pass/*.rs` compiles
//! without a word.

mod compiler;

use compiler::{compiler, directory, rustc, scratch, text};
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn misuse_is_answered_by_what_to_do_instead() {
    let mut different = Vec::new();
    for file in rust_files("compile_fail") {
        let message = complaint(&file, "short");
        if !is_blessed(&file.with_extension("stderr"), &message) {
            different.push(format!("{}\n{message}", file.display()));
        }
    }
    assert!(different.is_empty(), "messages differ; BLESS=1 renews them:\n{}", different.join("\n"));
}

#[test]
fn a_parameter_without_inputs_is_named_with_its_type_and_what_to_do() {
    let message = complaint(&directory("compile_fail").join("parameter_type.rs"), "human");
    for part in [
        "the parameter `account` of `balances_add_up` has the type `Account`, of which forall has no inputs",
        "fn balances_add_up(days: u8, account: Account) {",
        "                                      ^^^^^^^ not a type of inputs",
        "note: parameters can be numbers, `bool`, `char`, `String`, tuples, arrays, ",
        "note: if the type is yours, add `#[derive(forall::Input)]` to it; if not, ",
    ] {
        assert!(message.contains(part), "{part} is not in\n{message}");
    }
}

/// That two implementations apply is the compiler's to say; the name of the trait is our help.
#[test]
fn factories_of_one_type_in_two_modules_are_both_shown_with_what_to_do() {
    let message = complaint(&directory("compile_fail").join("two_places.rs"), "human");
    for part in [
        "fn stacks_are_short(stack: Stack, other: &Stack) {",
        "multiple `impl`s satisfying `Stack: forall::__private::MakeInput<_>` found",
        "\n10 |     #[forall::factory]\n",
        "\n19 |     #[forall::factory]\n",
        "required for `Stack` to implement `__TEST::{closure#0}::FactoriesInOneModule<_>`",
    ] {
        assert!(message.contains(part), "{part} is not in\n{message}");
    }
}

#[test]
fn strict_crates_compile_without_a_warning() {
    for file in rust_files("compile_pass") {
        for edition in ["2021", "2024"] {
            let mut command = compiler(&rustc(), &file, edition);
            command.args(["--emit=metadata", "--out-dir"]).arg(scratch("compile_pass"));
            assert_silent(&mut command);
        }
    }
}

#[test]
fn clippy_has_nothing_to_say() {
    if Command::new("clippy-driver").arg("--version").output().is_err() {
        eprintln!("clippy is not installed");
        return;
    }
    for file in rust_files("compile_pass") {
        for edition in ["2021", "2024"] {
            let mut command = compiler("clippy-driver", &file, edition);
            command.args(["--emit=metadata", "--out-dir"]).arg(scratch("clippy"));
            assert_silent(command.args(["-Dclippy::all", "-Dclippy::pedantic"]));
        }
    }
}

/// What the compiler has against a file, without its summary. Its short format has our words and few of its own, which change from
/// version to version.
fn complaint(file: &Path, format: &str) -> String {
    let mut command = compiler(&rustc(), file, "2024");
    command
        .args(["--emit=metadata", "--cap-lints=allow", "--out-dir"])
        .arg(scratch(&format!("compile_fail_{format}")));
    let output = command.arg(format!("--error-format={format}")).output().expect("rustc runs");
    assert!(!output.status.success(), "{} compiles", file.display());
    let message = text(&output.stderr).replace(&file.display().to_string(), "test.rs");
    message
        .lines()
        .filter(|line| !line.starts_with("error: aborting"))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn assert_silent(command: &mut Command) {
    let output = command.output().expect("the compiler runs");
    let message = text(&output.stderr);
    assert!(output.status.success() && message.is_empty(), "{command:?}\n{message}");
}

fn rust_files(name: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory(name))
        .expect("the directory is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn is_blessed(snapshot: &Path, actual: &str) -> bool {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(snapshot, actual).expect("the snapshot is writable");
    }
    std::fs::read_to_string(snapshot).is_ok_and(|expected| expected == actual)
}
