//! The promise, held against packages that were written in the manner of users, without a look at the tool, and against the tour and the
//! fixtures that no other test holds it against.
//!
//! Some packages are checked every time; others by hand, `all` of them in about an hour:
//! `FORALL_USERS=codec,forms,bits cargo test --release -p cargo-forall --test thorough users:: -- --nocapture`.

use crate::fixture::{Fixture, Report};
use crate::promise::{self, Asked};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Those that are checked every time. The first two are small, of layouts that once did not even compile.
const ALWAYS: [&str; 5] = ["bare", "renamed", "structures", "misbehaving", "fakes"];

/// The fixtures that no other test holds the promise against. Of the rest, the cases of `hostile` would do harm.
const FIXTURES: [(&str, Asked<'_>); 23] = [
    ("arbitrary", Asked { selection: &[], bounds: &["--max-len", "8"] }),
    ("benchmarks", AS_IT_IS),
    ("bits", SHORTLY),
    ("bounds", SHORTLY),
    ("changing", AS_IT_IS),
    ("crates", Asked { selection: &["--lib"], bounds: &["--max-len", "3"] }),
    ("derived", Asked { selection: &[], bounds: &["--max-len", "3"] }),
    ("examples", AS_IT_IS),
    ("fakes", Asked { selection: &["--workspace"], bounds: &[] }),
    ("contracts", Asked { selection: &["--workspace"], bounds: &["--max-len", "4"] }),
    ("layers", AS_IT_IS),
    ("leftovers", AS_IT_IS),
    ("long", SHORTLY),
    ("machine", AS_IT_IS),
    ("made", Asked { selection: &[], bounds: &["--max-len", "2"] }),
    ("messages", AS_IT_IS),
    ("misbehaving", Asked { selection: &[], bounds: &["--max-len", "2"] }),
    ("processes", Asked { selection: &[], bounds: &["--max-time", "5s"] }),
    ("proptest", AS_IT_IS),
    ("shared", AS_IT_IS),
    ("std", Asked { selection: &["--lib"], bounds: &["--max-len", "3"] }),
    ("structures", Asked { selection: &["--lib"], bounds: &["--max-len", "3"] }),
    ("truth", Asked { selection: &[], bounds: &["--max-time", "60s"] }),
];

const AS_IT_IS: Asked<'_> = Asked { selection: &[], bounds: &[] };
const SHORTLY: Asked<'_> =
    Asked { selection: &["--workspace"], bounds: &["--max-runs", "3000", "--max-time", "10s"] };

#[test]
fn no_package_is_worse_off() {
    let mut broken = Vec::new();
    for name in asked_for() {
        let begin = Instant::now();
        let problems = check(&name);
        let result = if problems.is_empty() { "kept" } else { "BROKEN" };
        println!("{name}: {result} ({} s)", begin.elapsed().as_secs());
        problems.iter().for_each(|problem| println!("  {problem}"));
        broken.extend(problems);
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_tour_leaves_nobody_worse_off() {
    promise::check(&Fixture::of_the_tour(), Asked::default()).check();
}

fn check(name: &str) -> Vec<String> {
    match FIXTURES.iter().find(|(fixture, _)| *fixture == name) {
        Some((_, asked)) => named(name, promise::check(&Fixture::copy(name), *asked).broken),
        None => check_user(name),
    }
}

fn check_user(name: &str) -> Vec<String> {
    let kept = promise::check(&Fixture::of_a_user(name), SHORTLY);
    let mut broken = kept.broken;
    broken.extend(untrue(name, &kept.report));
    named(name, broken)
}

fn named(package: &str, problems: Vec<String>) -> Vec<String> {
    problems.into_iter().map(|problem| format!("{package}: {problem}")).collect()
}

/// What contradicts what the author of the package believes, who thought about each test and did not ask the tool.
fn untrue(package: &str, report: &Report) -> Vec<String> {
    let mut expected = expected(package);
    let mut untrue = Vec::new();
    for put in promise::puts(report) {
        let test = format!("{} {}", put["target"].as_str().unwrap(), put["name"].as_str().unwrap());
        // An instance of a generic test is what the test is.
        let generic = test.rsplit_once("::of_").map_or(test.as_str(), |(generic, _)| generic);
        let test = if expected.contains_key(&test) { test.as_str() } else { generic };
        let verdict = put["verdict"].as_str().unwrap();
        let Some(belief) = expected.get_mut(test) else {
            untrue.push(format!("nobody has said what is true of {test}"));
            continue;
        };
        belief.is_reported = true;
        if let ("holds", "failed") | ("bug", "proved") = (belief.truth.as_str(), verdict) {
            untrue.push(format!("{test} is {verdict}, and its author believes: {}", belief.text));
        }
    }
    let missing = expected.iter().filter(|(_, belief)| !belief.is_reported);
    untrue.extend(missing.map(|(test, _)| format!("{test} is not reported")));
    untrue
}

struct Belief {
    /// `holds`, `bug` or `undetermined`.
    truth: String,
    text: String,
    is_reported: bool,
}

/// What is believed of every test of a package, by target and name.
fn expected(package: &str) -> BTreeMap<String, Belief> {
    let text = fs::read_to_string(directory().join("expected.txt")).unwrap();
    let of_package = text.lines().filter_map(|line| line.strip_prefix(&format!("{package} ")));
    let of_package = of_package.filter(|line| !line.contains(", only with ")); // features and cfgs that nobody asks for here
    let entry = |line: &str| {
        let (test, text) = line.split_once(": ")?;
        let truth = text.split(' ').next()?.to_owned();
        Some((test.to_owned(), Belief { truth, text: text.to_owned(), is_reported: false }))
    };
    of_package.filter_map(entry).collect()
}

/// The packages that are named in the environment, or those of every time.
fn asked_for() -> Vec<String> {
    match std::env::var("FORALL_USERS") {
        Ok(all) if all == "all" => {
            users().into_iter().chain(FIXTURES.map(|(name, _)| name.to_owned())).collect()
        }
        Ok(names) => names.split(',').map(str::to_owned).collect(),
        Err(_) => ALWAYS.map(str::to_owned).to_vec(),
    }
}

fn users() -> Vec<String> {
    let entries = fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap());
    let packages = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = packages.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/users")
}
