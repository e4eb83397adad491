//! forall itself, held to the same yardstick: the tests it keeps are run on the plain build, and what they cover is counted there.

use crate::bench::Bench;
use crate::forall::Put;
use crate::peer::{MARKS, Race};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Explores a copy of a package of `subjects/`, in which cases may be written, as often as there are marks. Gives what came of every module.
pub fn race(bench: &Bench, package: &str) -> Result<BTreeMap<String, Race>> {
    let copy = Copy::make(bench, package)?;
    let mut races: BTreeMap<String, Race> = BTreeMap::new();
    for (number, mark) in MARKS.iter().enumerate() {
        let time = format!("{mark}s");
        // What had time enough would do the same again.
        if number > 0 && races.values().all(|race| race.seconds < MARKS[number - 1] as f64) {
            break;
        }
        let (_, puts) = bench.run_forall(&copy.directory, &["--jobs", "1", "--max-time", &time])?;
        for put in &puts {
            // `a` of `krate::a::tests::name`.
            let module = put.test.name.split("::").nth(1).unwrap_or_default();
            let covered = copy.covered(bench, module)?;
            let race = races.entry(module.to_owned()).or_default();
            race.covered[number..].fill(covered);
            race.take(put);
        }
    }
    Ok(races)
}

impl Race {
    fn take(&mut self, put: &Put) {
        (self.runs, self.seconds, self.kept) = (put.runs, put.seconds, put.cases);
        if self.failed_after.is_none() {
            self.failed_after = put.first_failure_seconds;
            self.input = put.failures.first().map(|failure| failure.arguments.clone());
        }
    }
}

struct Copy {
    directory: PathBuf,
}

impl Copy {
    fn make(bench: &Bench, package: &str) -> Result<Copy> {
        let (from, directory) = (bench.subject(package), bench.target.join("forall").join(package));
        if directory.exists() {
            fs::remove_dir_all(&directory)?;
        }
        copy_tree(&from.join("src"), &directory.join("src"))?;
        let manifest = fs::read_to_string(from.join("Cargo.toml"))?;
        let above = |levels: usize| from.ancestors().nth(levels).unwrap_or(&from).display().to_string();
        let manifest = manifest.replace("\"../../../", &format!("\"{}/", above(3)));
        let manifest = manifest.replace("\"../../", &format!("\"{}/", above(2)));
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(from.join("Cargo.lock"), directory.join("Cargo.lock"))?;
        Ok(Copy { directory })
    }

    /// The outcomes of branches that the kept tests of a module cover.
    fn covered(&self, bench: &Bench, module: &str) -> Result<usize> {
        let probes = self.directory.join("probes");
        fs::write(&probes, "")?;
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--quiet", "--lib", "--features", "probes", "--target-dir"]);
        cargo.arg(bench.target.join("subjects")).arg(format!("{module}::tests::"));
        cargo.current_dir(&self.directory).env("PROBES", &probes);
        // Some fail, as they should.
        cargo.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        let outcomes = fs::read_to_string(&probes)?;
        Ok(outcomes.lines().collect::<BTreeSet<_>>().len())
    }
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
