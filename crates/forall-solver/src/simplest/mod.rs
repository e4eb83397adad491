//! From any model to one that a person likes to read: first [`simplest`], then [`told_apart`].

mod apart;
mod float;

pub use apart::told_apart;

use std::time::Instant;

use crate::concrete;
use crate::evaluate::Evaluation;
use crate::hash::{FastMap, FastSet};
use crate::model::Model;
use crate::slicing::independent_groups;
use crate::solver::{Answer, Limit, Solver};
use crate::substitution::substituted;
use crate::terms::{Binary, Style, Term, Terms, Unary};

/// A variable that should have a simple value, and what simple means for it.
///
/// - `Unsigned`: the smallest;
/// - `Signed`: the smallest that is not negative, else the one closest to zero;
/// - `Float`: 0, 1, -1 if possible, else another that is well known or has few digits, numbers before
///   infinities and NaNs;
/// - `Character`: `a`, then other lower-case letters, digits, upper-case letters, printable ASCII, then the
///   smallest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preference {
    pub variable: Term,
    pub style: Style,
    /// Better than the simple ones.
    pub best: Option<u128>,
}

/// Makes each of the given variables as simple as possible, one after the other, while all assertions stay
/// true. `model` satisfies the assertions, and so does the result. `limit` is for the whole; what could not
/// be decided within it keeps its value.
pub fn simplest(
    solver: &mut dyn Solver,
    terms: &mut Terms,
    assertions: &[Term],
    model: Model,
    preferences: &[Preference],
    limit: Limit,
) -> Model {
    let work = solver.work().saturating_add(limit.work);
    let deadline = limit.deadline();
    // Through these, assertions may depend on each other that share no variable.
    let consistency = terms.consistency(assertions);
    let groups = independent_groups(terms, &[assertions, &consistency].concat());
    let mut place = FastMap::default();
    for (i, group) in groups.iter().enumerate() {
        for &variable in group.iter().flat_map(|&assertion| terms.variables_of(assertion)) {
            place.insert(variable, i);
        }
    }
    let mut groups: Vec<Group> = groups.into_iter().map(|assertions| Group { assertions }).collect();
    let mut unconstrained = Group { assertions: Vec::new() };
    let mut simplifier = Simplifier { solver, terms, model, work, deadline };
    let mut simple = FastSet::default();
    for &Preference { variable, style, best } in preferences {
        // Named twice, it would find no assertions about it the second time.
        if !simple.insert(variable) {
            continue;
        }
        let group = place.get(&variable).map_or(&mut unconstrained, |&i| &mut groups[i]);
        simplifier.simplify(group, variable, style, best);
        // When there are no further questions, nobody needs to see.
        if simplifier.left().is_some() {
            group.fix(simplifier.terms, variable, style, simplifier.model.get(variable));
        }
    }
    simplifier.model
}

/// Assertions that share variables with no others.
struct Group {
    assertions: Vec<Term>,
}

impl Group {
    /// A variable that has been made simple keeps its value. What the assertions say of the others is much
    /// easier to see then. (Not so with floats, where numbers computed from such a value hide those that the
    /// program itself compares with.)
    fn fix(&mut self, terms: &mut Terms, variable: Term, style: Style, value: u128) {
        if style == Style::Float {
            let value = terms.constant(terms.width(variable), value);
            return self.assertions.push(terms.binary(Binary::Eq, variable, value));
        }
        let mentions = |assertion: &Term| terms.variables_of(*assertion).binary_search(&variable).is_ok();
        let (about, mut others): (Vec<Term>, Vec<Term>) = self.assertions.iter().partition(|a| mentions(a));
        others.extend(substituted(terms, &about, &[(variable, value)]));
        others.retain(|&assertion| terms.as_constant(assertion) != Some(1));
        self.assertions = others;
    }
}

struct Simplifier<'a> {
    solver: &'a mut dyn Solver,
    terms: &'a mut Terms,
    model: Model,
    /// How much work the solver has done when it is enough.
    work: u64,
    deadline: Instant,
}

/// A variable within its group, and the constants that its assertions compare it with.
struct Subject<'a> {
    variable: Term,
    group: &'a Group,
    mentioning: Vec<Term>,
    candidates: Vec<u128>,
    /// Those constants that are as wide as the variable.
    constants: Vec<u128>,
}

/// From the nicest to the rest.
const CHARACTER_RANGES: [(char, char); 5] =
    [('a', 'z'), ('0', '9'), ('A', 'Z'), (' ', '~'), ('\0', char::MAX)];

impl Simplifier<'_> {
    fn simplify(&mut self, group: &Group, variable: Term, style: Style, best: Option<u128>) {
        let width = self.terms.width(variable);
        let mentions =
            |&assertion: &Term| self.terms.variables_of(assertion).binary_search(&variable).is_ok();
        let mentioning: Vec<Term> = group.assertions.iter().copied().filter(mentions).collect();
        let (candidates, constants) = self.candidates(&mentioning, width);
        let subject = Subject { variable, group, mentioning, candidates, constants };
        if let Some(start) = best
            && self.reach(&subject, Measure { complement: false, start }, 0)
        {
            return;
        }
        match style {
            Style::Float if width == 32 || width == 64 => self.simplify_float(&subject),
            Style::Unsigned | Style::Float => {
                self.minimise(&subject, Measure { complement: false, start: 0 })
            }
            Style::Signed => {
                let positive = Measure { complement: false, start: 0 };
                if self.reach(&subject, positive, concrete::sign_bit(width) - 1) {
                    self.minimise(&subject, positive);
                } else {
                    self.minimise(&subject, Measure { complement: true, start: 0 });
                }
            }
            Style::Character => {
                for (first, last) in CHARACTER_RANGES {
                    let (first, last) = (u128::from(first), u128::from(last).min(concrete::mask(width)));
                    let from_first = Measure { complement: false, start: first };
                    if first <= last && self.reach(&subject, from_first, last - first) {
                        return self.minimise(&subject, from_first);
                    }
                }
            }
        }
    }

    /// Makes the measure at most this great if that is possible.
    fn reach(&mut self, subject: &Subject, measure: Measure, most: u128) -> bool {
        if measure.of(self, subject.variable) <= most || self.try_candidates(subject, measure, most) {
            return true;
        }
        let bounded = measure.at_most(self, subject.variable, most);
        self.ask(subject, bounded) == Some(true)
    }

    /// Makes the measure as small as possible.
    fn minimise(&mut self, subject: &Subject, measure: Measure) {
        let variable = subject.variable;
        if let Some(most) = measure.of(self, variable).checked_sub(1) {
            self.try_candidates(subject, measure, most);
        }
        // Usually that was the smallest, and one question confirms it.
        let Some(most) = measure.of(self, variable).checked_sub(1) else { return };
        let bounded = measure.at_most(self, variable, most);
        if self.ask(subject, bounded) != Some(true) {
            return;
        }
        // Small ones are likely, so the steps from below start small and grow.
        let (mut least, mut step) = (0u128, 1u128);
        loop {
            let current = measure.of(self, variable);
            if least >= current {
                return;
            }
            let middle = (least + (current - least) / 2).min(least.saturating_add(step - 1));
            let bounded = measure.at_most(self, variable, middle);
            match self.ask(subject, bounded) {
                Some(true) => {}
                Some(false) => {
                    least = middle + 1;
                    step = step.saturating_mul(16);
                }
                None => return,
            }
        }
    }

    /// Sets the variable to the candidate with the smallest measure that the other variables allow as they are.
    fn try_candidates(&mut self, subject: &Subject, measure: Measure, most: u128) -> bool {
        let width = self.terms.width(subject.variable);
        let mut measures: Vec<u128> =
            subject.candidates.iter().map(|&value| measure.of_value(width, value)).collect();
        measures.push(0);
        measures.retain(|&m| m <= most);
        measures.sort_unstable();
        measures.dedup();
        measures.into_iter().any(|m| {
            let mut changed = self.model.clone();
            changed.set(subject.variable, measure.value(width, m));
            let mut evaluation = Evaluation::new(changed);
            let fits = evaluation.all_true(self.terms, &subject.mentioning);
            if fits {
                self.model = evaluation.model().clone();
            }
            fits
        })
    }

    /// What a question may cost.
    fn left(&self) -> Option<Limit> {
        let work = self.work.saturating_sub(self.solver.work());
        let time = self.deadline.saturating_duration_since(Instant::now());
        (work > 0 && !time.is_zero()).then_some(Limit { work, time })
    }

    /// Can this hold too? If so, the model changes accordingly. `None` is "not decided within the limit".
    fn ask(&mut self, subject: &Subject, condition: Term) -> Option<bool> {
        let limit = self.left()?;
        let group = subject.group;
        let question = [&group.assertions[..], &[condition]].concat();
        match self.solver.check(self.terms, &question, limit) {
            Answer::Sat(model) => {
                for &assertion in &question {
                    for &variable in self.terms.variables_of(assertion) {
                        self.model.adopt(self.terms, &model, variable);
                    }
                }
                Some(true)
            }
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// The constants in these assertions and their neighbours: boundaries are where smallest values are
    /// found. And those constants that have this width, as they are.
    fn candidates(&self, assertions: &[Term], width: u32) -> (Vec<u128>, Vec<u128>) {
        const MOST_TERMS: usize = 300;
        const MOST_CONSTANTS: usize = 24;
        let mut seen: FastSet<Term> = assertions.iter().copied().collect();
        let mut pending: Vec<Term> = assertions.iter().rev().copied().collect();
        let (mut values, mut constants) = (Vec::new(), Vec::new());
        while let Some(term) = pending.pop() {
            if let Some(value) = self.terms.as_constant(term) {
                if self.terms.width(term) == width {
                    constants.push(value);
                }
                let value = concrete::sign_extend(self.terms.width(term), 128, value);
                for value in [value, value.wrapping_neg()] {
                    values.extend(
                        [value.wrapping_sub(1), value, value.wrapping_add(1)]
                            .map(|v| v & concrete::mask(width)),
                    );
                }
            }
            if seen.len() > MOST_TERMS || values.len() > 6 * MOST_CONSTANTS {
                break;
            }
            pending.extend(self.terms.node(term).operands().filter(|&operand| seen.insert(operand)));
        }
        (values, constants)
    }

    fn constant(&mut self, like: Term, value: u128) -> Term {
        self.terms.constant(self.terms.width(like), value)
    }
}

/// How far a value is from the simplest one: from `start` upwards, or from all ones downwards.
#[derive(Clone, Copy)]
struct Measure {
    complement: bool,
    start: u128,
}

impl Measure {
    fn of(self, simplifier: &Simplifier, variable: Term) -> u128 {
        self.of_value(simplifier.terms.width(variable), simplifier.model.get(variable))
    }

    fn of_value(self, width: u32, value: u128) -> u128 {
        let value = if self.complement { !value } else { value };
        value.wrapping_sub(self.start) & concrete::mask(width)
    }

    fn value(self, width: u32, measure: u128) -> u128 {
        let value = measure.wrapping_add(self.start);
        (if self.complement { !value } else { value }) & concrete::mask(width)
    }

    fn at_most(self, simplifier: &mut Simplifier, variable: Term, most: u128) -> Term {
        let start = simplifier.constant(variable, self.start);
        let most = simplifier.constant(variable, most);
        let terms = &mut *simplifier.terms;
        let value = if self.complement { terms.unary(Unary::Not, variable) } else { variable };
        let measure = terms.binary(Binary::Sub, value, start);
        terms.binary(Binary::ULe, measure, most)
    }
}
