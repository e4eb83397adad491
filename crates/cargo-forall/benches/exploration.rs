//! Whole explorations: `cargo bench -p cargo-forall --bench exploration [growth|jobs|strategies|fakes]`. How long the workloads
//! take beside other engines is a section of the evaluation.
//!
//! Times are those of the exploration, after the build. Each table says what it is held against.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

type Bench = fn(&Subjects);

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|other| other == name);
    let subjects = Subjects::prepare();
    let benches: [(&str, Bench); 4] =
        [("growth", growth), ("jobs", jobs), ("strategies", strategies), ("fakes", fakes)];
    for (name, bench) in benches {
        if is_wanted(name) {
            println!("\n## {name}\n");
            bench(&subjects);
        }
    }
}

/// What a path costs must not depend on how many there are.
fn growth(subjects: &Subjects) {
    println!("{:<14} {:>8} {:>9} {:>10} {:>12}", "", "paths", "seconds", "µs a path", "bytes a path");
    let mut smallest: Option<(f64, f64)> = None;
    for name in ["paths_128", "paths_1024", "paths_8192", "paths_131072"] {
        let run = subjects.explore(&["--jobs", "1", "--max-runs", "1000000", "--max-time", "600", name]);
        let put = run.put(name);
        let (paths, seconds) = (put["paths"].as_f64().unwrap_or(0.0), put["seconds"].as_f64().unwrap_or(0.0));
        let memory = run.memory as f64;
        let each = smallest.map_or(f64::NAN, |(few, little)| (memory - little) / (paths - few));
        println!("{name:<14} {paths:>8} {seconds:>9.3} {:>10.1} {each:>12.0}", seconds / paths * 1e6);
        smallest = smallest.or(Some((paths, memory)));
    }
}

/// The best of three each, in turn: machines that are shared are quick at one moment and slow at the next.
fn jobs(subjects: &Subjects) {
    println!("{:<14} {:>7} {:>9} {:>9} {:>7}", "", "paths", "1 job", "2 jobs", "faster");
    let (alone, together) = best_of_three(|| (busy(1), busy(2)));
    println!(
        "{:<14} {:>7} {alone:>9.2} {together:>9.2} {:>7.2}",
        "(the machine)",
        "",
        2.0 * alone / together
    );
    for name in ["sorting_8", "parser_10", "paths_131072"] {
        let explore = |jobs: &str| {
            let run = subjects.explore(&["--jobs", jobs, "--max-runs", "1000000", "--max-time", "600", name]);
            run.put(name).clone()
        };
        let mut paths = 0;
        let (alone, together) = best_of_three(|| {
            let (one, two) = (explore("1"), explore("2"));
            let same = ["verdict", "paths", "runs", "cases", "failures", "reasons", "branches"];
            assert!(same.iter().all(|key| one[key] == two[key]), "{name} depends on the number of jobs");
            paths = one["paths"].as_u64().expect("a number");
            let seconds = |put: &Value| put["seconds"].as_f64().expect("a time");
            (seconds(&one), seconds(&two))
        });
        println!("{name:<14} {paths:>7} {alone:>9.2} {together:>9.2} {:>7.2}", alone / together);
    }
}

fn best_of_three(mut pair: impl FnMut() -> (f64, f64)) -> (f64, f64) {
    let times: [(f64, f64); 3] = std::array::from_fn(|_| pair());
    let least = |of: fn(&(f64, f64)) -> f64| times.iter().map(of).fold(f64::INFINITY, f64::min);
    (least(|times| times.0), least(|times| times.1))
}

/// How long so many threads take that each do the same amount of plain arithmetic: with what they share, no two jobs can be faster.
fn busy(threads: u32) -> f64 {
    let started = Instant::now();
    std::thread::scope(|scope| {
        for seed in 1..=threads {
            scope.spawn(move || {
                let step = |x: u64, _| x ^ x.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                std::hint::black_box((0..300_000_000).fold(u64::from(seed), step))
            });
        }
    });
    started.elapsed().as_secs_f64()
}

/// A derived fake beside a mock by hand: the same paths and runs, in at most 1.25 of the time; medians of 20, in turn.
fn fakes(subjects: &Subjects) {
    println!("{:<8} {:>6} {:>6} {:>9} {:>9} {:>6}", "", "paths", "runs", "by hand", "derived", "ratio");
    for name in ["copy", "sort"] {
        let explore = |kind: &str| {
            let name = format!("{kind}_{name}");
            subjects.explore(&["--jobs", "1", &name]).put(&name).clone()
        };
        let seconds = |put: &Value| put["seconds"].as_f64().expect("a time");
        let (mut by_hand, mut derived, mut numbers) = (Vec::new(), Vec::new(), (0, 0));
        for _ in 0..20 {
            let (hand, fake) = (explore("hand_written"), explore("derived"));
            let same = ["verdict", "paths", "runs"];
            assert!(same.iter().all(|key| hand[key] == fake[key]), "{name} differs:\n{hand}\n{fake}");
            numbers = (hand["paths"].as_u64().unwrap_or(0), hand["runs"].as_u64().unwrap_or(0));
            by_hand.push(seconds(&hand));
            derived.push(seconds(&fake));
        }
        let (hand, fake) = (median(by_hand), median(derived));
        let (paths, runs) = numbers;
        println!("{name:<8} {paths:>6} {runs:>6} {hand:>9.3} {fake:>9.3} {:>6.2}", fake / hand);
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Branch outcomes covered after so many runs.
fn strategies(subjects: &Subjects) {
    const RUNS: [&str; 6] = ["2", "5", "10", "20", "50", "100"];
    let mut table: BTreeMap<String, Vec<(String, Vec<u64>)>> = BTreeMap::new();
    for strategy in ["combined", "rare", "fitness", "depth-first"] {
        for runs in RUNS {
            let run = subjects.explore(&["--strategy", strategy, "--max-runs", runs, "variety"]);
            for (name, put) in run.puts {
                let rows = table.entry(name).or_default();
                if rows.last().is_none_or(|(last, _)| last != strategy) {
                    rows.push((strategy.to_owned(), Vec::new()));
                }
                let covered = put["branches"]["covered"].as_u64().unwrap_or(0);
                rows.last_mut().expect("just pushed").1.push(covered);
            }
        }
    }
    println!("{:<34} {:<12} {}", "covered after runs", "", RUNS.map(|runs| format!("{runs:>5}")).concat());
    let mut sums: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (name, rows) in &table {
        for (strategy, covered) in rows {
            let shown: String = covered.iter().map(|covered| format!("{covered:>5}")).collect();
            println!("{name:<34} {strategy:<12} {shown}");
            let sum = sums.entry(strategy.clone()).or_insert_with(|| vec![0; RUNS.len()]);
            sum.iter_mut().zip(covered).for_each(|(sum, covered)| *sum += covered);
        }
    }
    for (strategy, sum) in sums {
        let shown: String = sum.iter().map(|covered| format!("{covered:>5}")).collect();
        println!("{:<34} {strategy:<12} {shown}", "all together");
    }
}

/// Exit codes of a run that explored: all tests hold, one fails, or its cases are others than the committed ones.
const EXPECTED: [Option<i32>; 3] = [Some(0), Some(1), Some(7)];

/// The package with the subjects.
struct Subjects {
    directory: PathBuf,
    target: PathBuf,
}

struct Run {
    /// By name, without the modules.
    puts: BTreeMap<String, Value>,
    /// The most memory that the command had at any time, in bytes.
    memory: u64,
}

impl Run {
    fn put(&self, name: &str) -> &Value {
        self.puts.get(name).unwrap_or_else(|| panic!("{name} was not explored"))
    }
}

impl Subjects {
    fn prepare() -> Subjects {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../evaluation/subjects/workloads");
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("subjects");
        let subjects = Subjects { directory, target };
        let built = subjects.command(&["--list"]).output().expect("the tool");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        subjects
    }

    fn explore(&self, arguments: &[&str]) -> Run {
        let (report, errors) = (self.target.join("report"), self.target.join("errors"));
        let mut child = self
            .command(&["--quiet", "--check", "--fresh", "--format", "json"])
            .args(arguments)
            .stdout(fs::File::create(&report).expect("a file"))
            .stderr(fs::File::create(&errors).expect("a file"))
            .spawn()
            .expect("the tool");
        let begin = Instant::now();
        let mut memory = 0;
        let status = loop {
            if let Some(status) = child.try_wait().expect("a process") {
                break status;
            }
            if begin.elapsed() > Duration::from_secs(900) {
                let _ = child.kill();
            }
            memory = high_water(child.id()).unwrap_or(memory);
            std::thread::sleep(Duration::from_millis(5));
        };
        // That a test fails, or that its cases are not the committed ones, is no trouble of the tool.
        let errors = fs::read_to_string(errors).unwrap_or_default();
        assert!(EXPECTED.contains(&status.code()), "{arguments:?} ended with {status}:\n{errors}");
        let text = fs::read_to_string(report).expect("a report");
        let events = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("an event"));
        let named = |event: Value| {
            let name = event["name"].as_str()?.rsplit("::").next()?.to_owned();
            Some((name, event))
        };
        let puts: BTreeMap<String, Value> =
            events.filter(|event| event["event"] == "put").filter_map(named).collect();
        assert!(!puts.is_empty(), "{arguments:?} explored nothing:\n{errors}");
        Run { puts, memory }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-forall"));
        command
            .arg("forall")
            .args(arguments)
            .current_dir(&self.directory)
            .env("CARGO_TARGET_DIR", &self.target);
        command
    }
}

/// The most memory a process had so far.
fn high_water(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
