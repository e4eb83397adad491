//! How long the solver takes for the queries of real explorations, compared with others.
//!
//! ```text
//! cargo run --release                    # all recordings in queries/, all solvers
//! cargo run --release -- parser          # only recordings whose name contains this
//! cargo run --release --no-default-features   # the embedded solver alone
//! ```
//!
//! A recording is made by `FORALL_RECORD_QUERIES=<directory> cargo forall`, and kept with `gzip -9`.

mod contestants;
#[cfg(feature = "rivals")]
mod rivals;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use contestants::Contestant;
use flate2::read::GzDecoder;
use forall_solver::recording::{Recording, Step};
use forall_solver::{Answer, Limit};

/// Those of one recording that are asked: enough to tell, and z3 is done in a few minutes.
const MOST_QUERIES: usize = 1500;

const LIMIT: Limit = Limit { time: Duration::from_secs(2) };

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let contestants = contestants::all();
    print!("{:<24} {:>7}", "milliseconds", "queries");
    contestants.iter().for_each(|contestant| print!(" {:>12}", contestant.name));
    println!();
    let mut totals = vec![Duration::ZERO; contestants.len()];
    let mut asked = 0;
    for path in recordings().into_iter().filter(|path| path.to_string_lossy().contains(&filter)) {
        let bytes = unpacked(&path);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let results: Vec<Outcome> =
            contestants.iter().map(|contestant| measure(contestant, &bytes)).collect();
        asked += results[0].verdicts.len();
        print!("{name:<24} {:>7}", results[0].verdicts.len());
        for (result, total) in results.iter().zip(&mut totals) {
            print!(" {:>12.1}", result.time.as_secs_f64() * 1e3);
            *total += result.time;
        }
        println!();
        for (result, contestant) in results.iter().zip(&contestants) {
            compare(&name, contestant.name, &result.verdicts, &results[0].verdicts);
        }
    }
    print!("{:<24} {asked:>7}", "all");
    totals.iter().for_each(|total| print!(" {:>12.1}", total.as_secs_f64() * 1e3));
    println!();
    print!("{:<24} {:>7}", "times embedded", "");
    totals.iter().for_each(|total| print!(" {:>12.1}", total.as_secs_f64() / totals[0].as_secs_f64()));
    println!();
}

struct Outcome {
    time: Duration,
    /// `None` is "not decided".
    verdicts: Vec<Option<bool>>,
}

fn measure(contestant: &Contestant, bytes: &[u8]) -> Outcome {
    let Recording { mut terms, steps } = Recording::read(bytes).expect("a recording");
    let mut solver = (contestant.start)();
    let mut outcome = Outcome { time: Duration::ZERO, verdicts: Vec::new() };
    for step in &steps {
        let begin = Instant::now();
        match step {
            Step::Remember(model) => solver.remember(&terms, model),
            Step::Query(assertions) => {
                outcome.verdicts.push(match solver.check(&mut terms, assertions, LIMIT) {
                    Answer::Sat(_) => Some(true),
                    Answer::Unsat => Some(false),
                    Answer::Unknown(_) => None,
                });
            }
        }
        outcome.time += begin.elapsed();
        if outcome.verdicts.len() == MOST_QUERIES {
            break;
        }
    }
    outcome
}

fn compare(recording: &str, name: &str, found: &[Option<bool>], expected: &[Option<bool>]) {
    let undecided = found.iter().filter(|verdict| verdict.is_none()).count();
    if undecided > 0 {
        println!("    {name} left {undecided} queries of {recording} undecided");
    }
    let differing = found.iter().zip(expected).filter(|(a, b)| a.is_some() && b.is_some() && a != b).count();
    assert_eq!(differing, 0, "{name} contradicts the embedded solver on {recording}");
}

fn recordings() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let entries = std::fs::read_dir(directory).expect("the recordings are there");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path).expect("a recording that can be read");
    GzDecoder::new(file).read_to_end(&mut bytes).expect("a recording that was not damaged");
    bytes
}
