//! A copy of the repository, as it was committed last, to make mistakes in.

use super::list::Mistake;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Checkout {
    directory: PathBuf,
}

/// A mistake that was made: it is put right when this goes.
pub struct AppliedMistake {
    path: PathBuf,
    source: String,
}

impl Checkout {
    /// In a directory of its own below the given one, in the place of an earlier one.
    pub fn of(repository: &Path, below: &Path) -> Result<Checkout> {
        let directory = below.join("checkout");
        if directory.exists() {
            fs::remove_dir_all(&directory).with_context(|| directory.display().to_string())?;
        }
        let mut clone = Command::new("git");
        clone.args(["clone", "--quiet"]).arg(repository).arg(&directory);
        ensure!(clone.status().context("git cannot be started")?.success(), "git cannot copy the repository");
        Ok(Checkout { directory })
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    pub fn commit(&self) -> Result<String> {
        let output = Command::new("git").args(["rev-parse", "HEAD"]).current_dir(&self.directory).output()?;
        ensure!(output.status.success(), "git does not know the commit");
        Ok(String::from_utf8(output.stdout)?)
    }

    /// The file of a mistake, as it is and with the mistake.
    pub fn with(&self, mistake: &Mistake) -> Result<[String; 2]> {
        let path = self.directory.join(&mistake.file);
        let source =
            fs::read_to_string(&path).with_context(|| format!("{}, {}", mistake.name, path.display()))?;
        let wrong = mistake.made_in(&source)?;
        Ok([source, wrong])
    }

    pub fn make(&self, mistake: &Mistake) -> Result<AppliedMistake> {
        let [source, wrong] = self.with(mistake)?;
        let path = self.directory.join(&mistake.file);
        fs::write(&path, wrong).with_context(|| path.display().to_string())?;
        Ok(AppliedMistake { path, source })
    }
}

impl Drop for AppliedMistake {
    fn drop(&mut self) {
        if let Err(error) = fs::write(&self.path, &self.source) {
            eprintln!("notice: a mistake stays in {}: {error}", self.path.display());
        }
    }
}
