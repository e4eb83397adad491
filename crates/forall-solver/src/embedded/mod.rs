//! The solver that needs nothing but this crate: cheap layers first, the search last.

mod conditions;
mod domains;
mod inequalities;
mod layers;
mod models;
mod nearby;
mod orderings;
mod quotients;

use crate::blast::Blaster;
use crate::circuit::Literal;
use crate::evaluate::Evaluation;
use crate::exhaustion::Exhaustion;
use crate::meter::Meter;
use crate::model::Model;
use crate::sat::{Budget, Sat, Verdict};
use crate::slicing::{connected, independent_groups};
use crate::solver::{Answer, Cancel, Limit, Solver, Unknown};
use crate::substitution::substituted;
use crate::terms::{Term, Terms};
pub use layers::Layer;

use domains::{Domains, Finding};
use layers::Layers;
use models::Models;
use nearby::Nearby;

/// Answers queries by simplification, memory of earlier answers, and a search over circuits in which every term is encoded once.
///
/// Meant for the queries of one [`Terms`]. Given others, it forgets everything and starts over.
pub struct Embedded {
    asked_about: Option<u64>,
    models: Models,
    domains: Domains,
    nearby: Nearby,
    blaster: Blaster,
    sat: Sat,
    layers: Layers,
    memory: usize,
    cancel: Cancel,
    /// Of all queries so far.
    work: u64,
}

/// Unless told otherwise, circuits may take so many bytes.
const MEMORY: usize = 1 << 30;

/// A search that meets no more conflicts than this costs less than making other terms.
const VERY_EASY: u64 = 8;

/// A search that meets no more conflicts than this costs less than looking for a solution by other means.
const EASY: u64 = 40;

/// To try values costs as much as a conflict when so many gates are computed.
const OF_A_CONFLICT: u64 = 1 << 15;

/// To make a gate, and to take it up into the search, takes as long as so many steps of the search.
const OF_A_GATE: u64 = 32;

/// So many conflicts may be spent on a question that is easier than the one asked, and need not answer it.
const LOOSE: u64 = 10_000;

impl Embedded {
    pub fn new() -> Self {
        Embedded {
            asked_about: None,
            models: Models::default(),
            domains: Domains::default(),
            nearby: Nearby::default(),
            blaster: Blaster::new(),
            sat: Sat::new(),
            layers: Layers::all(),
            memory: MEMORY,
            cancel: Cancel::default(),
            work: 0,
        }
    }

    /// About how many bytes it may use.
    pub fn with_memory(self, bytes: usize) -> Self {
        Embedded { memory: bytes, ..self }
    }

    pub fn cancelled_by(self, cancel: Cancel) -> Self {
        Embedded { cancel, ..self }
    }

    /// For measuring what a layer is worth.
    pub fn without(self, layer: Layer) -> Self {
        Embedded { layers: self.layers.without(layer), ..self }
    }

    /// For measuring what the layers are worth: every query goes to the search.
    pub fn without_layers() -> Self {
        Layer::ALL.into_iter().fold(Embedded::new(), Embedded::without)
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded::new()
    }
}

impl Solver for Embedded {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        let meter = Meter::new(limit);
        self.belong_to(terms);
        let consistency = terms.consistency(assertions);
        let together: Vec<Term>;
        let mut assertions = assertions;
        if !consistency.is_empty() {
            together = [assertions, &consistency].concat();
            assertions = &together;
        }
        let answer = self.check_conditions(terms, assertions, &meter);
        self.work += meter.spent();
        if let Answer::Sat(model) = &answer {
            debug_assert!(Evaluation::new(model.clone()).all_true(terms, assertions));
            self.models.remember(model);
        }
        answer
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        let Some((last, before)) = assertions.split_last() else { return Answer::Sat(known.clone()) };
        if !self.layers.uses(Layer::Slicing) || depends_on_functions(terms, assertions) {
            return self.check(terms, assertions, limit);
        }
        self.belong_to(terms);
        let (last, before) = match (conditions::split(terms, &[*last]), conditions::split(terms, before)) {
            (Some(last), Some(before)) if last.iter().all(|&c| !terms.variables_of(c).is_empty()) => {
                (last, before)
            }
            _ => return self.check(terms, assertions, limit),
        };
        let group = connected(terms, &last, &before);
        let meter = Meter::new(limit);
        let answer = self.check_group(terms, &group, &meter);
        self.work += meter.spent();
        let part = match answer {
            Answer::Sat(part) => part,
            other => return other,
        };
        let mut model = known.clone();
        for &variable in group.iter().flat_map(|&condition| terms.variables_of(condition)) {
            model.set(variable, part.get(variable));
        }
        debug_assert!(Evaluation::new(model.clone()).all_true(terms, assertions));
        self.models.remember(&model);
        Answer::Sat(model)
    }

    /// All but the values of terms, which follow from the terms alone.
    fn forget(&mut self) -> bool {
        *self = Embedded {
            asked_about: self.asked_about,
            domains: std::mem::take(&mut self.domains),
            layers: self.layers,
            memory: self.memory,
            cancel: self.cancel.clone(),
            work: self.work,
            ..Embedded::new()
        };
        true
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl Embedded {
    fn belong_to(&mut self, terms: &Terms) {
        if self.asked_about != Some(terms.identity()) {
            *self = Embedded {
                asked_about: Some(terms.identity()),
                layers: self.layers,
                memory: self.memory,
                cancel: self.cancel.clone(),
                work: self.work,
                ..Embedded::new()
            };
        }
    }

    fn check_conditions(&mut self, terms: &mut Terms, assertions: &[Term], meter: &Meter) -> Answer {
        let Some(conditions) = conditions::split(terms, assertions) else { return Answer::Unsat };
        let mut model = Model::new();
        let mut unknown = None;
        let groups = match self.layers.uses(Layer::Slicing) {
            true => independent_groups(terms, &conditions),
            false => vec![together(conditions)],
        };
        for group in groups {
            match self.check_group(terms, &group, meter) {
                Answer::Sat(part) => model.adopt_all(part),
                Answer::Unsat => return Answer::Unsat,
                // Another group may still be impossible, and then so is the whole.
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        unknown.map_or(Answer::Sat(model), Answer::Unknown)
    }

    /// The layers, in the order of what they cost.
    fn check_group(&mut self, terms: &mut Terms, group: &[Term], meter: &Meter) -> Answer {
        let layers = self.layers;
        if layers.uses(Layer::Domains)
            && !depends_on_functions(terms, group)
            && let Some(finding) = self.domains.decide_one(terms, group, self.models.latest())
        {
            finding.map_or(Answer::Unsat, Answer::Sat)
        } else if layers.uses(Layer::Models)
            && let Some(model) = self.models.satisfying(terms, group)
        {
            Answer::Sat(model)
        } else if layers.uses(Layer::Domains)
            && let Some(answer) = self.decide_by_domains(terms, group)
        {
            answer
        } else if layers.uses(Layer::Orderings)
            && (orderings::contradict(terms, group) || inequalities::contradict(terms, group))
        {
            Answer::Unsat
        } else {
            self.search(terms, group, meter)
        }
    }

    fn decide_by_domains(&mut self, terms: &Terms, group: &[Term]) -> Option<Answer> {
        if depends_on_functions(terms, group) {
            return None;
        }
        match self.domains.decide(terms, group, self.models.latest()) {
            Finding::Satisfying(model) => Some(Answer::Sat(model)),
            Finding::Impossible => Some(Answer::Unsat),
            Finding::Open => None,
        }
    }

    /// Answers by what is left when variables that can only have one value are replaced by it, if there are any.
    fn decide_without_known(&mut self, terms: &mut Terms, group: &[Term], meter: &Meter) -> Option<Answer> {
        let known = self.domains.known_values();
        if known.is_empty() || !self.layers.uses(Layer::KnownValues) || !self.layers.uses(Layer::Domains) {
            return None;
        }
        let rest = substituted(terms, group, &known);
        match self.check_conditions(terms, &rest, meter) {
            Answer::Sat(mut model) => {
                known.into_iter().for_each(|(variable, value)| model.set(variable, value));
                Evaluation::new(model.clone()).all_true(terms, group).then_some(Answer::Sat(model))
            }
            Answer::Unsat => Some(Answer::Unsat),
            Answer::Unknown(_) => None,
        }
    }

    /// Answers by what is left when only the sizes of quotients are known, if there are any and that suffices.
    fn decide_without_quotients(
        &mut self,
        terms: &mut Terms,
        group: &[Term],
        budget: Budget<'_>,
    ) -> Option<Answer> {
        let loose = quotients::loosened(terms, group)?;
        let assumptions = self.encode(terms, &loose, budget.meter).ok()?;
        match self.sat.check(&self.blaster.circuit, &assumptions, budget) {
            Verdict::Contradiction => Some(Answer::Unsat),
            Verdict::Satisfiable => {
                let model = self.model_of(terms, group, |bit| self.sat.value(bit));
                Evaluation::new(model.clone()).all_true(terms, group).then_some(Answer::Sat(model))
            }
            Verdict::Undecided | Verdict::Broken => None,
        }
    }

    /// Answers by trying all values of the bits that a group depends on.
    fn decide_by_trying(
        &self,
        terms: &Terms,
        group: &[Term],
        trials: &mut Exhaustion,
        budget: Budget<'_>,
    ) -> Option<Answer> {
        match trials.check(budget) {
            Verdict::Contradiction => Some(Answer::Unsat),
            Verdict::Satisfiable => {
                let model = self.model_of(terms, group, |bit| trials.value(bit));
                Evaluation::new(model.clone()).all_true(terms, group).then_some(Answer::Sat(model))
            }
            Verdict::Undecided | Verdict::Broken => None,
        }
    }

    fn search(&mut self, terms: &mut Terms, group: &[Term], meter: &Meter) -> Answer {
        if self.blaster.circuit.memory() > self.memory / 2 {
            // Most of it is about terms that are asked about no more.
            (self.blaster, self.sat) = (Blaster::new(), Sat::new());
        }
        let mut assumptions = match self.encode(terms, group, meter) {
            Ok(assumptions) => assumptions,
            Err(reason) => return Answer::Unknown(reason),
        };
        let cancel = self.cancel.clone();
        let budget = |conflicts| Budget { meter, conflicts, cancel: Some(&cancel) };
        let mut verdict = self.sat.check(&self.blaster.circuit, &assumptions, budget(VERY_EASY));
        let functions = depends_on_functions(terms, group);
        if verdict == Verdict::Undecided && !functions {
            if let Some(answer) = self.decide_without_known(terms, group, meter) {
                return answer;
            }
            // Meanwhile the circuit may have become another one.
            assumptions = match self.encode(terms, group, meter) {
                Ok(assumptions) => assumptions,
                Err(reason) => return Answer::Unknown(reason),
            };
            verdict = self.sat.check(&self.blaster.circuit, &assumptions, budget(EASY));
        }
        if verdict == Verdict::Undecided
            && self.layers.uses(Layer::Exhaustion)
            && let Some(mut trials) = Exhaustion::new(&self.blaster.circuit, &assumptions)
        {
            // Until so much is spent that to try all values costs no more.
            let conflicts = trials.cost() / OF_A_CONFLICT;
            verdict = self.sat.check(&self.blaster.circuit, &assumptions, budget(conflicts));
            if verdict == Verdict::Undecided
                && let Some(answer) = self.decide_by_trying(terms, group, &mut trials, budget(u64::MAX))
            {
                return answer;
            }
        }
        if verdict == Verdict::Undecided {
            if self.layers.uses(Layer::Nearby)
                && !functions
                && let Some(model) = self.nearby.satisfying(terms, group, self.models.latest())
            {
                return Answer::Sat(model);
            }
            if self.layers.uses(Layer::Quotients)
                && !functions
                && let Some(answer) = self.decide_without_quotients(terms, group, budget(LOOSE))
            {
                return answer;
            }
            verdict = self.sat.check(&self.blaster.circuit, &assumptions, budget(u64::MAX));
        }
        match verdict {
            Verdict::Satisfiable => {
                let mut found = Evaluation::new(self.model_of(terms, group, |bit| self.sat.value(bit)));
                if found.all_true(terms, group) {
                    Answer::Sat(found.model().clone())
                } else {
                    debug_assert!(false, "the search found a model that does not satisfy the conditions");
                    Answer::Unknown(Unknown::Internal)
                }
            }
            Verdict::Contradiction => Answer::Unsat,
            Verdict::Undecided if self.cancel.is_cancelled() => Answer::Unknown(Unknown::Cancelled),
            Verdict::Undecided => Answer::Unknown(meter.why()),
            Verdict::Broken => Answer::Unknown(Unknown::Internal),
        }
    }

    /// The literals that are true when the conditions hold.
    fn encode(&mut self, terms: &Terms, group: &[Term], meter: &Meter) -> Result<Vec<Literal>, Unknown> {
        let mut literals = Vec::with_capacity(group.len());
        for &condition in group {
            if self.cancel.is_cancelled() {
                return Err(Unknown::Cancelled);
            }
            if meter.is_over_after(0) {
                return Err(meter.why());
            }
            let before = self.blaster.circuit.len();
            literals.push(self.blaster.condition(terms, condition, self.memory).ok_or(Unknown::Memory)?);
            meter.spend(OF_A_GATE * (self.blaster.circuit.len() - before) as u64);
        }
        Ok(literals)
    }

    /// The values that were found for the variables of a group.
    fn model_of(&self, terms: &Terms, group: &[Term], found: impl Fn(Literal) -> Option<bool>) -> Model {
        let mut unknowns: Vec<Term> =
            group.iter().flat_map(|&condition| terms.variables_of(condition)).copied().collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        let value = |unknown: Term| {
            let bits = self.blaster.bits_of(terms, unknown).unwrap_or(&[]).iter().enumerate();
            bits.fold(0, |value, (i, &bit)| value | u128::from(found(bit).unwrap_or(false)) << i)
        };
        Model::of_values(terms, unknowns.into_iter().map(|unknown| (unknown, value(unknown))))
    }
}

/// Sorted by creation and distinct, as groups are.
fn together(mut conditions: Vec<Term>) -> Vec<Term> {
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// What a function yields is no variable that could be set to one value after the other.
fn depends_on_functions(terms: &Terms, group: &[Term]) -> bool {
    group.iter().any(|&condition| terms.depends_on_functions(condition))
}
