//! Other tools on the same subjects. Each is installed from its registry when it is needed; where that fails, the document says so.

pub mod crosshair;
pub mod forall;
pub mod libfuzzer;
pub mod random;

use crate::parallel;
use crate::results::Results;
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// After so many seconds coverage is looked at; with the last a run ends.
pub const MARKS: [u64; 3] = [1, 10, 60];

/// When a run ends, in seconds.
pub const CAP: u64 = MARKS[2];

/// A tool that is installed.
pub trait Peer: Sync {
    fn name(&self) -> &'static str;

    fn race(&self, subject: &str) -> Result<Race>;
}

/// What came of one run.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Race {
    /// Seconds until the first failing input.
    pub failed_after: Option<f64>,
    /// The failing input, as the tool's language writes it.
    pub input: Option<String>,
    pub runs: u64,
    /// How long it took: less than the cap when there was nothing left to find, or to try.
    pub seconds: f64,
    /// Outcomes of branches, after as many seconds as `MARKS` says.
    pub covered: [usize; 3],
    /// Tests that are there afterwards.
    #[serde(default)]
    pub kept: u64,
}

/// Runs all of them, and gives what came of each, in their order; of what went wrong there is a notice instead.
pub fn race_all(
    races: Vec<(&dyn Peer, &str)>,
    results: &Results,
    notices: &mut Vec<String>,
) -> Result<Vec<Option<Race>>> {
    let results = parallel::map(races, |(peer, subject)| {
        let what = format!("{} on {subject}", peer.name());
        let result = results.of(&what, || peer.race(subject)).with_context(|| what.clone());
        if result.is_err() {
            // To be late is no defect of the peer.
            results.ensure_time(&what)?;
        }
        if let Ok(race) = &result {
            eprintln!("  {} on {subject}: {:.0} s", peer.name(), race.seconds);
        }
        Ok(result)
    })?;
    let mut told = |error: anyhow::Error| skip(notices, &format!("{error:#}"));
    Ok(results.into_iter().map(|result| result.map_err(&mut told).ok()).collect())
}

/// Nobody should overlook that a peer is missing.
pub fn skip(notices: &mut Vec<String>, what: &str) {
    let notice = format!("**Skipped**: {what}");
    eprintln!("{notice}");
    notices.push(notice);
}

/// A line of JSON, printed by a command that should end by itself.
fn read_race(command: &mut Command) -> Result<Race> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > Duration::from_secs(2 * CAP) {
            child.kill()?;
            bail!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "it ends with {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Runs a command that installs or builds something; what it says is told only when it fails.
fn install(command: &mut Command) -> Result<()> {
    eprintln!("  {command:?}");
    let output = command.stdin(Stdio::null()).output().context("it cannot be started")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = said.lines().rev().filter(|line| !line.trim().is_empty()).take(1).collect();
    ensure!(output.status.success(), "{}", last.concat());
    Ok(())
}
