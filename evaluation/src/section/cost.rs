//! What it costs that contracts are checked: the same tests with and without.

use crate::bench::Bench;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Seconds of the test program, with contracts and without.
pub struct Cost {
    pub checked: f64,
    pub plain: f64,
}

impl Cost {
    pub fn ratio(&self) -> f64 {
        self.checked / self.plain
    }
}

/// So often each of the two programs runs, in turns; the medians count.
const RUNS: usize = 9;

/// What the tests of a package cost in all, each of which does its work so often.
pub fn of_tests(bench: &Bench, package: &str, rounds: &[&str]) -> Result<Vec<Cost>> {
    let checked = test_program(&bench.subject(package), &bench.target.join("subjects"))?;
    let plain = test_program(&without_contracts(bench, package)?, &bench.target.join("unchecked"))?;
    rounds.iter().map(|rounds| cost(&checked, &plain, rounds)).collect()
}

fn cost(checked: &Path, plain: &Path, rounds: &str) -> Result<Cost> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        with.push(seconds(checked, rounds)?);
        without.push(seconds(plain, rounds)?);
    }
    Ok(Cost { checked: median(with), plain: median(without) })
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn seconds(program: &Path, rounds: &str) -> Result<f64> {
    let begin = Instant::now();
    // The tests of the contracts themselves are not meant.
    let status = Command::new(program)
        .args(["tests::", "--test-threads", "1"])
        .env("ROUNDS", rounds)
        .stdout(Stdio::null())
        .status()
        .with_context(|| program.display().to_string())?;
    ensure!(status.success(), "the tests of {} fail", program.display());
    Ok(begin.elapsed().as_secs_f64())
}

/// A copy of the package that does not depend on `forall`: its contracts are empty.
fn without_contracts(bench: &Bench, package: &str) -> Result<PathBuf> {
    let subject = bench.subject(package);
    let copy = bench.target.join("without_contracts").join(package);
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_sources(&subject.join("src"), &copy.join("src"))?;
    let manifest = fs::read_to_string(subject.join("Cargo.toml"))?;
    let manifest = without_dev_dependencies(&manifest).context("it depends on forall")?;
    let crates = bench.repository.join("crates");
    let manifest = manifest.replace("../../../crates", &crates.display().to_string());
    fs::write(copy.join("Cargo.toml"), manifest)?;
    Ok(copy)
}

/// The section ends at the first empty line.
fn without_dev_dependencies(manifest: &str) -> Option<String> {
    let (before, after) = manifest.split_once("[dev-dependencies]")?;
    let after = after.split_once("\n\n").map_or("", |(_, after)| after);
    Some(format!("{before}{after}"))
}

fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let name = path.file_name().context("a file has a name")?;
        match path.is_dir() {
            true => copy_sources(&path, &to.join(name))?,
            false => drop(fs::copy(&path, to.join(name))?),
        }
    }
    Ok(())
}

/// Builds the unit tests as `cargo test` does.
fn test_program(package: &Path, target: &Path) -> Result<PathBuf> {
    let output = Command::new("cargo")
        .args(["test", "--lib", "--no-run", "--message-format", "json", "--target-dir"])
        .arg(target)
        .current_dir(package)
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let mut programs = said.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message["executable"].as_str()?))
    });
    let program = programs.next_back();
    program.with_context(|| {
        format!("{} does not build:\n{}", package.display(), String::from_utf8_lossy(&output.stderr))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dev_dependencies_are_left_out() {
        let manifest = "[dependencies]\na = \"1\"\n\n[dev-dependencies]\nb = \"1\"\n\n[workspace]\n";
        let expected = "[dependencies]\na = \"1\"\n\n[workspace]\n";
        assert_eq!(without_dev_dependencies(manifest).as_deref(), Some(expected));
        assert_eq!(without_dev_dependencies("[dependencies]\n"), None);
    }

    #[test]
    fn medians_and_ratios() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(Cost { checked: 3.0, plain: 2.0 }.ratio(), 1.5);
    }
}
