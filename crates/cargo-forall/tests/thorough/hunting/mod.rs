//! Random properties, what is true of them, and what is said of them.

mod expression;
mod node;
mod operations;
mod package;
mod property;
mod random;
mod types;

use crate::fixture::{self, Fixture};
use property::Property;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// How the properties are compiled.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    pub optimised: bool,
    pub overflow_checks: bool,
}

pub const PROFILES: [Profile; 4] = [
    Profile { optimised: false, overflow_checks: true },
    Profile { optimised: true, overflow_checks: false },
    Profile { optimised: false, overflow_checks: false },
    Profile { optimised: true, overflow_checks: true },
];

impl Profile {
    fn variables(self) -> [(&'static str, &'static str); 4] {
        [
            // Every package is compiled once, and nobody debugs it.
            ("CARGO_INCREMENTAL", "0"),
            ("CARGO_PROFILE_DEV_DEBUG", "0"),
            ("CARGO_PROFILE_DEV_OPT_LEVEL", if self.optimised { "3" } else { "0" }),
            ("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", if self.overflow_checks { "true" } else { "false" }),
        ]
    }
}

/// What came of a hunt.
#[derive(Default)]
pub struct Bag {
    proved: usize,
    failed: usize,
    incomplete: usize,
    /// With the sources of the properties they are said of.
    pub lies: Vec<String>,
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bag { proved, failed, incomplete, lies } = self;
        let all = proved + failed + incomplete;
        write!(
            f,
            "{all} properties: {proved} proved, {failed} failed, {incomplete} incomplete, {} untrue",
            lies.len()
        )
    }
}

impl Bag {
    /// Hunts a package of `count` properties; `emit` says which inputs are replayed.
    pub fn hunt(&mut self, seed: u64, count: usize, profile: Profile, emit: &str) {
        let fixture = Fixture::empty("hunted");
        let properties =
            package::write(fixture.path(), fixture::repository().to_str().unwrap(), seed, count).unwrap();
        let mut truths = tried(&fixture, profile, "trials::");
        let report = explore(&fixture, profile, emit);
        let said = verdicts(&report);
        // Longer inputs than those of the trials are tried by exploration, too: whether the property fails for these, a trial has to tell.
        let is_doubtful = |property: &&Property| {
            truths[&property.name] && said.get(&property.name).is_some_and(|verdict| verdict == "failed")
        };
        let arguments = failing_arguments(&report);
        let doubtful = properties.iter().filter(is_doubtful);
        let trials: String =
            doubtful.filter_map(|property| property.trial_beyond(arguments.get(&property.name)?)).collect();
        if !trials.is_empty() {
            package::add_trials(fixture.path(), &trials).unwrap();
            truths.extend(tried(&fixture, profile, "beyond::"));
        }
        for property in &properties {
            let holds = truths[&property.name];
            let verdict = said.get(&property.name).map_or("missing", String::as_str);
            match verdict {
                "proved" => self.proved += 1,
                "failed" => self.failed += 1,
                _ => self.incomplete += 1,
            }
            let is_true = match verdict {
                "proved" => holds,
                "failed" => !holds,
                "incomplete" => true,
                _ => false,
            };
            if !is_true {
                let truth = if holds { "holds" } else { "does not hold" };
                let Profile { optimised, overflow_checks } = profile;
                self.lies.push(format!(
                    "seed {seed}, optimised {optimised}, overflow checks {overflow_checks}: {} is {verdict}, and {truth}:\n{}",
                    property.name, property.source
                ));
            }
        }
    }
}

/// What the trials in a module say of the properties: does each hold?
fn tried(fixture: &Fixture, profile: Profile, module: &str) -> BTreeMap<String, bool> {
    let mut trials = fixture.cargo_command(&["test", "--lib", module, "--", "--nocapture"]);
    let trials = trials.envs(profile.variables()).output().unwrap();
    assert!(trials.status.success(), "{}", String::from_utf8_lossy(&trials.stderr));
    let truths = String::from_utf8(trials.stdout).unwrap();
    truths
        .lines()
        .filter_map(|line| line.strip_prefix("truth ")?.split_once(' '))
        .map(|(name, holds)| (name.to_owned(), holds == "true"))
        .collect()
}

/// Asks for verdicts only: nothing is written.
fn explore(fixture: &Fixture, profile: Profile, emit: &str) -> String {
    let bounds = ["--max-len", "2", "--max-time", "3s"];
    let asked = [&bounds[..], &["--emit", emit, "--check", "--format", "json", "--lib"]].concat();
    let output = fixture::command(fixture, &asked).envs(profile.variables()).output().unwrap();
    let code = output.status.code();
    let said = String::from_utf8_lossy(&output.stderr);
    // Nothing was ever written, so `--check` has something to complain about, unless a failing test is worse.
    assert!([Some(0), Some(1), Some(7)].contains(&code), "exploring ends with {code:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is said of each property, by its name.
fn outcomes(report: &str) -> impl Iterator<Item = (String, Value)> {
    let events = report.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let puts = events.filter(|event| event["event"] == "put");
    let name = |put: &Value| put["name"].as_str().unwrap().rsplit("::").next().unwrap().to_owned();
    puts.map(move |put| (name(&put), put))
}

/// The failing inputs: `a = vec![1, 2, 3, 4]`.
fn failing_arguments(report: &str) -> BTreeMap<String, Vec<String>> {
    let arguments = |put: &Value| {
        let failures = put["failures"].as_array().unwrap();
        failures.iter().map(|failure| failure["arguments"].as_str().unwrap().to_owned()).collect()
    };
    outcomes(report).map(|(name, put)| (name, arguments(&put))).collect()
}

fn verdicts(report: &str) -> BTreeMap<String, String> {
    let verdict = |put: &Value| match fixture::tells_of_a_defect(put) {
        true => format!("contradictory ({})", put["reasons"]),
        false => put["verdict"].as_str().unwrap().to_owned(),
    };
    outcomes(report).map(|(name, put)| (name, verdict(&put))).collect()
}
