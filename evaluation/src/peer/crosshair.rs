//! CrossHair, on a port of the subjects to Python.

use crate::bench::Bench;
use crate::peer::{Peer, Race, install, read_race};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

pub struct CrossHair {
    python: PathBuf,
    script: PathBuf,
}

impl CrossHair {
    pub fn install(bench: &Bench) -> Result<CrossHair> {
        let (environment, directory) =
            (bench.target.join("crosshair"), bench.evaluation.join("peers/crosshair"));
        let python = environment.join("bin/python");
        if !python.exists() {
            install(Command::new("python3").args(["-m", "venv"]).arg(&environment)).context("no Python")?;
        }
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(directory.join("requirements.txt"));
        install(&mut pip)?;
        Ok(CrossHair { python, script: directory.join("race.py") })
    }
}

impl Peer for CrossHair {
    fn name(&self) -> &'static str {
        "CrossHair"
    }

    fn race(&self, subject: &str) -> Result<Race> {
        // -B: nothing is written beside the script.
        read_race(Command::new(&self.python).arg("-B").arg(&self.script).arg(subject))
    }
}
