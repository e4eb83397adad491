//! What every section works with: the program under evaluation, and where things are.

use crate::command::{self, Mode};
use crate::forall::Exploration;
use crate::results::{Results, Said};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

pub struct Bench {
    pub mode: Mode,
    /// The program under evaluation.
    pub cargo_forall: PathBuf,
    /// Where subjects and peers are built.
    pub target: PathBuf,
    pub repository: PathBuf,
    /// `evaluation/` in the repository.
    pub evaluation: PathBuf,
    /// All that must come out the same on every machine, in the order in which it was found.
    pub explorations: Mutex<Vec<Exploration>>,
    pub results: Results,
}

impl Bench {
    pub fn prepare(command: &command::Command) -> Result<Bench> {
        let evaluation = Path::new(env!("CARGO_MANIFEST_DIR")).to_owned();
        let repository = evaluation.parent().context("the evaluation is part of a repository")?.to_owned();
        let target = command.target_directory()?;
        let cargo_forall = match &command.cargo_forall {
            Some(path) => std::path::absolute(path)?,
            None => build(&repository, &target)?,
        };
        let explorations = Mutex::default();
        // What is held against what is expected is found anew.
        let results = match command.mode {
            Mode::Full => Results::kept_in(&target, &cargo_forall, &evaluation.join("subjects"))?,
            _ => Results::none(),
        };
        Ok(Bench { mode: command.mode, cargo_forall, target, repository, evaluation, explorations, results })
    }

    /// What a program says in a directory. Of a subject it is kept, under these arguments; of a copy, in which files are written, it is not.
    pub fn said_in(&self, directory: &Path, arguments: &[&str], command: &mut Command) -> Result<Said> {
        command.current_dir(directory);
        let Ok(subject) = directory.strip_prefix(self.evaluation.join("subjects")) else {
            return Said::by(command);
        };
        self.results.of(&format!("{} {}", subject.display(), arguments.join(" ")), || {
            let said = Said::by(command)?;
            // What went wrong is not kept. 1 and 7: a test fails, cases are stale.
            let is_result = matches!(said.code, Some(0 | 1 | 7));
            ensure!(is_result, "{command:?} ends with {:?}:\n{}", said.code, said.stderr);
            Ok(said)
        })
    }

    pub fn subject(&self, package: &str) -> PathBuf {
        self.evaluation.join("subjects").join(package)
    }
}

pub fn build(repository: &Path, target: &Path) -> Result<PathBuf> {
    let status = Command::new("cargo")
        .args(["build", "--release", "--package", "cargo-forall", "--target-dir"])
        .arg(target)
        .current_dir(repository)
        .status()
        .context("cargo cannot be started")?;
    ensure!(status.success(), "cargo-forall does not build");
    Ok(target.join("release/cargo-forall"))
}
