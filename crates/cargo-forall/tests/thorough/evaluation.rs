//! What the evaluation shows is still so: verdicts, paths, cases and coverage of its subjects.

use std::path::Path;
use std::process::Command;

#[test]
fn the_evaluation_comes_out_as_expected() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let output = Command::new("cargo")
        .args(["run", "--quiet", "--locked", "--manifest-path"])
        .arg(repository.join("evaluation/Cargo.toml"))
        .args(["--", "--quick", "--cargo-forall", env!("CARGO_BIN_EXE_cargo-forall")])
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("evaluation"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
