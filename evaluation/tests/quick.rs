//! One small subject of each section still comes out as expected. `--check` looks at all of them.

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
