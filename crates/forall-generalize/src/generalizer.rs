//! Round by round from a closed test to a parameterized one.
//!
//! 1. All assertions with all candidates, each noted and not asserted, under all conditions ([`asked`]). What panics besides is refused by the code under
//!    test, needs a bound, or is a defect; with what was learnt so, the same is asked again. So it is if an assertion only holds when a parameter keeps its value.
//! 2. The whole test, with what held. An assertion that fails there holds for the values of the closed test only.

mod deciding;
mod learning;

use crate::asked::Under;
use crate::closed::{Closed, Expects};
use crate::draft::{Draft, Fate, Plan, in_place_of_constants};
use crate::edited::Replacement;
use crate::findings::{Findings, Held};
use crate::law::{Law, laws};
use crate::oracle::{Candidate, candidates};
use crate::order::orders;
use crate::outcome::{Explored, Fault, Question};
use crate::parameter::{Parameter, parameters};
use crate::recorded::{BITS, can_be_noted};
use crate::relation::{Relation, relations};
use std::collections::BTreeMap;

/// At most so many rounds.
pub const ROUNDS: usize = 8;
/// So often the candidates are asked about.
const ASKING: usize = 4;
/// So often the whole test is tried.
const TRYING: usize = 3;
/// At most so many relations, and so many parameters that keep their values, are tried apart where a test expects a panic.
const PANICKING: usize = 6;
/// Assertions that cannot be noted have drafts of their own: those of so many.
const OPAQUE: usize = 3;

pub struct Generalizer {
    pub(crate) closed: Closed,
    /// Of the names of drafts, so that others of the same test are not called so.
    prefix: &'static str,
    pub(crate) parameters: Vec<Parameter>,
    /// The numbers of those that are parameters; the others keep their values.
    pub(crate) kept: Vec<usize>,
    pub(crate) merged: BTreeMap<usize, usize>,
    pub(crate) candidates: Vec<Vec<Candidate>>,
    pub(crate) relations: Vec<Relation>,
    /// Which assertion and candidate each bit is about.
    bits: Vec<(usize, usize)>,
    /// Are assertions noted? Not if the draft that does so does not compile.
    notes: bool,
    /// Do results get a name, and are they returned? Not if the draft that does so does not compile.
    binds: bool,
    /// For each assertion the laws that were not refuted.
    pub(crate) laws: Vec<Vec<Law>>,
    findings: Findings,
    /// How many paths through the test do not fail while its candidates are asked about: all of them, since on each nothing may be asked.
    paths: u64,
    phase: Phase,
    asked: Vec<Asked>,
    /// For each assertion the candidate that held, and under which relations.
    pub(crate) held: Vec<Option<Held>>,
    /// The relations under which what the test expects to panic does so.
    pub(crate) panics_under: Option<Vec<usize>>,
    /// The demands of functions that some input did not meet, with that input.
    pub(crate) demanded: Vec<(usize, Fault)>,
    /// Are demands assumed? Not if the draft that does so does not compile.
    demands: bool,
    pub(crate) may_panic: Vec<String>,
    pub(crate) panic: Option<String>,
    pub(crate) bounded: bool,
    pub(crate) questions: Vec<Question>,
    pub(crate) finished: Option<Explored>,
    /// The parameter that keeps its value since the last round, and how many assertions held without that.
    gave_up: Option<(usize, usize)>,
    keeps_for_nothing: bool,
    /// The test itself fails for other values than its own: an input that shows it.
    pub(crate) arranged: Option<Fault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Asking(usize),
    Keeping,
    Trying(usize),
    Done,
}

/// What a draft asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// All candidates that can be noted.
    Noted,
    Opaque {
        assertion: usize,
        candidate: usize,
        under: Under,
    },
    /// Does the test still panic, under these relations, or if a parameter keeps its value?
    Panics {
        relations: Vec<usize>,
        without: Option<usize>,
    },
    /// As `Noted`, but this parameter keeps its value.
    Without(usize),
    Whole,
}

impl Generalizer {
    pub fn new(closed: Closed, prefix: &'static str) -> Generalizer {
        let parameters = parameters(&closed.constants, &closed.names);
        let held = closed.assertions.iter().map(|_| None).collect();
        let mut generalizer = Generalizer {
            kept: (0..parameters.len()).collect(),
            merged: BTreeMap::new(),
            candidates: Vec::new(),
            relations: Vec::new(),
            bits: Vec::new(),
            notes: true,
            binds: true,
            laws: Vec::new(),
            findings: Findings::default(),
            paths: 0,
            phase: Phase::Asking(0),
            asked: Vec::new(),
            held,
            panics_under: None,
            demanded: Vec::new(),
            demands: true,
            may_panic: Vec::new(),
            panic: None,
            bounded: false,
            questions: Vec::new(),
            finished: None,
            gave_up: None,
            keeps_for_nothing: false,
            arranged: None,
            parameters,
            closed,
            prefix,
        };
        generalizer.ask();
        generalizer
    }

    pub fn closed(&self) -> &Closed {
        &self.closed
    }

    pub(crate) fn expects_panic(&self) -> bool {
        self.closed.expects != Expects::Return
    }

    /// The drafts of the next round; none when nothing is left to ask.
    pub fn drafts(&self) -> Vec<Draft> {
        let draft = |(number, asked): (usize, &Asked)| {
            let name = match asked {
                Asked::Whole if self.prefix.is_empty() => self.closed.new_name(),
                _ => format!("{}__{}_{}_{number}", self.prefix, self.closed.function, self.phase.number()),
            };
            self.draft(asked, &name)
        };
        self.asked.iter().enumerate().map(draft).collect()
    }

    /// The whole test, as it is proposed.
    pub(crate) fn whole(&self) -> Draft {
        self.draft(&Asked::Whole, &self.closed.new_name())
    }

    /// Begins to ask about all candidates, with what is known by now.
    fn ask(&mut self) {
        let is_kept = |number: usize| self.kept.contains(&number);
        let is_merged = |number: usize| self.merged.contains_key(&number);
        self.relations = relations(&self.parameters);
        if self.expects_panic() {
            self.relations.extend(orders(&self.parameters));
        }
        self.relations.retain(|Relation { of: (one, other), .. }| {
            (is_kept(*one) || is_kept(*other)) && !is_merged(*one) && !is_merged(*other)
        });
        self.findings = Findings::default();
        // They are about relations that are numbered anew.
        self.held.fill(None);
        self.panics_under = None;
        self.questions.clear();
        let visible: Vec<Parameter> = self.kept.iter().map(|number| self.visible(*number)).collect();
        let replacements = self.replacements();
        let candidates = |own| candidates(&self.closed, own, &visible, &replacements);
        self.candidates = self.closed.assertions.iter().map(candidates).collect();
        let laws = |own| laws(&self.closed, own, &visible, &replacements);
        self.laws = self.closed.assertions.iter().map(laws).collect();
        self.asked = if self.expects_panic() { self.about_panics() } else { self.about_assertions() };
    }

    /// A parameter by the name that it has now.
    fn visible(&self, number: usize) -> Parameter {
        let named = self.merged.get(&number).copied().unwrap_or(number);
        Parameter { name: self.parameters[named].name.clone(), ..self.parameters[number].clone() }
    }

    fn about_panics(&self) -> Vec<Asked> {
        let all: Vec<usize> = (0..self.relations.len()).collect();
        let mut sets = vec![Vec::new()];
        if !all.is_empty() && (self.panic.is_some() || self.closed.expects != Expects::Panic) {
            sets.extend(all.iter().take(PANICKING).map(|one| vec![*one]));
            sets.push(all);
        }
        let related = sets.into_iter().map(|relations| Asked::Panics { relations, without: None });
        let number = if self.kept.len() > 1 { self.kept.len().min(PANICKING) } else { 0 };
        let even = self.kept.iter().take(number).filter(|own| self.parameters[**own].is_even());
        let keeping = even.map(|own| Asked::Panics { relations: Vec::new(), without: Some(*own) });
        related.chain(keeping).collect()
    }

    fn about_assertions(&mut self) -> Vec<Asked> {
        self.bits.clear();
        let mut asked = Vec::new();
        let mut opaque = 0;
        for (assertion, all) in self.candidates.iter().enumerate() {
            let notes = self.notes && can_be_noted(&self.closed, &self.closed.assertions[assertion]);
            if notes && self.bits.len() + all.len() <= BITS {
                self.bits.extend((0..all.len()).map(|candidate| (assertion, candidate)));
            } else if opaque < OPAQUE {
                opaque += 1;
                let unders = [Under::Nothing, Under::All];
                let unders = &unders[..if self.relations.is_empty() { 1 } else { 2 }];
                for candidate in 0..all.len() {
                    let each = unders.iter();
                    asked.extend(each.map(|under| Asked::Opaque { assertion, candidate, under: *under }));
                }
            }
        }
        asked.insert(0, Asked::Noted);
        asked
    }

    fn draft(&self, asked: &Asked, name: &str) -> Draft {
        let asks = match asked {
            Asked::Noted => Some((&self.relations[..], self.bits.len())),
            Asked::Without(_) => Some((&[][..], self.bits.len())),
            _ => None,
        };
        let kept: Vec<usize> = match asked {
            Asked::Without(number) | Asked::Panics { without: Some(number), .. } => {
                self.kept.iter().copied().filter(|own| own != number).collect()
            }
            _ => self.kept.clone(),
        };
        self.plan(asked, &kept, asks).draft(name)
    }

    pub(crate) fn plan<'p>(
        &'p self,
        asked: &Asked,
        kept: &'p [usize],
        asks: Option<(&'p [Relation], usize)>,
    ) -> Plan<'p> {
        let assumed = self.assumed_by(asked);
        Plan {
            closed: &self.closed,
            parameters: &self.parameters,
            kept,
            merged: &self.merged,
            fates: self.fates(asked),
            laws: match asked {
                Asked::Whole => (0..self.held.len()).map(|own| self.laws_of(own)).collect(),
                _ => Vec::new(),
            },
            returns: self.returns(),
            assumptions: assumed
                .iter()
                .map(|relation| self.relations[*relation].written(&self.parameters, &self.kept))
                .collect(),
            may_panic: &self.may_panic,
            panic: self.panic.as_deref(),
            bounded: self.bounded,
            asks,
            preconditions: self.demanded.iter().map(|(own, _)| &self.closed.preconditions[*own]).collect(),
        }
    }

    /// A demand of a function under test, as the new test says it.
    pub(crate) fn demand(&self, precondition: usize) -> String {
        self.closed.preconditions[precondition].written(&self.closed.source, &self.replacements())
    }

    fn replacements(&self) -> Vec<Replacement> {
        in_place_of_constants(&self.closed, &self.parameters, &self.kept, &self.merged)
    }

    fn assumed_by(&self, asked: &Asked) -> Vec<usize> {
        match asked {
            Asked::Opaque { under: Under::All, .. } => (0..self.relations.len()).collect(),
            Asked::Panics { relations, .. } => relations.clone(),
            Asked::Whole => self.assumed(),
            _ => Vec::new(),
        }
    }

    fn fates(&self, asked: &Asked) -> Vec<Fate<'_>> {
        let fate = |assertion: usize| match asked {
            // What is expected to panic may be an assertion.
            _ if self.expects_panic() => {
                self.candidates[assertion].first().map_or(Fate::Original, Fate::Kept)
            }
            Asked::Noted | Asked::Without(_) => {
                match self.bits.iter().position(|(own, _)| *own == assertion) {
                    Some(bit) => Fate::Noted(&self.candidates[assertion], bit),
                    None => Fate::Silent,
                }
            }
            Asked::Opaque { assertion: own, candidate, .. } if *own == assertion => {
                Fate::Kept(&self.candidates[assertion][*candidate])
            }
            Asked::Whole => match &self.held[assertion] {
                Some(held) => Fate::Kept(&self.candidates[assertion][held.candidate]),
                None => self.bound_as(assertion).map_or(Fate::Original, Fate::Bound),
            },
            _ => Fate::Silent,
        };
        (0..self.closed.assertions.len()).map(fate).collect()
    }

    /// What an assertion observes that holds for the original values only is evaluated for all inputs, by this name.
    pub(crate) fn bound_as(&self, assertion: usize) -> Option<String> {
        let can_be = |own: usize| self.held[own].is_none() && self.closed.assertions[own].can_be_bound();
        if !self.binds || !can_be(assertion) {
            return None;
        }
        let number = (0..assertion).filter(|own| can_be(*own)).count();
        let mut name = if number == 0 { "result".to_owned() } else { format!("result_{}", number + 1) };
        while self.closed.names.contains(&name) || self.parameters.iter().any(|own| own.name == name) {
            name.push('_');
        }
        Some(name)
    }

    /// May the new test return what it observes?
    pub(crate) fn returns(&self) -> bool {
        self.closed.returns.is_none() && !self.closed.names.contains("return")
    }

    /// The laws that are asserted besides an assertion that holds for the original values only.
    pub(crate) fn laws_of(&self, assertion: usize) -> &[Law] {
        let has_name = !self.expects_panic() && self.bound_as(assertion).is_some();
        if has_name { &self.laws[assertion] } else { &[] }
    }

    /// The relations that some assertion needs, as numbers.
    pub(crate) fn assumed(&self) -> Vec<usize> {
        if let Some(relations) = &self.panics_under {
            return relations.clone();
        }
        let mut all: Vec<usize> =
            self.held.iter().flatten().flat_map(|held| held.relations.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl Phase {
    fn number(self) -> usize {
        match self {
            Phase::Asking(number) => number,
            Phase::Keeping => ASKING,
            Phase::Trying(number) => ASKING + 1 + number,
            Phase::Done => 0,
        }
    }
}
