//! What becomes of the case file of a test.

use crate::args::Explore;
use crate::cases::{self, Change};
use crate::exit::Exit;
use crate::outcome::Outcome;
use crate::replay::{Committed, Replay};
use crate::selection::{Put, without_crate};
use crate::status::{self, Status};
use forall_testgen::Outcome::Fails;
use forall_testgen::{Authorship, Kept, Stated, TestCase, Way};
use std::path::{Path, PathBuf};

/// A case file that is not what it was before.
#[derive(Debug)]
pub struct Written {
    /// The test, without its crate.
    pub test: String,
    /// Of its cases.
    pub module: String,
    /// Index of the test's program.
    pub program: usize,
    pub file: PathBuf,
    /// What stood there before, if there was a file.
    pub before: Option<String>,
    pub source: String,
    /// The cases that end the process, or may do so.
    pub deadly: Vec<String>,
    /// The source file of the test.
    pub origin: PathBuf,
    /// The test depends on chance or on the process that it runs in, and the report says so.
    pub varies: bool,
}

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
    pub fn keep(&self, outcome: &Outcome) -> (Exit, Option<Written>) {
        let mut written = None;
        let exit = self.try_keep(outcome, &mut written);
        (exit, written)
    }

    fn try_keep(&self, outcome: &Outcome, written: &mut Option<Written>) -> Exit {
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
        let origin = self.root.join(&put.description.file);
        match cases::write(&file, &source, &origin) {
            Ok(Change::Unchanged) => Exit::Held,
            Ok(_) => {
                self.status.say("Wrote", &shown);
                let varies = outcome.varies();
                let deadly = deadly(&source, &outcome.cases);
                let [test, module] =
                    [&put.description.name, &put.description.path].map(|path| without_crate(path).to_owned());
                let program = put.program;
                *written = Some(Written {
                    test,
                    module,
                    program,
                    file,
                    before: old,
                    source,
                    deadly,
                    origin,
                    varies,
                });
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

    /// The cases of the old file that failed then and are not in the new one, as they do now. Where there was no time to find them again, all cases.
    fn kept(&self, outcome: &Outcome, old_body: &str, fresh: &str, shown: &str) -> Vec<Kept> {
        let (_, fresh_body) = forall_testgen::authorship(fresh);
        let mut kept = Vec::new();
        let all = outcome.was_short_of_time();
        for mut case in if all { Kept::every(old_body) } else { Kept::all(old_body) } {
            if case.is_in(&fresh_body) {
                continue;
            }
            let test = format!("{}::{}", without_crate(&self.put.description.path), case.name);
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

/// Of the cases in a file, the first are those that were found, the others were kept.
fn deadly(source: &str, found: &[TestCase]) -> Vec<String> {
    let may_be_deadly = |(position, case): &(usize, Stated)| match found.get(*position) {
        Some(found) => matches!(&found.outcome, Fails { way: Way::Abort | Way::Time | Way::Memory, .. }),
        None => case.fails,
    };
    let stated = forall_testgen::stated(source).into_iter().enumerate();
    stated.filter(may_be_deadly).map(|(_, case)| case.name).collect()
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
