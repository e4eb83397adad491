//! What the compiler knows of a package, asked for through cargo.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const MANIFEST: &str =
    "[package]\nname = \"of-shapes\"\nversion = \"0.1.0\"\nedition = \"2018\"\n[workspace]\n";
const BUILD: &str = "fn main() { assert!(std::env::var_os(\"RUSTC_BOOTSTRAP\").is_none()); }";
const LIBRARY: &str = "/// # Panics
pub fn area(width: u8, height: u8) -> u16 {
    u16::from(width) * u16::from(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    macro_rules! squares {
        ($($name:ident: $side:expr,)*) => { $(#[test] fn $name() { assert_eq!(area($side, $side), $side * $side); })* };
    }
    squares! { small: 2, }

    #[test]
    #[should_panic]
    fn flat() {
        let sides = vec![1, 2];
        assert_eq!(area(sides[0], 0), 1);
    }
}
";
const TEST: &str = "#[test]
fn from_outside() -> Result<(), std::num::ParseIntError> {
    let width: u8 = \"3\".parse()?;
    assert_eq!(of_shapes::area(width, 2), 6);
    Ok(())
}
";

fn package() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let files =
        [("Cargo.toml", MANIFEST), ("build.rs", BUILD), ("src/lib.rs", LIBRARY), ("tests/it.rs", TEST)];
    for (file, text) in files {
        let file = directory.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    directory
}

fn model(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-forall"));
    command.args(["forall", "model"]).current_dir(directory).env_remove("CARGO_TARGET_DIR");
    command
}

#[track_caller]
fn said(command: &mut Command, code: i32) -> String {
    let output = command.output().unwrap();
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{said}");
    said
}

#[test]
fn tests_and_what_they_call_are_known() {
    let package = package();
    let list = said(&mut model(package.path()), 0);
    for part in [
        "  tests::small at src/lib.rs:10\n    of_shapes::area(width, height)\n",
        "  tests::flat at src/lib.rs:16, should panic\n    of_shapes::area(width, height)\n",
        "test-it it: ",
        "  from_outside at tests/it.rs:2\n    of_shapes::area(width, height)\n",
    ] {
        assert!(list.contains(part), "{part} is not in:\n{list}");
    }
    // `sides[0]`, in a macro; `sides`; `"3".parse()`; the literal that a macro is called with.
    for (place, parts) in [
        ("src/lib.rs:18:33", ["type: u8", "call of core::ops::index::Index::index"]),
        ("src/lib.rs:18:26", ["type: Vec<u8>", "variable sides"]),
        (
            "tests/it.rs:3:26",
            ["type: Result<u8, std::num::ParseIntError>", "call of core::str::{impl#0}::parse"],
        ),
        ("tests/it.rs:4:41", ["type: u16", "call of of_shapes::area"]),
    ] {
        let described = said(model(package.path()).args(["--at", place]), 0);
        for part in parts {
            assert!(described.contains(part), "{part} is not said of {place}:\n{described}");
        }
    }
    said(model(package.path()).args(["--at", "src/lib.rs"]), 5);
    let nothing = said(model(package.path()).args(["--at", "src/lib.rs:1:1"]), 3);
    assert!(nothing.contains("no expression is known at src/lib.rs:1:1"), "{nothing}");
}

#[test]
fn a_model_is_made_again_only_when_the_source_has_changed() {
    let package = package();
    let models = || {
        let directory = package.path().join("target/forall/model/debug/deps");
        let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        let models = files.filter(|file| file.extension().is_some_and(|extension| extension == "model"));
        models.map(|file| file.metadata().unwrap().modified().unwrap()).max().unwrap()
    };
    said(&mut model(package.path()), 0);
    let first = models();
    said(&mut model(package.path()), 0);
    assert_eq!(models(), first);
    std::fs::write(package.path().join("src/lib.rs"), LIBRARY.replace("flat", "thin")).unwrap();
    assert!(said(&mut model(package.path()), 0).contains("tests::thin"));
    assert!(models() > first);
    // What does not compile has no model.
    std::fs::write(package.path().join("src/lib.rs"), "fn broken(").unwrap();
    assert!(said(&mut model(package.path()), 4).contains("the tests do not build"));
}

#[test]
fn a_compiler_that_cannot_be_read_is_named() {
    let rustc = String::from_utf8(Command::new("rustc").arg("-V").output().unwrap().stdout).unwrap();
    for (answer, reason) in [
        (
            "echo 'error: the option `Z` is only accepted on the nightly compiler' >&2; exit 1",
            "it says `error: the option `Z` is only accepted on the nightly compiler`",
        ),
        (
            "echo 'crate of_shapes {'",
            "line 1 of the typed tree: expected the name of a body, found `crate of_shapes {`",
        ),
        ("exit 3", "it ended with exit status: 3"),
    ] {
        let package = package();
        let compiler = package.path().join("compiler");
        let script = format!(
            "#!/bin/sh\nfor argument; do case \"$argument\" in -Zunpretty*) {answer}; exit;; esac; done\nexec rustc \"$@\"\n"
        );
        std::fs::write(&compiler, script).unwrap();
        std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).unwrap();
        let said = said(model(package.path()).env("RUSTC", &compiler), 4);
        let expected = format!("what {} knows of the crate `", rustc.trim());
        assert!(said.contains(&expected) && said.contains(reason), "{reason} is not in:\n{said}");
        assert!(said.contains("help: this command needs to know the types"), "{said}");
    }
}
