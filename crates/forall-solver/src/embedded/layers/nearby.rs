//! Local search: a solution is often near a model of what was asked before. Many solutions of arithmetic that
//! is hard for a search by conflicts, such as "this hash is small", are found by trying.

use super::{Layer, Query, Step};
use crate::concrete;
use crate::evaluate::apply;
use crate::model::Model;
use crate::slicing::terms_below;
use crate::solver::Answer;
use crate::terms::{Float, Node, Term, Terms};

/// How many values of terms are computed before giving up.
const MOST_STEPS: usize = 60_000;

#[derive(Default)]
pub(super) struct Nearby {
    random: Random,
    /// By term: its value under the current model, if the conditions depend on it.
    values: Vec<u128>,
}

impl Layer for Nearby {
    fn name(&self) -> &'static str {
        "Nearby"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let model = self.satisfying(query.terms, query.group, query.shared.models.latest());
        model.map_or(Step::Open, |model| Step::Answer(Answer::Sat(model)))
    }
}

impl Nearby {
    /// Changes one variable of a violated condition at a time, as long as that violates no more conditions
    /// than before.
    fn satisfying(&mut self, terms: &Terms, group: &[Term], start: Option<&Model>) -> Option<Model> {
        let below = terms_below(terms, group);
        let constants: Vec<u128> = below.iter().filter_map(|&t| signed_constant(terms, t)).collect();
        let floats = below.iter().any(|&term| matches!(terms.node(term), Node::Float(..)));
        self.values.resize(terms.len(), 0);
        let mut model = Model::new();
        for &variable in below.iter().filter(|&&t| matches!(terms.node(t), Node::Variable(_))) {
            model.set(variable, start.map_or(0, |start| start.get(variable)));
        }
        let mut violated = self.violated(terms, group, &below, &model);
        for _ in 0..MOST_STEPS / below.len() {
            let Some(&condition) = violated.get(self.random.below(violated.len().max(1))) else {
                return Some(model);
            };
            let variables = terms.variables_of(condition);
            let variable = variables[self.random.below(variables.len())];
            let before = model.get(variable);
            let width = terms.width(variable);
            let changed = match floats && (width == 32 || width == 64) && self.random.below(2) == 0 {
                true => self.changed_float(before, width),
                false => self.changed(before, &constants) & concrete::mask(width),
            };
            model.set(variable, changed);
            let now_violated = self.violated(terms, group, &below, &model);
            if now_violated.len() <= violated.len() {
                violated = now_violated;
            } else {
                model.set(variable, before);
            }
        }
        violated.is_empty().then_some(model)
    }

    fn violated(&mut self, terms: &Terms, group: &[Term], below: &[Term], model: &Model) -> Vec<Term> {
        for &term in below {
            self.values[term.index()] = apply(terms, term, model, |operand| self.values[operand.index()]);
        }
        group.iter().copied().filter(|condition| self.values[condition.index()] != 1).collect()
    }

    /// Floats that are near each other differ in more than their last bits.
    fn changed_float(&mut self, value: u128, width: u32) -> u128 {
        let with = |op: Float, other: f64| concrete::float(op, width, width, [value, float(other, width), 0]);
        match self.random.below(6) {
            0 => with(Float::Add, 1.0),
            1 => with(Float::Sub, 1.0),
            2 => with(Float::Mul, 2.0),
            3 => with(Float::Div, 2.0),
            4 => value ^ concrete::sign_bit(width),
            _ => float(FLOATS[self.random.below(FLOATS.len())], width),
        }
    }

    fn changed(&mut self, value: u128, constants: &[u128]) -> u128 {
        match self.random.below(6) {
            0 => value.wrapping_add(1),
            1 => value.wrapping_sub(1),
            2 => value ^ 1 << self.random.below(128),
            3 if !constants.is_empty() => constants[self.random.below(constants.len())],
            4 => value & self.random.next(),
            _ => self.random.next(),
        }
    }
}

/// From which others are reached by small steps.
const FLOATS: [f64; 12] = [0.0, 1.0, 0.5, 0.1, 2.0, 3.0, 10.0, 100.0, 1e6, f64::MAX, f64::INFINITY, f64::NAN];

fn float(value: f64, width: u32) -> u128 {
    let bits = u128::from(value.to_bits());
    if width == 32 { concrete::float(Float::ToF, 64, 32, [bits; 3]) } else { bits }
}

fn signed_constant(terms: &Terms, t: Term) -> Option<u128> {
    Some(concrete::sign_extend(terms.width(t), 128, terms.as_constant(t)?))
}

/// SplitMix64, always from the same start: the same queries in the same order find the same models.
#[derive(Default)]
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn next(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }

    fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_found_by_steps_that_suit_them() {
        for width in [32, 64] {
            let mut terms = Terms::new();
            let [x, y] = ["x", "y"].map(|name| terms.variable(name, width));
            let [low, high, cube] = [3.5, 4.5, 27.0].map(|value| terms.constant(width, float(value, width)));
            let x_squared = terms.float(Float::Mul, &[x, x], width);
            let y_squared = terms.float(Float::Mul, &[y, y], width);
            let y_cubed = terms.float(Float::Mul, &[y_squared, y], width);
            let group = [
                terms.float(Float::Lt, &[low, x_squared], 1),
                terms.float(Float::Lt, &[x_squared, high], 1),
                terms.float(Float::Eq, &[y_cubed, cube], 1),
            ];
            let model = Nearby::default().satisfying(&terms, &group, None).expect("it is not hard to find");
            assert!(group.iter().all(|&condition| terms.evaluate(condition, &model) == 1));
        }
    }
}
