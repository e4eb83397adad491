//! The study of one crate, step by step.

use super::called::{self, calls, functions, named};
use super::covered::{self, Taken};
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

/// At most so many mutants of a function.
pub const PER_FUNCTION: usize = 8;

/// How a study is made.
pub struct Method<'a> {
    pub program: &'a Path,
    /// Where everything is kept.
    pub directory: &'a Path,
    pub effort: Effort,
    /// At most so many mutants of a crate.
    pub mutants: usize,
    /// So many seconds each draft is explored.
    pub draft_time: u64,
}

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
    /// So many seconds each draft was explored.
    pub draft_time: u64,
    /// Which build of the command it was.
    pub build: String,
    /// How the tests end with the new ones and their cases.
    pub ends: Ends,
    pub explored: Vec<Outcome>,
    /// What was found of the closed tests that were generalized, explored without parameters.
    pub closed: Vec<Outcome>,
    pub later: Option<Later>,
    pub mutants: Vec<Tried>,
    /// For each test that was generalized the functions under test, and whether a parameter reaches one.
    pub under_test: BTreeMap<TestId, (BTreeSet<String>, bool)>,
}

impl Study {
    pub fn of(sources: &Sources, method: &Method<'_>) -> Result<Study> {
        let Method { program, directory, effort, mutants: most, draft_time } = *method;
        let settings = format!("{} {} {PER_FUNCTION} {draft_time} 3", sources.name, sources.version);
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
            tool.generalize(draft_time)
        })?;
        let any = told.generalized().next().is_some();
        let explored =
            steps.once_or("explore", Vec::new(), || if any { tool.explore(&[]) } else { Ok(Vec::new()) })?;
        let closed = steps.once_or("cover", Vec::new(), || match any {
            true => covered::closed(&after, &work.join("covered"), &told, &tool),
            false => Ok(Vec::new()),
        })?;
        let ends = steps.once_or("run", Ends::default(), || {
            let suite = Suite { package: &after, target: &target };
            suite.run(&suite.built()?)
        })?;
        let mut study = Study {
            name: sources.name.clone(),
            version: sources.version.clone(),
            later_version: String::new(),
            listed,
            told,
            draft_time,
            build: steps.build(),
            ends,
            explored,
            closed,
            later: None,
            mutants: Vec::new(),
            under_test: BTreeMap::new(),
        };
        if let Some((version, package)) = &sources.later {
            let later = work.join("later");
            study.later_version.clone_from(version);
            study.later = steps.once_or("later", None, || {
                source::copy(package, &later)?;
                let releases =
                    Releases { before: &before, after: &after, later: &later, target: &target, program };
                releases.run(&study.told).map(Some)
            })?;
        }
        let files = source::rust_files(&after, "src")?;
        study.find_functions(&after, &files)?;
        let wanted = study.under_test.values().flat_map(|(functions, _)| functions.clone()).collect();
        let mutants = spread(mutants::mutants(&after, &files, &wanted, PER_FUNCTION)?, most);
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
            // Of a split test one part is enough.
            let known = self.under_test.get(&id).is_some_and(|(_, reached)| *reached);
            self.under_test.insert(id, (functions, reached || known));
        }
        Ok(())
    }

    /// What is said of a test that is listed: of each part, if it is split.
    pub fn parts(&self, test: &TestId) -> Vec<&ClosedTest> {
        self.told.closed.iter().filter(|closed| id(closed) == *test).collect()
    }

    /// What was found of a new test when its cases were written.
    pub fn outcome(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> Option<&Outcome> {
        let (modules, _) = closed.test.name.rsplit_once("::")?;
        let name = format!("{modules}::{}", generalized.function);
        self.explored
            .iter()
            .find(|outcome| outcome.test.name == name && outcome.test.target == closed.test.target)
    }

    /// Outcomes of branches of the crate that a closed test takes, and those that its new tests take; nothing if they are not known.
    pub fn coverage(&self, test: &TestId) -> Option<(Taken, Taken)> {
        let before = covered::by_closed(test, &self.closed)?;
        let mut after = Taken::new();
        for (closed, generalized) in self.told.generalized().filter(|(closed, _)| id(closed) == *test) {
            after.extend(covered::taken(self.outcome(closed, generalized)?, &generalized.function));
        }
        Some((before, after))
    }

    /// The tests of a new test that fail on this version.
    pub fn failing(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> Vec<&TestId> {
        self.ends.with(End::Failed).filter(|test| is_of(test, &id(closed), generalized)).collect()
    }

    /// What fails of the new tests on the later release and not on this one: the name, and how.
    pub fn failing_later(&self) -> Vec<(String, String)> {
        let Some(later) = &self.later else { return Vec::new() };
        let here = |name: &str, message: &str| {
            let same = self.explored.iter().filter(|outcome| outcome.test.name == name);
            same.flat_map(|outcome| &outcome.failures)
                .any(|failure| beginning(&failure.message) == beginning(message))
        };
        let mut failing = Vec::new();
        for outcome in &later.explored {
            let name = outcome.test.name.split_once("::").map_or("", |(_, name)| name);
            let new = outcome.failures.iter().filter(|one| !here(&outcome.test.name, &one.message));
            failing.extend(new.map(|one| (name.to_owned(), format!("{}: {}", one.arguments, one.message))));
        }
        let known: Vec<String> = failing.iter().map(|(name, _)| format!("{name}::")).collect();
        let is_new = |test: &TestId| {
            self.told.generalized().any(|(closed, generalized)| is_of(test, &id(closed), generalized))
        };
        let plain = newly_failing(&later.ends, &self.ends).into_iter().filter(is_new);
        let plain = plain.filter(|test| !known.iter().any(|known| test.name.starts_with(known)));
        failing.extend(plain.map(|test| (test.name, "under plain cargo test".to_owned())));
        failing
    }

    /// Why a test that was generalized does not count as such; nothing if it does. Its new tests count together.
    pub fn objection(&self, test: &TestId) -> Option<String> {
        let new: Vec<(&ClosedTest, &GeneralizedTest)> =
            self.told.generalized().filter(|(closed, _)| id(closed) == *test).collect();
        if !self.under_test.get(test).is_some_and(|(_, reached)| *reached) {
            return Some("no parameter reaches a function of the crate".into());
        }
        if !new.iter().any(|(closed, generalized)| self.has_another_case(closed, generalized)) {
            return Some("only the original values pass".into());
        }
        if let Some((before, after)) = self.coverage(test)
            && let Some((place, _)) = before.difference(&after).next()
        {
            return Some(format!("misses a branch that the original takes, at {place}"));
        }
        let (caught, missed) = self.caught(test);
        let first = missed.first()?;
        let place = format!("{}:{}", first.mutant.file.display(), first.mutant.line);
        Some(format!(
            "misses {} of {} mutants that the original catches, one in `{}` at {place}",
            missed.len(),
            caught.len(),
            first.mutant.function
        ))
    }

    /// The mutants of functions under test that a closed test notices, and those among them that its new tests do not.
    pub fn caught(&self, test: &TestId) -> (Vec<&Tried>, Vec<&Tried>) {
        let Some((functions, _)) = self.under_test.get(test) else { return (Vec::new(), Vec::new()) };
        let is_caught =
            |tried: &&Tried| functions.contains(&tried.mutant.function) && tried.noticed_by.contains(test);
        let is_new = |noticing: &TestId| {
            self.told.generalized().any(|(closed, new)| id(closed) == *test && is_of(noticing, test, new))
        };
        let caught: Vec<&Tried> = self.mutants.iter().filter(is_caught).collect();
        let missed = caught.iter().copied().filter(|tried| !tried.noticed_by.iter().any(is_new)).collect();
        (caught, missed)
    }

    /// Were there two inputs that passed, or one of all inputs?
    fn has_another_case(&self, closed: &ClosedTest, generalized: &GeneralizedTest) -> bool {
        let explored = self.outcome(closed, generalized).map_or(0, |outcome| outcome.paths);
        let paths = explored.max(generalized.paths);
        paths > 1 || (paths == 1 && generalized.assumed.is_empty())
    }
}

/// Of a message, up to the first value in it.
fn beginning(message: &str) -> &str {
    let line = message.lines().next().unwrap_or_default();
    line.split(|next: char| next.is_ascii_digit()).next().unwrap_or_default()
}
