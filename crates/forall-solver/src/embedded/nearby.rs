//! Local search: a solution is often near a model of what was asked before. Many solutions of arithmetic that is hard for a search
//! by conflicts, such as "this hash is small", are found by trying.

use crate::concrete;
use crate::evaluate::apply;
use crate::model::Model;
use crate::slicing::terms_below;
use crate::terms::{Node, Term, Terms};

/// How many values of terms are computed before giving up.
const MOST_STEPS: usize = 60_000;

#[derive(Default)]
pub(super) struct Nearby {
    random: Random,
    /// By term: its value under the current model, if the conditions depend on it.
    values: Vec<u128>,
}

impl Nearby {
    /// Changes one variable of a violated condition at a time, as long as that violates no more conditions than before.
    pub fn satisfying(&mut self, terms: &Terms, group: &[Term], start: Option<&Model>) -> Option<Model> {
        let below = terms_below(terms, group);
        let constants: Vec<u128> = below.iter().filter_map(|&t| signed_constant(terms, t)).collect();
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
            let changed = self.changed(before, &constants) & concrete::mask(terms.width(variable));
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
