//! Compiles single files against the `forall` of this package, as tests.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// A compiler, given all it needs to compile `file` as a crate of tests.
pub fn compiler(program: &str, file: &Path, edition: &str) -> Command {
    static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| library(&mut cargo_build()));
    compiler_with(&LIBRARY, program, file, edition)
}

/// Builds a program of tests, in a directory of that name.
pub fn build(file: &Path, directory: &str) -> PathBuf {
    build_with(compiler(&rustc(), file, "2024"), file, directory)
}

/// The same, under exploration. The hooks are the program's business.
pub fn build_for_exploration(file: &Path, directory: &str) -> PathBuf {
    static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
        // With a target given, the flags are not for what runs in the compiler.
        let target = std::env::consts::ARCH.to_owned() + "-unknown-linux-gnu";
        library(cargo_build().args(["--target", &target]).env("RUSTFLAGS", "--cfg=forall_explore"))
    });
    build_with(compiler_with(&LIBRARY, &rustc(), file, "2024"), file, directory)
}

pub fn rustc() -> String {
    std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into())
}

/// A fresh directory.
pub fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the target directory is writable");
    directory
}

/// A directory beside this one.
pub fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub fn both(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

fn compiler_with(library: &Path, program: &str, file: &Path, edition: &str) -> Command {
    let mut command = Command::new(program);
    command
        .arg(file)
        .args(["--test", "--edition", edition, "--crate-name"])
        .arg(file.file_stem().expect("a file has a name"))
        .arg("--extern")
        .arg(option("forall=", library))
        .arg("-L")
        .arg(option("dependency=", &library.with_file_name("deps")))
        // The proc-macro is compiled for the host, which has a directory of its own when a target is given.
        .arg("-L")
        .arg(option("dependency=", &target_directory().join("debug/deps")))
        // The package of these tests is not that of the file.
        .env_remove("CARGO_MANIFEST_DIR");
    command
}

fn build_with(mut compiler: Command, file: &Path, directory: &str) -> PathBuf {
    let directory = scratch(directory);
    let output = compiler.arg("--out-dir").arg(&directory).output().expect("rustc runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    directory.join(file.file_stem().expect("a file has a name"))
}

fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}

/// Where cargo built these tests; most of what they need is there already.
fn target_directory() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is below the target directory")
}

fn cargo_build() -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command
        .args(["build", "--quiet", "--message-format=json", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .arg("--target-dir")
        .arg(target_directory());
    command
}

/// The library that `cargo build` makes.
fn library(cargo_build: &mut Command) -> PathBuf {
    let output = cargo_build.output().expect("cargo runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let messages = text(&output.stdout);
    let library = messages.split('"').find(|word| word.ends_with("libforall.rlib"));
    library.map(PathBuf::from).expect("cargo says where the library is")
}
