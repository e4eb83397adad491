//! One round: all drafts of all tests are compiled and explored together, in the copy.

use super::check::{self, Compiled};
use super::explored::explored;
use super::placed::{Placed, Trial};
use super::rounds::{Effort, add};
use crate::args::{CaseFiles, Search, Selection};
use crate::build::Builds;
use crate::copy::Copy;
use crate::exit::{Exit, OrStop, Stop};
use crate::exploration::Exploration;
use crate::interrupt::Interrupt;
use crate::jobs;
use crate::report::Events;
use crate::selection::{Put, without_crate};
use crate::session::{Session, Setup};
use crate::status::Status;
use crate::workspace::Workspace;
use forall_generalize::Explored;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Where and how drafts are tried.
pub struct Laboratory<'a> {
    pub copy: &'a Copy,
    /// Files of the copy that differ from the user's besides those with drafts.
    pub others: BTreeMap<PathBuf, String>,
    /// What the user has selected.
    pub selection: &'a Selection,
    pub search: &'a Search,
    /// What is said of builds in the copy.
    pub status: Status,
    pub events: &'a Events,
    pub interrupt: &'a Interrupt,
    pub effort: &'a Cell<Effort>,
}

/// What came of a draft, and how long it was explored.
type Found = (Explored, Duration);

impl Laboratory<'_> {
    /// What came of the drafts of a round, in their order; nothing if the user stopped it.
    pub fn try_out(&self, round: usize, trials: &[Trial<'_>]) -> Result<Option<Vec<Found>>, Stop> {
        // Cargo needs the manifests before it can be asked about them.
        self.fill(&Placed::new(trials, |_| false)).or_stop(Exit::CannotWrite)?;
        let (mut selection, workspace) = self.copy.open(self.selection)?;
        // The lock file of the copy gets what the drafts need.
        selection.locked = false;
        let compiled = self.compiling(trials, &selection, &workspace)?;
        if self.interrupt.is_asked() {
            return Ok(None);
        }
        let mut found: BTreeMap<usize, Found> = BTreeMap::new();
        if compiled.rejected.len() < trials.len() {
            found = self.explore(round, trials, &compiled, (&selection, &workspace))?;
        }
        let rejected = compiled.rejected.into_iter();
        found.extend(rejected.map(|(number, message)| (number, rejected_with(message))));
        if found.len() < trials.len() || self.interrupt.is_asked() {
            return Ok(None);
        }
        Ok(Some(found.into_values().collect()))
    }

    fn compiling(
        &self,
        trials: &[Trial<'_>],
        selection: &Selection,
        workspace: &Workspace,
    ) -> Result<Compiled, Stop> {
        let builds = self.builds(selection, workspace)?;
        let mut is_first = true;
        check::compiling(trials, self.copy.root(), |placed| {
            anyhow::ensure!(!self.interrupt.is_asked(), "interrupted");
            self.fill(placed)?;
            // Once those that do not compile are out, it is likely to build: then the build is what is needed anyway.
            let compiled = match std::mem::replace(&mut is_first, false) {
                true => self.timed(|| builds.check()),
                false => self.timed(|| builds.rebuild()),
            };
            compiled
        })
    }

    /// Builds, and counts it.
    fn timed<T>(&self, build: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let built = build();
        add(self.effort, |effort| {
            effort.builds += 1;
            effort.building += begin.elapsed();
        });
        built
    }

    /// What the compiler says of a workspace with these files in it, in JSON, if it does not compile.
    pub fn check(&self, contents: &BTreeMap<PathBuf, String>) -> Result<Result<(), String>, Stop> {
        self.copy.update(contents).or_stop(Exit::CannotWrite)?;
        let (mut selection, workspace) = self.copy.open(self.selection)?;
        selection.locked = false;
        let builds = self.builds(&selection, &workspace)?;
        self.timed(|| builds.check()).or_stop(Exit::Internal)
    }

    fn builds<'w>(&'w self, selection: &'w Selection, workspace: &'w Workspace) -> Result<Builds<'w>, Stop> {
        let packages = workspace.select(selection)?;
        Ok(Builds { selection, workspace, packages, status: &self.status, events: self.events })
    }

    fn fill(&self, placed: &Placed) -> anyhow::Result<()> {
        let mut contents = self.others.clone();
        contents.extend(placed.contents());
        self.copy.update(&contents).map(drop)
    }

    /// What was found of the trials that compile, as far as there was time.
    fn explore(
        &self,
        round: usize,
        trials: &[Trial<'_>],
        compiled: &Compiled,
        (selection, workspace): (&Selection, &Workspace),
    ) -> Result<BTreeMap<usize, Found>, Stop> {
        let setup = Setup::of_search(selection, self.search);
        let open = || Session::open(workspace, setup, &self.status, self.events, self.interrupt);
        let session = self.timed(open)?;
        let mut found = BTreeMap::new();
        let mut puts: Vec<(usize, Put<'_>)> = Vec::new();
        let mut built = by_name(session.tests()?);
        for (number, trial) in trials.iter().enumerate() {
            if compiled.rejected.contains_key(&number) {
                continue;
            }
            let key = (trial.package.to_owned(), trial.target.to_owned(), trial.name.clone());
            match built.remove(&key) {
                Some(put) => puts.push((number, put)),
                None => {
                    let message = "it is not among the tests that were built".to_owned();
                    found.insert(number, rejected_with(message));
                }
            }
        }
        let all = puts.len();
        for (count, (number, put)) in puts.iter_mut().enumerate() {
            put.label = format!("round {round}, {} of {all}: {}", count + 1, trials[*number].name);
        }
        let exploration =
            Exploration { session: &session, search: self.search, case_files: CaseFiles::default() };
        jobs::in_order(
            self.search.jobs(),
            &puts,
            &session.permits,
            |(_, put)| (!self.interrupt.is_asked()).then(|| exploration.explore(put)),
            |(number, _), outcome| {
                if let Some(outcome) = outcome {
                    let told = explored(&outcome, &compiled.placed, self.copy.root());
                    found.insert(*number, (told, outcome.time));
                }
                Ok::<(), Stop>(())
            },
        )?;
        Ok(found)
    }
}

fn rejected_with(message: String) -> Found {
    (Explored::Rejected(message), Duration::ZERO)
}

/// By package, target, and name without the crate.
fn by_name(puts: Vec<Put<'_>>) -> HashMap<(String, String, String), Put<'_>> {
    let key = |put: &Put<'_>| {
        let name = without_crate(&put.description.name).to_owned();
        (put.package.name.clone(), put.target.clone(), name)
    };
    puts.into_iter().map(|put| (key(&put), put)).collect()
}
