//! Round by round from a closed test to a parameterized one.
//!
//! 1. All assertions with all candidates, each noted and not asserted, under all conditions ([`asked`]). What panics besides is refused by the code under
//!    test, needs a bound, or is a defect; with what was learnt so, the same is asked again. So it is if an assertion only holds when a parameter keeps its value.
//! 2. The whole test, with what held. An assertion that fails there holds for the values of the closed test only.

use crate::asked::{self, Under, answered, conditions};
use crate::closed::{Closed, Expects};
use crate::draft::{Draft, Fate, Plan, in_place_of_constants};
use crate::edited::Replacement;
use crate::findings::{Findings, Held};
use crate::oracle::{Candidate, candidates};
use crate::outcome::{Explored, Fault, FaultPlace, Question};
use crate::parameter::{Parameter, parameters};
use crate::precondition::Precondition;
use crate::recorded::{BITS, can_be_noted};
use crate::refusal::{needs_bound, refusal};
use crate::relation::{Relation, RelationKind, relations};
use forall_report::FailureKind;
use std::collections::BTreeMap;

/// At most so many rounds.
pub const ROUNDS: usize = 7;
/// So often the candidates are asked about.
const ASKING: usize = 4;
/// So often the whole test is tried.
const TRYING: usize = 3;
/// Assertions that cannot be noted have drafts of their own: those of so many.
const OPAQUE: usize = 3;

pub struct Generalizer {
    pub(crate) closed: Closed,
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
    findings: Findings,
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
    /// Does the test still panic, under these relations?
    Panics(Vec<usize>),
    /// As `Noted`, but this parameter keeps its value.
    Without(usize),
    Whole,
}

impl Generalizer {
    pub fn new(closed: Closed) -> Generalizer {
        let parameters = parameters(&closed.constants, &closed.names);
        let held = closed.assertions.iter().map(|_| None).collect();
        let mut generalizer = Generalizer {
            kept: (0..parameters.len()).collect(),
            merged: BTreeMap::new(),
            candidates: Vec::new(),
            relations: Vec::new(),
            bits: Vec::new(),
            notes: true,
            findings: Findings::default(),
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
                Asked::Whole => self.closed.new_name(),
                _ => format!("__{}_{}_{number}", self.closed.function, self.phase.number()),
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
        self.relations.retain(|Relation { of: (one, other), .. }| {
            (is_kept(*one) || is_kept(*other)) && !is_merged(*one) && !is_merged(*other)
        });
        self.findings = Findings::default();
        let visible: Vec<Parameter> = self.kept.iter().map(|number| self.visible(*number)).collect();
        let replacements = self.replacements();
        let candidates = |own| candidates(&self.closed, own, &visible, &replacements);
        self.candidates = self.closed.assertions.iter().map(candidates).collect();
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
            sets.extend(all.iter().map(|one| vec![*one]));
            sets.push(all);
        }
        sets.into_iter().map(Asked::Panics).collect()
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
            Asked::Without(number) => self.kept.iter().copied().filter(|own| own != number).collect(),
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
            Asked::Panics(relations) => relations.clone(),
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
                None => Fate::Original,
            },
            _ => Fate::Silent,
        };
        (0..self.closed.assertions.len()).map(fate).collect()
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

    /// What came of the drafts, in their order.
    pub fn learn(&mut self, explored: Vec<Explored>) {
        let asked = std::mem::take(&mut self.asked);
        let answers: Vec<(Asked, Explored)> = asked.into_iter().zip(explored).collect();
        match self.phase {
            Phase::Asking(number) => self.learn_answers(number, &answers),
            Phase::Keeping => self.learn_kept(&answers),
            Phase::Trying(number) => self.learn_whole(number, answers),
            Phase::Done => {}
        }
    }

    fn learn_answers(&mut self, number: usize, answers: &[(Asked, Explored)]) {
        let mut is_news = false;
        self.arranged = None;
        if let Some((Asked::Noted, Explored::Rejected(_))) = answers.first() {
            is_news = self.ask_for_less();
        }
        for (asked, explored) in answers {
            is_news |= self.learn_faults(asked, explored);
        }
        if is_news && number + 1 < ASKING {
            self.phase = Phase::Asking(number + 1);
            self.ask();
            return;
        }
        if self.arranged.is_some() && self.kept.len() > 1 && !self.expects_panic() {
            self.phase = Phase::Keeping;
            self.asked = self.kept.iter().map(|number| Asked::Without(*number)).collect();
            return;
        }
        if self.expects_panic() {
            self.decide_panics(answers);
        } else if self.decide_assertions() && number + 1 < ASKING {
            self.phase = Phase::Asking(number + 1);
            self.ask();
            return;
        }
        self.try_whole(0);
    }

    /// What may be the reason that a draft does not compile is left out. Is there such a reason?
    fn ask_for_less(&mut self) -> bool {
        if !self.demanded.is_empty() {
            self.demanded.clear();
            self.demands = false;
            return true;
        }
        std::mem::replace(&mut self.notes, false)
    }

    /// Is something learnt with which all has to be asked again?
    fn learn_faults(&mut self, asked: &Asked, explored: &Explored) -> bool {
        let mut is_news = false;
        let conditions = conditions(&self.relations, self.kept.len());
        for fault in explored.faults() {
            let noted = answered(&fault.message, &conditions).filter(|_| *asked == Asked::Noted);
            if let Some((bit, under)) = noted {
                let (assertion, candidate) = self.bits[bit];
                let arguments = asked::without_question(&fault.arguments);
                self.findings.refute(assertion, candidate, under, Fault { arguments, ..fault.clone() });
                continue;
            }
            match asked {
                Asked::Opaque { assertion, candidate, under } if self.is_in(*assertion, fault) => {
                    self.findings.refute(*assertion, *candidate, *under, fault.clone());
                }
                Asked::Panics(_) => is_news |= self.learn_panic(fault),
                _ => is_news |= self.learn_fault(fault),
            }
        }
        is_news
    }

    fn is_in(&self, assertion: usize, fault: &Fault) -> bool {
        self.closed.assertions[assertion].fails_at(&fault.place)
    }

    fn learn_panic(&mut self, fault: &Fault) -> bool {
        if self.closed.expects == Expects::Panic && self.panic.is_none() {
            self.panic = refusal(fault);
            return self.panic.is_some();
        }
        let is_news = needs_bound(fault) && !self.bounded;
        self.bounded |= is_news;
        is_news
    }

    fn learn_fault(&mut self, fault: &Fault) -> bool {
        if needs_bound(fault) {
            let is_news = !self.bounded;
            self.bounded = true;
            return is_news;
        }
        if let Some(number) = self.demanded_by(fault) {
            let arguments = asked::without_question(&fault.arguments);
            self.demanded.push((number, Fault { arguments, ..fault.clone() }));
            return true;
        }
        if let Some(text) = refusal(fault) {
            let is_news = !self.may_panic.contains(&text);
            if is_news {
                self.may_panic.push(text);
            }
            return is_news;
        }
        if matches!(fault.place, FaultPlace::Test(_)) {
            let arguments = asked::without_question(&fault.arguments);
            self.arranged.get_or_insert(Fault { arguments, ..fault.clone() });
        }
        false
    }

    /// The demand of a function that an input does not meet.
    fn demanded_by(&self, fault: &Fault) -> Option<usize> {
        let is_stated = matches!(fault.kind, FailureKind::Panic | FailureKind::Assertion);
        let is_meant = |own: &Precondition| match &fault.place {
            FaultPlace::Package(place) => own.site.holds(place),
            FaultPlace::Test(line) => own.line == *line,
            FaultPlace::Unknown => false,
        };
        let is_known = |number: usize| self.demanded.iter().any(|(own, _)| *own == number);
        let mut all = self.closed.preconditions.iter().enumerate();
        let found = all.find(|(number, own)| is_meant(own) && !is_known(*number));
        found.map(|(number, _)| number).filter(|_| is_stated && self.demands && !self.expects_panic())
    }

    /// The relations under which the test panics for all inputs.
    fn decide_panics(&mut self, answers: &[(Asked, Explored)]) {
        let holding = answers.iter().find_map(|(asked, explored)| match asked {
            Asked::Panics(relations) if explored.holds() => Some(relations.clone()),
            _ => None,
        });
        self.panics_under = holding;
    }

    /// Which candidate holds for each assertion. Is all to be asked again, because a parameter keeps its value now?
    fn decide_assertions(&mut self) -> bool {
        for assertion in 0..self.held.len() {
            let is_asked = self.bits.iter().any(|(own, _)| *own == assertion);
            let is_opaque = !is_asked && self.asks_apart(assertion);
            let count = self.candidates[assertion].len();
            let best = || self.findings.best(assertion, count, &self.relations);
            self.held[assertion] = if is_asked || is_opaque { best() } else { None };
        }
        self.ask_about_relations();
        let open: Vec<usize> = (0..self.held.len()).filter(|own| self.held[*own].is_none()).collect();
        let noted: Vec<usize> =
            open.into_iter().filter(|own| self.bits.iter().any(|(bit, _)| bit == own)).collect();
        let gain = |place: usize| {
            if !self.parameters[self.kept[place]].is_even() {
                return 0;
            }
            let gains =
                |own: &&usize| self.findings.holds_if_kept(**own, self.candidates[**own].len(), place);
            noted.iter().filter(gains).count()
        };
        let places = 0..if self.kept.len() > 1 { self.kept.len() } else { 0 };
        let best =
            places.map(|place| (gain(place), place)).max_by_key(|(gain, place)| (*gain, usize::MAX - place));
        let needless = self.needless();
        let held = self.held.iter().flatten().count();
        if !needless.is_empty() {
            self.take_out(&needless);
            return true;
        }
        match (best, self.gave_up.take()) {
            // That a parameter keeps its value was in vain.
            (_, Some((number, before))) if held <= before => {
                self.kept.push(number);
                self.kept.sort_unstable();
                self.keeps_for_nothing = true;
                true
            }
            (Some((gain, place)), _) if gain > 0 && !self.keeps_for_nothing => {
                self.gave_up = Some((self.kept.remove(place), held));
                true
            }
            _ => false,
        }
    }

    /// Was an assertion that cannot be noted asked about in drafts of its own?
    fn asks_apart(&self, assertion: usize) -> bool {
        let opaque = |own: &usize| !self.bits.iter().any(|(bit, _)| bit == own);
        (0..self.held.len()).filter(opaque).take(OPAQUE).any(|own| own == assertion)
    }

    /// Relations that say that a parameter is what another one is, or what it was.
    fn needless(&self) -> Vec<Relation> {
        let says_so = |kind| matches!(kind, RelationKind::Same | RelationKind::Unchanged);
        let assumed = self.assumed().into_iter().map(|number| self.relations[number].clone());
        assumed.filter(|own| says_so(own.kind)).collect()
    }

    fn take_out(&mut self, needless: &[Relation]) {
        for relation in needless {
            let (one, other) = relation.of;
            match relation.kind {
                RelationKind::Same if !self.merged.contains_key(&one) => {
                    self.merged.insert(other, one);
                }
                _ => self.kept.retain(|own| *own != one),
            }
        }
    }

    /// An input that only a relation excludes is a question: is it meant?
    fn ask_about_relations(&mut self) {
        self.questions.clear();
        for (assertion, held) in self.held.iter().enumerate() {
            let Some(held) = held else { continue };
            for number in &held.relations {
                let without = [Under::UnorderedWithout(*number), Under::AllWithout(*number), Under::Nothing];
                let mut shown = without.into_iter();
                let by = shown.find_map(|under| self.findings.against(assertion, held.candidate, under));
                let Some(by) = by else { continue };
                let text = self.closed.text(&self.closed.assertions[assertion].range);
                self.questions.push(Question {
                    assertion,
                    about: format!(
                        "assume!({})",
                        self.relations[*number].written(&self.parameters, &self.kept)
                    ),
                    arguments: by.arguments.clone(),
                    message: format!("`{}` fails", text.lines().next().unwrap_or_default().trim()),
                });
            }
        }
    }

    /// Of the parameters without which the test does not fail by itself, the first one keeps its value.
    fn learn_kept(&mut self, answers: &[(Asked, Explored)]) {
        let is_quiet = |explored: &Explored| {
            let in_test = |fault: &Fault| {
                matches!(fault.place, FaultPlace::Test(_)) && !fault.message.starts_with(asked::MESSAGE)
            };
            matches!(explored, Explored::Done { .. }) && !explored.faults().iter().any(in_test)
        };
        let found = answers.iter().find_map(|(asked, explored)| match asked {
            Asked::Without(number) if is_quiet(explored) => Some(*number),
            _ => None,
        });
        match found {
            Some(number) => {
                self.kept.retain(|own| *own != number);
                self.arranged = None;
                self.phase = Phase::Asking(ASKING - 1);
                self.ask();
            }
            None => self.phase = Phase::Done,
        }
    }

    fn try_whole(&mut self, number: usize) {
        self.phase = Phase::Trying(number);
        self.asked = vec![Asked::Whole];
    }

    fn learn_whole(&mut self, number: usize, answers: Vec<(Asked, Explored)>) {
        let Some((_, explored)) = answers.into_iter().next() else { return };
        self.phase = Phase::Done;
        let mut is_news = false;
        for fault in explored.faults() {
            let assertion = (0..self.held.len()).find(|own| self.is_in(*own, fault));
            match assertion {
                Some(assertion) if self.held[assertion].is_some() => {
                    self.held[assertion] = None;
                    self.questions.retain(|question| question.assertion != assertion);
                    is_news = true;
                }
                _ => is_news |= !self.expects_panic() && self.learn_fault(fault),
            }
        }
        self.finished = Some(explored);
        if is_news && number + 1 < TRYING {
            self.try_whole(number + 1);
        }
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
