//! How long the solver takes for the queries of real explorations, compared with others.
//!
//! ```text
//! cargo run --release                    # all recordings in queries/, all solvers
//! cargo run --release -- parser          # only recordings whose name contains this
//! cargo run --release --no-default-features   # the embedded solver alone
//! cargo run --release -- '' scratch      # only solvers whose name contains this, beside the embedded one
//! ```
//!
//! Times are those of the processor. A query for which a solver needs more than two seconds is named, and
//! counts only in the last line.
//!
//! A recording is made by `FORALL_RECORD_QUERIES=<directory> cargo forall`, and kept with `gzip -9`.

mod contestants;
#[cfg(feature = "rivals")]
mod rivals;
mod stopwatch;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::read::GzDecoder;
use forall_solver::recording::Recording;
use forall_solver::{Answer, Embedded, Limit, Solver};
use stopwatch::Stopwatch;

/// Those of one recording that are asked: enough to tell, and z3 is done in a few minutes.
const MOST_QUERIES: usize = 1500;

/// What takes longer counts as slow. On a busy machine this much of the processor's time may take many times
/// as long.
const SLOW: Duration = Duration::from_secs(2);
const LIMIT: Limit = Limit::of_time(Duration::from_secs(60));

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let rival = std::env::args().nth(2).unwrap_or_default();
    let mut contestants = contestants::all();
    let is_wanted = |name: &str| name == "embedded" || name.contains(&rival);
    contestants.retain(|contestant| is_wanted(contestant.name));
    print!("{:<24} {:>7}", "milliseconds", "queries");
    contestants.iter().for_each(|contestant| print!(" {:>12}", contestant.name));
    println!();
    let mut totals = vec![Total::default(); contestants.len()];
    let mut asked = 0;
    for path in recordings(&filter) {
        let bytes = unpacked(&path);
        let name = name(&path);
        let results: Vec<Timings> =
            contestants.iter().map(|contestant| measure(&contestant.start, &bytes)).collect();
        asked += results[0].verdicts.len();
        print!("{name:<24} {:>7}", results[0].verdicts.len());
        for (result, total) in results.iter().zip(&mut totals) {
            print!(" {:>12.1}", milliseconds(result.time()));
            total.add(result, &results[0]);
        }
        println!();
        for (result, contestant) in results.iter().zip(&contestants) {
            result.name_slow(&name, contestant.name);
            compare(&name, contestant.name, &result.verdicts, &results[0].verdicts);
        }
    }
    print!("{:<24} {asked:>7}", "all");
    totals.iter().for_each(|total| print!(" {:>12.1}", milliseconds(total.own)));
    println!();
    print!("{:<24} {:>7}", "times embedded", "");
    totals.iter().for_each(|total| print!(" {:>12.1}", total.ratio()));
    println!();
    print!("{:<24} {:>7}", "with the slow ones", "");
    totals.iter().for_each(|total| print!(" {:>12.1}", total.ratio_of_all()));
    println!();
    if cfg!(feature = "rivals") {
        layers(&filter);
    }
}

/// What each layer is worth: the same without it, and the recording that gains most by it.
fn layers(filter: &str) {
    println!("\n{:<16} {:>12} {:>9} {:>9}   most", "without", "milliseconds", "times all", "with slow");
    let recordings: Vec<(String, Vec<u8>)> =
        recordings(filter).iter().map(|path| (name(path), unpacked(path))).collect();
    for layer in Embedded::layers() {
        let mut total = Total::default();
        let mut most = (0.0, "");
        for (name, bytes) in &recordings {
            let with = measure(&|| Box::new(Embedded::new()), bytes);
            let without = measure(&|| Box::new(Embedded::new().without(layer)), bytes);
            total.add(&without, &with);
            let mut own = Total::default();
            own.add(&without, &with);
            if own.ratio() > most.0 {
                most = (own.ratio(), name);
            }
        }
        let (milliseconds, ratio, of_all) = (milliseconds(total.own), total.ratio(), total.ratio_of_all());
        println!("{layer:<16} {milliseconds:>12.1} {ratio:>9.2} {of_all:>9.2}   {:.1} ({})", most.0, most.1);
    }
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The times that the queries of one recording took.
#[derive(Default)]
struct Timings {
    times: Vec<Duration>,
    /// `None` is "not decided".
    verdicts: Vec<Option<bool>>,
}

impl Timings {
    fn is_slow(&self, query: usize) -> bool {
        self.verdicts[query].is_none() || self.times[query] > SLOW
    }

    /// Without the slow ones: whoever does not decide a query takes as long as it may, which says nothing.
    fn time(&self) -> Duration {
        (0..self.times.len()).filter(|&query| !self.is_slow(query)).map(|query| self.times[query]).sum()
    }

    fn name_slow(&self, recording: &str, name: &str) {
        for query in (0..self.times.len()).filter(|&query| self.is_slow(query)) {
            let found = self.verdicts[query].map_or("not decided", |_| "decided");
            let time = milliseconds(self.times[query]);
            println!("    {name}, query {query} of {recording}: {found} in {time:.1}");
        }
    }
}

/// Times over all recordings.
#[derive(Clone, Default)]
struct Total {
    own: Duration,
    /// For the queries that are slow for neither: those of this one, and those of the other.
    common: [Duration; 2],
    all: [Duration; 2],
}

impl Total {
    fn add(&mut self, own: &Timings, other: &Timings) {
        self.own += own.time();
        for query in 0..own.times.len() {
            let times = [own.times[query], other.times[query]];
            let add = |sums: &mut [Duration; 2]| (0..2).for_each(|i| sums[i] += times[i]);
            add(&mut self.all);
            if !own.is_slow(query) && !other.is_slow(query) {
                add(&mut self.common);
            }
        }
    }

    fn ratio(&self) -> f64 {
        self.common[0].as_secs_f64() / self.common[1].as_secs_f64()
    }

    fn ratio_of_all(&self) -> f64 {
        self.all[0].as_secs_f64() / self.all[1].as_secs_f64()
    }
}

fn measure(start: &dyn Fn() -> Box<dyn Solver>, bytes: &[u8]) -> Timings {
    let Recording { mut terms, queries } = Recording::read(bytes).expect("a recording");
    let mut solver = start();
    let mut timings = Timings::default();
    for assertions in queries.iter().take(MOST_QUERIES) {
        let stopwatch = Stopwatch::start();
        let answer = solver.check(&mut terms, assertions, LIMIT);
        timings.times.push(stopwatch.elapsed());
        timings.verdicts.push(match answer {
            Answer::Sat(_) => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        });
    }
    timings
}

fn compare(recording: &str, name: &str, found: &[Option<bool>], expected: &[Option<bool>]) {
    let differing = found.iter().zip(expected).filter(|(a, b)| a.is_some() && b.is_some() && a != b).count();
    assert_eq!(differing, 0, "{name} contradicts the embedded solver on {recording}");
}

fn recordings(filter: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let entries = std::fs::read_dir(directory).expect("the recordings are there");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.to_string_lossy().contains(filter));
    paths.sort();
    paths
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = File::open(path).expect("a recording that can be read");
    GzDecoder::new(file).read_to_end(&mut bytes).expect("a recording that was not damaged");
    bytes
}
