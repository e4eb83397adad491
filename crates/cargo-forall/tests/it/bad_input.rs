//! What goes wrong before anything is explored: each has its message and its exit code.

use std::path::Path;
use std::process::{Command, Output};

/// A package in a directory of its own. Its `forall` is a stand-in: nothing here gets as far as using it.
struct Package {
    directory: tempfile::TempDir,
}

impl Package {
    fn new(dependencies: &str, source: &str) -> Package {
        let directory = tempfile::tempdir().unwrap();
        let manifest = |name: &str, rest: &str| {
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{rest}")
        };
        let package = Package { directory };
        package.write("Cargo.toml", &manifest("subject", &format!("{dependencies}\n[workspace]\n")));
        package.write("src/lib.rs", source);
        package.write("forall/Cargo.toml", &manifest("forall", ""));
        package.write("forall/src/lib.rs", "");
        package
    }

    fn using_forall(source: &str) -> Package {
        Package::new("[dev-dependencies]\nforall = { path = \"forall\" }", source)
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.directory.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    fn path(&self) -> &Path {
        self.directory.path()
    }
}

fn cargo_forall(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-forall"));
    command.arg("forall").current_dir(directory).env_remove("CARGO_TARGET_DIR");
    command
}

#[track_caller]
fn check(command: &mut Command, code: i32, messages: &[&str]) -> Output {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for message in messages {
        assert!(said.contains(message), "{message:?} is not in:\n{said}");
    }
    output
}

#[test]
fn no_manifest() {
    let directory = tempfile::tempdir().unwrap();
    check(&mut cargo_forall(directory.path()), 5, &["error: could not find `Cargo.toml`"]);
    check(
        cargo_forall(directory.path()).args(["--manifest-path", "nowhere/Cargo.toml"]),
        5,
        &["nowhere/Cargo.toml"],
    );
}

#[test]
fn a_manifest_that_cargo_rejects() {
    let package = Package::using_forall("");
    package.write("Cargo.toml", "[package]\nname = 3\n");
    check(&mut cargo_forall(package.path()), 5, &["Cargo.toml:2", "expected a string"]);
}

#[test]
fn a_package_without_forall() {
    let package = Package::new("", "");
    let messages = ["package `subject` does not depend on forall", "cargo add --dev forall"];
    let output = check(&mut cargo_forall(package.path()), 3, &messages);
    assert!(output.stdout.is_empty());
    assert!(!package.path().join("target").exists(), "nothing was built");
}

#[test]
fn an_unknown_package() {
    let package = Package::using_forall("");
    check(
        cargo_forall(package.path()).args(["-p", "other"]),
        5,
        &["there is no package `other` in the workspace"],
    );
}

#[test]
fn a_wrong_option() {
    let package = Package::using_forall("");
    check(
        cargo_forall(package.path()).arg("--max-run=3"),
        5,
        &["unexpected argument '--max-run'", "--max-runs"],
    );
    check(cargo_forall(package.path()).args(["--max-time", "3 apples"]), 5, &["apples"]);
}

#[test]
fn a_solver_that_is_not_there() {
    let package = Package::using_forall("");
    for arguments in [&["--solver", "no-such-solver"][..], &["--check-solver", "--solver", "no-such-solver"]]
    {
        let messages = ["error: cannot start the solver `no-such-solver`", "help: install it"];
        check(cargo_forall(package.path()).args(arguments), 5, &messages);
    }
    assert!(!package.path().join("target").exists(), "nothing was built");
}

#[test]
fn source_that_does_not_compile() {
    let package = Package::using_forall("fn broken() -> u8 { \"text\" }");
    check(
        &mut cargo_forall(package.path()),
        4,
        &["mismatched types", "src/lib.rs:1", "error: the tests do not build"],
    );
}

#[test]
fn a_test_target_that_does_not_exist() {
    let package = Package::using_forall("");
    check(cargo_forall(package.path()).args(["--test", "absent"]), 4, &["no test target named `absent`"]);
}

#[test]
fn a_toolchain_without_its_llvm_library() {
    use std::os::unix::fs::PermissionsExt;
    let package = Package::using_forall("");
    let sysroot = package.path().join("toolchain");
    std::fs::create_dir_all(sysroot.join("lib")).unwrap();
    let rustc = package.path().join("rustc");
    // As it answers `--print sysroot --print host-tuple`.
    let script = format!("#!/bin/sh\necho '{}'\necho x86_64-unknown-linux-gnu\n", sysroot.display());
    std::fs::write(&rustc, script).unwrap();
    std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755)).unwrap();
    check(cargo_forall(package.path()).env("RUSTC", &rustc), 4, &["LLVM", &sysroot.to_string_lossy()]);
}

#[test]
fn help_and_version_are_no_errors() {
    let directory = tempfile::tempdir().unwrap();
    let help = check(cargo_forall(directory.path()).arg("--help"), 0, &[]);
    let help = String::from_utf8_lossy(&help.stdout);
    assert!(help.contains("Exit codes:") && help.contains("--emit"), "{help}");
    let version = check(cargo_forall(directory.path()).arg("--version"), 0, &[]);
    assert!(String::from_utf8_lossy(&version.stdout).contains(env!("CARGO_PKG_VERSION")));
}
