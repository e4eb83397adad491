//! proptest and quickcheck, built into one program beside the subject.

use crate::bench::Bench;
use crate::peer::{Peer, Race, install, read_race};
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const LIBRARIES: [&str; 2] = ["proptest", "quickcheck"];

/// The program `random` of a package of `subjects/`.
pub fn build(bench: &Bench, package: &str) -> Result<PathBuf> {
    let target = bench.target.join("random");
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--release", "--features", "random", "--bin", "random", "--target-dir"])
        .arg(&target);
    install(cargo.current_dir(bench.subject(package)))?;
    // The libraries are built once for all packages, whose programs would replace each other.
    let program = target.join("programs").join(package);
    fs::create_dir_all(program.parent().unwrap_or(&target))?;
    fs::copy(target.join("release/random"), &program)?;
    Ok(program)
}

pub struct Random {
    library: &'static str,
    program: PathBuf,
}

impl Random {
    pub fn both(program: &Path) -> [Random; 2] {
        LIBRARIES.map(|library| Random { library, program: program.to_owned() })
    }
}

impl Peer for Random {
    fn name(&self) -> &'static str {
        self.library
    }

    fn race(&self, subject: &str) -> Result<Race> {
        let race = read_race(Command::new(&self.program).args([self.library, subject]))?;
        // proptest remembers the seed of what failed.
        let kept = if self.library == "proptest" { u64::from(race.failed_after.is_some()) } else { 0 };
        Ok(Race { kept, ..race })
    }
}
