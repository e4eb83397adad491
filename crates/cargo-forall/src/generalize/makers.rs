//! How objects of types of the package come to be drawn: they are already, a `derive` is added to the type, or a factory is written out of the calls by which
//! the tests make such objects. Each is written once in a target, where the first test stands that needs it.

use super::placed::Trial;
use super::tests::Test;
use crate::workspace::Workspace;
use forall_generalize::{Draft, Explored, Factory, Making, derive, factory};
use forall_report::FailureKind;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// A type, by package, target and how it is written there.
type Key = (String, String, String);

/// So many factories are tried for a type.
const CANDIDATES: usize = 8;

/// What is added to the source so that objects of a type can be drawn.
#[derive(Clone, Debug)]
pub struct Maker {
    pub package: String,
    pub target: String,
    /// The types that need it, as they are written in that target.
    pub types: BTreeSet<String>,
    pub headline: String,
    /// As seen from the root of the workspace.
    pub file: PathBuf,
    pub original: String,
    pub kind: Kind,
    /// Neither formatted nor indented.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In front of the test that begins here; behind it, while it is tried.
    Factory { start: usize, end: usize },
    /// In front of the type.
    Derive { start: usize },
}

impl Maker {
    /// Does a test with objects of these types need it?
    pub fn serves(&self, test: &Test<'_>, types: &[String]) -> bool {
        self.package == test.package.name
            && self.target == test.target
            && types.iter().any(|ty| self.types.contains(ty))
    }

    /// It stands among the drafts while they are tried.
    pub fn trial(&self) -> Trial<'_> {
        let (Kind::Factory { end, .. } | Kind::Derive { start: end }) = self.kind;
        Trial {
            package: &self.package,
            target: &self.target,
            name: String::new(),
            file: &self.file,
            original: &self.original,
            end,
            block_line: 0,
            maker: Some(&self.headline),
            draft: Draft { name: String::new(), text: self.text.clone(), first_line: 0 },
            time: Duration::ZERO,
        }
    }
}

/// A type of which tests make objects.
struct Wanted<'t> {
    key: Key,
    /// The first test that needs it, and all ways in which they make it.
    test: &'t Test<'t>,
    makings: Vec<&'t Making>,
    candidates: Vec<Factory>,
}

pub struct Survey<'t> {
    wanted: Vec<Wanted<'t>>,
}

/// What came of it.
#[derive(Default)]
pub struct Found {
    pub makers: Vec<Maker>,
    drawn: BTreeSet<Key>,
}

impl Found {
    /// Can objects of a type be drawn, now or with what is added?
    pub fn draws(&self, test: &Test<'_>, ty: &str) -> bool {
        self.drawn.contains(&key(test, ty))
    }
}

fn key(test: &Test<'_>, ty: &str) -> Key {
    (test.package.name.clone(), test.target.clone(), ty.to_owned())
}

impl<'t> Survey<'t> {
    pub fn new(tests: &'t [Test<'t>]) -> Survey<'t> {
        let mut wanted: BTreeMap<Key, Wanted<'t>> = BTreeMap::new();
        for test in tests {
            for object in &test.generalizer.closed().objects {
                let key = key(test, &object.making.ty);
                let new = || Wanted { key: key.clone(), test, makings: Vec::new(), candidates: Vec::new() };
                wanted.entry(key.clone()).or_insert_with(new).makings.push(&object.making);
            }
        }
        let mut wanted: Vec<Wanted<'t>> = wanted.into_values().collect();
        for wanted in &mut wanted {
            let mut candidates =
                Factory::candidates(&wanted.makings, wanted.test.generalizer.closed().forall);
            candidates.truncate(CANDIDATES);
            wanted.candidates = candidates;
        }
        Survey { wanted }
    }

    /// For each type one test that takes such an object, and one for each factory that does what it would do, with the time for each.
    pub fn trials(&self, time: Duration) -> Vec<Trial<'t>> {
        let mut trials = Vec::new();
        for (number, Wanted { key: (.., ty), test, candidates, .. }) in self.wanted.iter().enumerate() {
            let forall = test.generalizer.closed().forall;
            let mut add = |name: String, text: String| {
                trials.push(test.trial(Draft { name, text, first_line: 0 }, time));
            };
            let name = format!("__takes_{number}");
            let text = factory::taking(ty, &name, forall);
            add(name, text);
            for (candidate, factory) in candidates.iter().enumerate() {
                let name = format!("__makes_{number}_{candidate}");
                let text = factory.probe(&name, forall);
                add(name, text);
            }
        }
        trials
    }

    /// What follows from what came of the trials.
    pub fn conclude(self, workspace: &Workspace, explored: Vec<Explored>) -> Found {
        let mut explored = explored.into_iter();
        let mut found = Found::default();
        for wanted in self.wanted {
            let is_drawn = !matches!(explored.next(), None | Some(Explored::Rejected(_)));
            let probes: Vec<Explored> = explored.by_ref().take(wanted.candidates.len()).collect();
            if is_drawn || wanted.derives(workspace, &mut found) || wanted.writes_factory(&probes, &mut found)
            {
                found.drawn.insert(wanted.key);
            }
        }
        found
    }
}

impl Wanted<'_> {
    /// Attributes for it and what it is made of, if all values of its fields are meant.
    fn derives(&self, workspace: &Workspace, found: &mut Found) -> bool {
        let (package, target, ty) = &self.key;
        let closed = self.test.generalizer.closed();
        let Some(path) = ty.strip_prefix("crate::").or_else(|| ty.strip_prefix("::")) else { return false };
        let name = path.rsplit("::").next().unwrap_or(path);
        let is_literal = self.makings.iter().any(|making| making.is_literal());
        let read =
            |file: &PathBuf| Some((file.clone(), std::fs::read_to_string(workspace.root.join(file)).ok()?));
        let files: Vec<(PathBuf, String)> = self.test.sources.iter().filter_map(read).collect();
        let Some(derives) = derive::derives(&files, name, is_literal) else { return false };
        for derive in derives {
            let kind = Kind::Derive { start: derive.at };
            let known = found.makers.iter_mut().find(|own| own.file == derive.file && own.kind == kind);
            if let Some(known) = known {
                known.types.insert(ty.clone());
                continue;
            }
            let original = files.iter().find(|(file, _)| *file == derive.file);
            found.makers.push(Maker {
                package: package.clone(),
                target: target.clone(),
                types: BTreeSet::from([ty.clone()]),
                headline: format!("{} can be drawn: all its fields can have any value", derive.name),
                original: original.map(|(_, text)| text.clone()).unwrap_or_default(),
                file: derive.file,
                kind,
                text: format!("#[cfg_attr(test, derive({}::Input))]", closed.forall),
            });
        }
        true
    }

    /// The first factory that never fails, or the first that only refuses some arguments.
    fn writes_factory(&self, probes: &[Explored], found: &mut Found) -> bool {
        let refuses = |probe: &&Explored| match probe {
            Explored::Done { paths, faults, .. } => {
                // Some arguments are not refused.
                *paths > faults.len() as u64
                    && faults.iter().all(|fault| is_refusal(fault.kind, &fault.message))
            }
            Explored::Rejected(_) => false,
        };
        let best =
            probes.iter().position(Explored::holds).or_else(|| probes.iter().position(|own| refuses(&own)));
        let Some(factory) = best.and_then(|best| self.candidates.get(best)) else { return false };
        let (package, target, ty) = &self.key;
        let closed = self.test.generalizer.closed();
        let mut taken: BTreeSet<String> = closed.taken.iter().cloned().collect();
        let beside = |own: &&Maker| own.package == *package && own.target == *target;
        taken.extend(found.makers.iter().filter(beside).filter_map(Maker::name));
        let name = factory::name(ty, &taken);
        found.makers.push(Maker {
            package: package.clone(),
            target: target.clone(),
            types: BTreeSet::from([ty.clone()]),
            headline: format!("{name} makes objects as the tests do: with {}", factory.calls),
            file: self.test.file.clone(),
            original: closed.file_text.to_string(),
            kind: Kind::Factory { start: closed.item.start, end: closed.item.end },
            text: factory.text(&name, closed.forall),
        });
        true
    }
}

impl Maker {
    /// Of the factory.
    fn name(&self) -> Option<String> {
        matches!(self.kind, Kind::Factory { .. })
            .then(|| self.headline.split(' ').next().map(str::to_owned))?
    }
}

/// Does the code under test refuse the arguments, and not only run out of something?
fn is_refusal(kind: FailureKind, message: &str) -> bool {
    matches!(kind, FailureKind::Panic | FailureKind::Assertion) && !message.contains("capacity overflow")
}
