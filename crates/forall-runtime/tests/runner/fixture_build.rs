//! Compiles the fixture, once a process.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The compiled library.
pub fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| build("fixture", &[]))
}

/// The same, as if it had been made for another version of the protocol.
pub fn library_of_another_version() -> PathBuf {
    build("another_version", &["--cfg", "another_version"])
}

fn build(name: &str, options: &[&str]) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runner/fixture.rs");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let library = directory.join(format!("lib{name}.so"));
    // Test processes may run at the same time: each puts a complete file in place.
    let unfinished = directory.join(format!("lib{name}-{}.so", std::process::id()));
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args([
            "--edition=2024",
            "--crate-type=cdylib",
            "--crate-name=fixture",
            "-Copt-level=1",
            "-Awarnings",
        ])
        .env("FORALL_PROTOCOL_VERSION", forall_protocol::VERSION.to_string())
        .args(options)
        .arg("-o")
        .arg(&unfinished)
        .arg(source)
        .output()
        .expect("rustc can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::rename(&unfinished, &library).expect("the library can be put in place");
    library
}
