//! libFuzzer, built with the nightly toolchain and the flags that cargo-fuzz gives.

use crate::bench::Bench;
use crate::peer::{Peer, Race, install};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const TARGET: &str = "x86_64-unknown-linux-gnu";

const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address -Ccodegen-units=1";

pub struct LibFuzzer {
    program: PathBuf,
    /// Corpora and reports.
    directory: PathBuf,
}

impl LibFuzzer {
    pub fn install(bench: &Bench, package: &str) -> Result<LibFuzzer> {
        let nightly = Command::new("rustup").args(["run", "nightly", "rustc", "--version"]).output();
        if !nightly.is_ok_and(|output| output.status.success()) {
            let minimal = ["toolchain", "install", "nightly", "--profile", "minimal"];
            install(Command::new("rustup").args(minimal)).context("no nightly toolchain")?;
        }
        let target = bench.target.join("libfuzzer");
        let mut cargo = Command::new("rustup");
        cargo.args([
            "run",
            "nightly",
            "cargo",
            "build",
            "--release",
            "--features",
            "libfuzzer",
            "--bin",
            "fuzz",
        ]);
        cargo.args(["--target", TARGET, "--target-dir"]).arg(&target).env("RUSTFLAGS", FLAGS);
        // Cargo tells those it runs which toolchain it is of.
        for variable in ["RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC", "CARGO"] {
            cargo.env_remove(variable);
        }
        install(cargo.current_dir(bench.subject(package)))?;
        let program = target.join(TARGET).join("release/fuzz");
        Ok(LibFuzzer { program, directory: target.join("runs") })
    }
}

impl Peer for LibFuzzer {
    fn name(&self) -> &'static str {
        "libFuzzer"
    }

    fn race(&self, subject: &str) -> Result<Race> {
        let directory = self.directory.join(subject);
        if directory.exists() {
            fs::remove_dir_all(&directory)?;
        }
        let (corpus, report) = (directory.join("corpus"), directory.join("report.json"));
        fs::create_dir_all(&corpus)?;
        let mut fuzzer = Command::new(&self.program);
        fuzzer.arg(&corpus).arg("-seed=1").current_dir(&directory);
        fuzzer.env("SUBJECT", subject).env("REPORT", &report);
        let status = fuzzer.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        ensure!(status.success(), "it ends with {status}");
        let race: Race = serde_json::from_slice(&fs::read(report)?)?;
        Ok(Race { kept: fs::read_dir(corpus)?.count() as u64, ..race })
    }
}
