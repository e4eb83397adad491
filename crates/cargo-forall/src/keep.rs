//! What becomes of the case file of a test.

use crate::args::Explore;
use crate::cases::{self, Change};
use crate::exit::Exit;
use crate::outcome::Outcome;
use crate::replay::{Committed, Replay};
use crate::selection::{Put, without_crate};
use crate::status::{self, Status};
use forall_testgen::{Authorship, Kept};
use std::path::Path;

pub struct Keeper<'a> {
    pub args: &'a Explore,
    /// The workspace's directory.
    pub root: &'a Path,
    pub status: &'a Status,
    pub put: &'a Put<'a>,
    /// Into the plain test program, the cases of the last time are compiled.
    pub replay: Replay<'a>,
}

impl Keeper<'_> {
    /// Writes the case file, or under `--check` only looks at it.
    pub fn keep(&self, outcome: &Outcome) -> Exit {
        let put = self.put;
        let file = put.package.root().join(&put.description.cases);
        let shown = file.strip_prefix(self.root).unwrap_or(&file).display().to_string();
        if outcome.interrupted {
            return Exit::Held;
        }
        if outcome.cases.is_empty() {
            if file.exists() {
                self.status.note(&format!("{shown} is left as it is: no case was found for {}", put.label));
            }
            return Exit::Held;
        }
        let old = std::fs::read_to_string(&file).ok();
        let (authorship, old_body) = old_body(old.as_deref());
        let target = &outcome.target;
        let fresh = forall_testgen::render(target, &outcome.cases, "", &[]);
        let kept = self.kept(outcome, &old_body, &fresh, &shown);
        let source = forall_testgen::render(target, &outcome.cases, &old_body, &kept);
        if self.args.check {
            return check(&file, &source, &shown, authorship, &target.filter);
        }
        if authorship != Authorship::Generated && !self.args.overwrite && old.as_ref() != Some(&source) {
            return refuse(&shown, authorship);
        }
        match cases::write(&file, &source, &self.root.join(&put.description.file)) {
            Ok(Change::Unchanged) => Exit::Held,
            Ok(_) => {
                self.status.say("Wrote", &shown);
                Exit::Held
            }
            Err(error) => {
                let help = "make the directory writable and run it again; the verdict stands";
                status::error(&anyhow::anyhow!("{error:#}\n  help: {help}"));
                Exit::CannotWrite
            }
        }
    }

    /// What stands in the case file, below the header.
    pub fn old_body(&self) -> String {
        let file = self.put.package.root().join(&self.put.description.cases);
        old_body(std::fs::read_to_string(&file).ok().as_deref()).1
    }

    /// The cases of the old file that failed then and are not in the new one, as they do now.
    fn kept(&self, outcome: &Outcome, old_body: &str, fresh: &str, shown: &str) -> Vec<Kept> {
        let (_, fresh_body) = forall_testgen::authorship(fresh);
        let mut kept = Vec::new();
        for mut case in Kept::all(old_body) {
            if case.is_in(&fresh_body) {
                continue;
            }
            let test = format!("{}::{}", without_crate(&self.put.description.name), case.name);
            let Some(now) = self.replay.passes(&test) else { continue };
            // What a panic says may be data of its input; where it is tells more.
            let is_found = |place: &str| outcome.failures.iter().any(|failure| failure.location == place);
            case.fails = now != Committed::Passes;
            if matches!(&now, Committed::Fails { place } if is_found(place)) || case.is_in(&fresh_body) {
                continue;
            }
            if case.fails {
                let note = format!(
                    "{shown} has a case that still fails, though this exploration did not find it: {}",
                    case.name
                );
                self.status.note(&note);
            }
            kept.push(case);
        }
        kept
    }
}

fn old_body(source: Option<&str>) -> (Authorship, String) {
    source.map_or((Authorship::Generated, String::new()), forall_testgen::authorship)
}

fn check(file: &Path, source: &str, shown: &str, authorship: Authorship, filter: &str) -> Exit {
    match cases::compare(file, source) {
        Ok(Change::Unchanged) => Exit::Held,
        Ok(change) => {
            let state = match (change, authorship) {
                (Change::Created, _) => "is missing",
                (_, Authorship::Edited) => "was edited by hand",
                _ => "is stale",
            };
            status::error(&anyhow::anyhow!("{shown} {state}\n  help: run `cargo forall {filter}`"));
            Exit::Stale
        }
        Err(error) => {
            status::error(&error);
            Exit::Stale
        }
    }
}

fn refuse(shown: &str, authorship: Authorship) -> Exit {
    let problem = match authorship {
        Authorship::Foreign => "was not written by forall",
        _ => "was edited by hand",
    };
    let help = "make tests of your own of what is yours in it, outside of `forall/`; then `--overwrite` replaces it. The verdict stands";
    status::error(&anyhow::anyhow!("{shown} {problem}, and is left as it is\n  help: {help}"));
    Exit::CannotWrite
}
