//! Small programs, linked by this crate and run: instrumented code must compute what it always did.
//!
//! Each file of `tests/programs` is compiled by rustc with this very executable as the linker, loaded, and
//! its test run in a process of its own; `plain.rs` has no test and is run as it is. Before the runtime fills
//! in the hooks they find nothing symbolic, so the program runs all concrete.

use forall_instrument::CACHE_VARIABLE;
use forall_protocol::hooks;
use forall_protocol::manifest::Manifest;
use forall_protocol::put::Put;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const ROLE: &str = "FORALL_TEST_ROLE";

fn main() -> ExitCode {
    match std::env::var(ROLE).as_deref() {
        Ok("linker") => link(),
        Ok("program") => run(Path::new(&std::env::args_os().nth(1).expect("a library"))),
        _ => test_all(),
    }
}

fn link() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    match forall_instrument::link(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn test_all() -> ExitCode {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut failed = 0;
    let mut passed = 0;
    let mut sources: Vec<PathBuf> = std::fs::read_dir(programs)
        .expect("the programs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    sources.sort();
    for source in sources {
        let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
        match test(&source) {
            Ok(()) => {
                println!("test {name} ... ok");
                passed += 1;
            }
            Err(message) => {
                println!("test {name} ... FAILED\n{message}");
                failed += 1;
            }
        }
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {result}. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out"
    );
    ExitCode::from(u8::from(failed > 0))
}

fn test(source: &Path) -> Result<(), String> {
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let library = directory.path().join("program");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2024", "--crate-type=bin", "-Clinker-plugin-lto", "-Clinker-flavor=gcc"]);
    rustc.args(["-Cdebuginfo=line-tables-only", "-Cdebug-assertions=on"]);
    rustc.arg(format!("-Clinker={}", executable.display())).arg(source).arg("-o").arg(&library);
    rustc.env(ROLE, "linker").env("CARGO_MANIFEST_DIR", env!("CARGO_MANIFEST_DIR"));
    // The second time, everything is in the cache.
    rustc.env(CACHE_VARIABLE, directory.path().join("cache"));
    for _ in 0..2 {
        check(&mut rustc)?;
        if source.ends_with("plain.rs") {
            check(&mut Command::new(&library))?;
        } else {
            check(Command::new(&executable).arg(&library).env(ROLE, "program"))?;
        }
    }
    Ok(())
}

fn check(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let said =
        || format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(()) } else { Err(format!("{}\n{}", output.status, said())) }
}

/// Loads a library and runs its tests.
fn run(library: &Path) -> ExitCode {
    // SAFETY: the library was made by `test`: its exports have the types that the protocol says.
    unsafe {
        let library = libloading::Library::new(library).expect("a library");
        let manifest: *const u64 = *library.get(hooks::MANIFEST.as_bytes()).expect("a manifest");
        let bytes = std::slice::from_raw_parts(manifest.add(1).cast::<u8>(), *manifest as usize);
        let manifest = Manifest::decode(bytes).expect("a readable manifest");
        assert!(manifest.outcomes > 0, "branches of the program itself are counted");
        assert!(manifest.sites.iter().any(|site| manifest.text(site.file).ends_with(".rs") && site.line > 0));
        let puts: *const usize = *library.get(hooks::PUTS.as_bytes()).expect("tests");
        for index in 0..*puts {
            let put = *puts.add(1 + index).cast::<&Put>();
            (put.run)();
        }
        assert!(*puts > 0);
    }
    ExitCode::SUCCESS
}
