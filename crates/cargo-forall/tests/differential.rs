//! Random runs of every fixture that check themselves: each term must say what the run computed, and runs that made the same decisions must
//! not differ in anything else.
//!
//! The first finds terms that are wrong; the second finds data that depends on the inputs although nothing says so.

#[path = "common/fixture.rs"]
mod fixture;

use fixture::{Fixture, cargo_forall};
use forall_protocol::inputs::{Input, InputKind};
use forall_protocol::manifest::WRONG_TERM;
use forall_protocol::shared::{DecisionRecord, Ending};
use forall_runtime::confine::Limits;
use forall_runtime::host::{RawRun, Runner};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Those whose tests are about running at all are left out.
const FIXTURES: [&str; 8] =
    ["integers", "structures", "machine", "std", "crates", "derived", "truth", "bits"];
const RUNS: usize = 10_000;
/// So many decisions of a run are held against those of others.
const LONGEST: usize = 200;
/// Lengths and depths above this only cost time.
const LARGEST: u64 = 3;

fn main() {
    // SAFETY: there is no other thread yet. Runners inherit it.
    unsafe { std::env::set_var("FORALL_CHECK_TERMS", "1") };
    let mut runners: Vec<(&str, Runner)> = FIXTURES.into_iter().flat_map(start).collect();
    let puts: usize = runners.iter().map(|(_, runner)| runner.hello().puts.len()).sum();
    let each = RUNS.div_ceil(puts);
    let mut random = Random(0x5EED);
    let mut complaints = Vec::new();
    let (mut runs, mut same) = (0, 0);
    for (name, runner) in &mut runners {
        for put in 0..runner.hello().puts.len() as u32 {
            let mut check = Check::new(runner, put);
            for _ in 0..each {
                check.run(&mut random);
            }
            runs += check.runs.len();
            same += check.repeated;
            complaints.extend(check.complaints.into_iter().map(|complaint| format!("{name}: {complaint}")));
        }
    }
    println!("{runs} runs of {puts} tests; {same} made the decisions of an earlier one");
    assert!(runs >= RUNS && same > RUNS / 10, "too few to tell");
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

/// Runners for the libraries of a fixture.
fn start(name: &'static str) -> Vec<(&'static str, Runner)> {
    let fixture = Fixture::copy(name);
    let listed = cargo_forall(&fixture, &["--list"]).output().unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let package = std::fs::read_to_string(fixture.path().join("Cargo.toml")).unwrap();
    let package =
        package.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap().trim_end_matches('"');
    let library = newest(&fixture.target().join("forall/build"), package);
    let runner = Runner::spawn(Path::new(env!("CARGO_BIN_EXE_cargo-forall")), &library, &Limits::default());
    vec![(name, runner.unwrap_or_else(|error| panic!("{}: {error}", library.display())))]
}

/// What our linker made last of a package's library.
fn newest(build: &Path, package: &str) -> PathBuf {
    let mut candidates = Vec::new();
    for target in std::fs::read_dir(build).unwrap().map(Result::unwrap) {
        let Ok(files) = std::fs::read_dir(target.path().join("debug/deps")) else { continue };
        for file in files.map(Result::unwrap) {
            let path = file.path();
            let stem = path.file_name().unwrap().to_str().unwrap().rsplit_once('-').map(|(stem, _)| stem);
            if stem == Some(package) && path.extension().is_none() {
                candidates.push((file.metadata().unwrap().modified().unwrap(), path));
            }
        }
    }
    candidates.sort();
    candidates.pop().unwrap_or_else(|| panic!("nothing was made of {package}")).1
}

/// The runs of one test.
struct Check<'a> {
    runner: &'a mut Runner,
    put: u32,
    inputs: Vec<Input>,
    runs: Vec<Vec<u128>>,
    seen: HashMap<Vec<DecisionRecord>, (Vec<u128>, Observed)>,
    /// After these decisions, what was decided on next: the site and the term.
    next: HashMap<Vec<DecisionRecord>, (u32, u32)>,
    repeated: usize,
    complaints: Vec<String>,
}

/// What the decisions of a run must determine.
#[derive(Debug, PartialEq, Eq)]
struct Observed {
    covered: Vec<u32>,
    drawn: Vec<u32>,
    ending: Ending,
    location: String,
}

impl<'a> Check<'a> {
    fn new(runner: &'a mut Runner, put: u32) -> Check<'a> {
        runner.reset().unwrap();
        let (inputs, runs, seen, next) = (Vec::new(), Vec::new(), HashMap::new(), HashMap::new());
        Check { runner, put, inputs, runs, seen, next, repeated: 0, complaints: Vec::new() }
    }

    fn run(&mut self, random: &mut Random) {
        let values = self.values(random);
        let run = self.runner.run(self.put, &values, 20_000, Duration::from_secs(5)).unwrap();
        self.inputs.extend(run.inputs.iter().cloned());
        self.hold_against_itself(&run, &values);
        self.hold_against_others(run, &values);
        self.runs.push(values);
    }

    /// Anew, or one value changed of those of an earlier run.
    fn values(&self, random: &mut Random) -> Vec<u128> {
        let mut values: Vec<u128> = self.inputs.iter().map(|input| random.value(input.kind)).collect();
        if random.below(3) > 0 && !self.runs.is_empty() {
            let earlier = &self.runs[random.below(self.runs.len() as u64) as usize];
            values[..earlier.len()].copy_from_slice(earlier);
            if !values.is_empty() {
                let changed = random.below(values.len() as u64) as usize;
                values[changed] = random.value(self.inputs[changed].kind);
            }
        }
        values
    }

    fn hold_against_itself(&mut self, run: &RawRun, values: &[u128]) {
        if run.notes.iter().any(|note| note.what == WRONG_TERM) {
            self.complain(&format!("a wrong term, with {values:x?}"));
        }
    }

    fn hold_against_others(&mut self, run: RawRun, values: &[u128]) {
        // What was not followed is told, and may differ.
        if !run.notes.is_empty() || run.timed_out {
            return;
        }
        self.hold_against_prefixes(&run.decisions, values);
        let RawRun { decisions, covered, drawn, ending, location, .. } = run;
        let observed = Observed { covered, drawn, ending, location };
        match self.seen.get(&decisions) {
            Some((_, known)) if *known == observed => self.repeated += 1,
            Some((other, known)) => {
                let complaint = format!(
                    "after the same decisions, {other:x?} led to {known:?}, {values:x?} to {observed:?}"
                );
                self.complain(&complaint);
            }
            None => drop(self.seen.insert(decisions, (values.to_vec(), observed))),
        }
    }

    /// What is decided on next depends on the decisions before. A value that depends on the inputs, but has no term, would be a different
    /// constant in each.
    fn hold_against_prefixes(&mut self, decisions: &[DecisionRecord], values: &[u128]) {
        for (index, decision) in decisions.iter().enumerate().take(LONGEST) {
            let next = (decision.site, decision.term_and_taken >> 1);
            let known = *self.next.entry(decisions[..index].to_vec()).or_insert(next);
            // Where nothing is chosen, a run goes on with the value it has.
            let site = self.runner.hello().manifest.sites.get(decision.site as usize);
            let fixes_a_value = known.0 == next.0 && site.is_some_and(|site| site.outcomes == 0);
            if known != next && !fixes_a_value {
                let complaint = format!(
                    "after the same {index} decisions {known:?} or {next:?} is next, with {values:x?}"
                );
                return self.complain(&complaint);
            }
        }
    }

    fn complain(&mut self, complaint: &str) {
        let name = &self.runner.hello().puts[self.put as usize].name;
        self.complaints.push(format!("{name}: {complaint}"));
    }
}

/// Doubles in the high half, singles in the low one: zeros, ones, halves, infinities, NaNs quiet and signalling, the smallest and the largest.
const FLOATS: [u64; 14] = [
    0,
    0x8000_0000_8000_0000,
    0x3FF0_0000_3F80_0000,
    0xBFF0_0000_BF80_0000,
    0x4004_0000_4020_0000,
    0xC00C_0000_C060_0000,
    0x7FF0_0000_7F80_0000,
    0xFFF0_0000_FF80_0000,
    0x7FF8_0000_7FC0_0000,
    0xFFF8_0001_FFC0_0010,
    0x7FF4_0000_7FA0_0000,
    0x000F_FFFF_0000_0001,
    0x7FEF_FFFF_7F7F_FFFF,
    0x43E0_0000_5F00_0000,
];

/// Reproducible values, with a liking for the edges.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn value(&mut self, kind: InputKind) -> u128 {
        match kind {
            InputKind::Length | InputKind::Depth | InputKind::Answers => self.below(LARGEST + 1).into(),
            InputKind::Char => {
                let code = if self.below(2) == 0 { self.below(0x80) } else { self.below(0x11_0000) };
                char::from_u32(code as u32).map_or(0x7A, u128::from)
            }
            InputKind::F32 if self.below(2) == 0 => {
                u128::from(FLOATS[self.below(FLOATS.len() as u64) as usize] as u32)
                    ^ u128::from(self.below(2))
            }
            InputKind::F64 if self.below(2) == 0 => {
                u128::from(FLOATS[self.below(FLOATS.len() as u64) as usize] & !0xFFFF_FFFF)
                    ^ u128::from(self.below(2))
            }
            _ => {
                let bits = u128::from(self.below(u64::MAX)) << 64 | u128::from(self.below(u64::MAX));
                let width = kind.width();
                let value = match self.below(4) {
                    0 => bits & 0x7F,
                    1 => (1 << (width - 1)) + (bits & 3),
                    2 => (bits & 3).wrapping_sub(2),
                    _ => bits,
                };
                if width == 128 { value } else { value & ((1 << width) - 1) }
            }
        }
    }
}
