//! The study of one crate, step by step.

use super::called::{self, calls, functions, named};
use super::killed::{self, Tried};
use super::later::{Later, Releases, id, is_of, newly_failing};
use super::mutants::{self, spread};
use super::source;
use super::steps::{Effort, Setting, Steps};
use super::suite::{End, Ends, Suite, TestId};
use super::tool::{Told, Tool};
use anyhow::{Context, Result};
use forall_report::{ClosedTest, GeneralizedTest, Outcome};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// At most so many mutants of a function, and of a crate.
pub const PER_FUNCTION: usize = 8;
pub const PER_CRATE: usize = 150;

/// Where the sources of a crate are.
pub struct Sources {
    pub name: String,
    pub version: String,
    pub package: PathBuf,
    /// A later release: its version, and where it is.
    pub later: Option<(String, PathBuf)>,
}

/// All that was found of a crate.
pub struct Study {
    pub name: String,
    pub version: String,
    pub later_version: String,
    /// All tests of `cargo test -- --list`.
    pub listed: Vec<TestId>,
    pub told: Told,
    /// How the tests end with the new ones and their cases.
    pub ends: Ends,
    pub explored: Vec<Outcome>,
    pub later: Option<Later>,
    pub mutants: Vec<Tried>,
    /// For each test that was generalized the functions under test, and whether a parameter reaches one.
    pub under_test: BTreeMap<TestId, (BTreeSet<String>, bool)>,
}

impl Study {
    pub fn of(sources: &Sources, program: &Path, directory: &Path, effort: Effort) -> Result<Study> {
        let settings = format!("{} {} {PER_FUNCTION} {PER_CRATE} 1", sources.name, sources.version);
        let work = directory.join(format!("{}-{}", sources.name, sources.version));
        let steps = Steps::open(&work.join("steps"), &Setting { program, settings, effort })?;
        let (before, after, target) = (work.join("before"), work.join("after"), work.join("build"));

        let listed = steps.once("list", || {
            source::copy(&sources.package, &before)?;
            let suite = Suite { package: &before, target: &target };
            suite.list(&suite.built()?)
        })?;
        let tool = Tool { program, package: &after, target: &target };
        let told = steps.once("generalize", || {
            source::copy(&sources.package, &after)?;
            tool.generalize()
        })?;
        let any = told.generalized().next().is_some();
        let explored = steps.once("explore", || if any { tool.explore() } else { Ok(Vec::new()) })?;
        let ends = steps.once("run", || {
            let suite = Suite { package: &after, target: &target };
            suite.run(&suite.built()?)
        })?;
        let mut study = Study {
            name: sources.name.clone(),
            version: sources.version.clone(),
            later_version: String::new(),
            listed,
            told,
            ends,
            explored,
            later: None,
            mutants: Vec::new(),
            under_test: BTreeMap::new(),
        };
        if let Some((version, package)) = &sources.later {
            let later = work.join("later");
            study.later_version.clone_from(version);
            study.later = Some(steps.once("later", || {
                source::copy(package, &later)?;
                Releases { before: &before, after: &after, later: &later, target: &target }.run(&study.told)
            })?);
        }
        let files = source::rust_files(&after, "src")?;
        study.find_functions(&after, &files)?;
        let wanted = study.under_test.values().flat_map(|(functions, _)| functions.clone()).collect();
        let mutants = spread(mutants::mutants(&after, &files, &wanted, PER_FUNCTION)?, PER_CRATE);
        study.mutants = killed::tried(&after, &work, &target, (&steps, &study.ends), mutants)?;
        Ok(study)
    }

    fn find_functions(&mut self, package: &Path, files: &[PathBuf]) -> Result<()> {
        let defined = called::defined(package, files)?;
        for (closed, generalized) in self.told.generalized() {
            let id = id(closed);
            let source = std::fs::read_to_string(package.join(&closed.file))?;
            let items = functions(&source)?;
            let item = named(&items, &id.name).with_context(|| format!("{} is not in its file", id.name))?;
            let functions = calls(&source[item.block.clone()], &defined);
            let reached = called::reaches(&generalized.text, &functions);
            self.under_test.insert(id, (functions, reached));
        }
        Ok(())
    }

    /// What is said of a test that is listed.
    pub fn closed(&self, test: &TestId) -> Option<&ClosedTest> {
        self.told.closed.iter().find(|closed| id(closed) == *test)
    }

    /// What was found of a new test when its cases were written.
    pub fn outcome(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> Option<&Outcome> {
        let (modules, _) = closed.test.name.rsplit_once("::")?;
        let name = format!("{modules}::{}", generalized.function);
        self.explored
            .iter()
            .find(|outcome| outcome.test.name == name && outcome.test.target == closed.test.target)
    }

    /// The tests of a new test that fail on this version.
    pub fn failing(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> Vec<&TestId> {
        self.ends.with(End::Failed).filter(|test| is_of(test, &id(closed), generalized)).collect()
    }

    /// The tests of new tests that fail on the later release and pass on this one.
    pub fn failing_later(&self) -> Vec<TestId> {
        let Some(later) = &self.later else { return Vec::new() };
        let is_new = |test: &TestId| {
            self.told.generalized().any(|(closed, generalized)| is_of(test, &id(closed), generalized))
        };
        newly_failing(&later.ends, &self.ends).into_iter().filter(is_new).collect()
    }

    /// Why a test that was generalized does not count as such; nothing if it does.
    pub fn objection(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> Option<String> {
        let id = id(closed);
        let Some((functions, true)) = self.under_test.get(&id) else {
            return Some("no parameter reaches a function of the crate".into());
        };
        if !self.has_another_case(closed, generalized) {
            return Some("only the original values pass".into());
        }
        let caught = self.caught(functions, |test| *test == id);
        let by_new = self.caught(functions, |test| is_of(test, &id, generalized));
        let missed: Vec<&Tried> = caught
            .iter()
            .filter(|(number, _)| !by_new.contains_key(number))
            .map(|(_, tried)| *tried)
            .collect();
        let first = missed.first()?;
        let place = format!("{}:{}", first.mutant.file.display(), first.mutant.line);
        Some(format!(
            "misses {} of {} mutants that the original catches, one in `{}` at {place}",
            missed.len(),
            caught.len(),
            first.mutant.function
        ))
    }

    /// Mutants of functions that are noticed by some tests.
    fn caught(
        &self,
        functions: &BTreeSet<String>,
        is_meant: impl Fn(&TestId) -> bool,
    ) -> BTreeMap<usize, &Tried> {
        let own =
            self.mutants.iter().enumerate().filter(|(_, tried)| functions.contains(&tried.mutant.function));
        own.filter(|(_, tried)| tried.noticed_by.iter().any(&is_meant)).collect()
    }

    /// Were there two inputs that passed, or one of all inputs?
    fn has_another_case(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> bool {
        let paths =
            self.outcome(closed, generalized).map_or(0, |outcome| outcome.paths).max(generalized.paths);
        paths > 1 || (paths == 1 && generalized.assumed.is_empty())
    }

    /// Of how many mutants of functions under test a closed test notices some, and its new one, too.
    pub fn noticed(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> (usize, usize) {
        let id = id(closed);
        let Some((functions, _)) = self.under_test.get(&id) else { return (0, 0) };
        let by_original = self.caught(functions, |test| *test == id);
        let by_new = self.caught(functions, |test| is_of(test, &id, generalized));
        (by_original.len(), by_original.keys().filter(|number| by_new.contains_key(number)).count())
    }
}
