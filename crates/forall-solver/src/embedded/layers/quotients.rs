//! Quotients of which only the size is known: conditions often contradict each other whatever else they are.
//!
//! Division is the hardest circuit there is, but whether a quotient is less than a small number takes none
//! (`blast::quotient`). So each quotient becomes a variable about which no more than that is said. Every
//! solution of the conditions is one of what is left, then, and if that has none, they have none.

use super::{Layer, Query, Step};
use crate::blast::is_decided_without_dividing;
use crate::hash::{FastMap, FastSet};
use crate::sat::SatResult;
use crate::slicing::terms_below;
use crate::solver::Answer;
use crate::terms::{Binary, Node, Term, Terms};

/// Said of a quotient, or of how far it is below zero: whether it is less than each of these. More would be
/// more to search through.
const SIZES: [u128; 3] = [1, 2, 4];

/// So many conflicts may be spent on a query that is easier than the one asked, and need not answer it.
const MOST_CONFLICTS: u64 = 10_000;

pub(super) struct Quotients;

impl Layer for Quotients {
    fn name(&self) -> &'static str {
        "Quotients"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let Some(loose) = loosened(query.terms, query.group) else { return Step::Open };
        let circuits = &mut query.shared.circuits;
        let Ok(assumptions) = circuits.encode(query.terms, &loose, query.meter) else { return Step::Open };
        match circuits.check(&assumptions, query.meter, MOST_CONFLICTS) {
            SatResult::Contradiction => Step::Answer(Answer::Unsat),
            SatResult::Satisfiable => {
                let model = circuits.model(query.terms, query.group);
                query.confirmed(model)
            }
            SatResult::Undecided | SatResult::Broken => Step::Open,
        }
    }
}

/// What is left of conditions without their quotients; `None` if they depend on none.
fn loosened(terms: &mut Terms, group: &[Term]) -> Option<Vec<Term>> {
    let below = terms_below(terms, group);
    let quotients = quotients(terms, &below);
    if quotients.is_empty() {
        return None;
    }
    let mut loose = Vec::new();
    let mut replaced: FastMap<Term, Term> = FastMap::default();
    for term in below {
        let instead = |operand: Term| replaced.get(&operand).copied().unwrap_or(operand);
        let mut rebuilt = match terms.node(term) {
            Node::Binary(op, quotient, constant) if is_decided_without_dividing(terms, term) => {
                let quotient = terms.with_operands(quotient, instead);
                terms.binary(op, quotient, constant)
            }
            node if node.operands().any(|operand| replaced.contains_key(&operand)) => {
                terms.with_operands(term, instead)
            }
            _ => term,
        };
        if quotients.contains(&term) {
            let variable = stand_in(terms, term);
            say_size(terms, variable, rebuilt, &mut loose);
            rebuilt = variable;
        }
        if rebuilt != term {
            replaced.insert(term, rebuilt);
        }
    }
    loose.extend(group.iter().map(|condition| replaced.get(condition).copied().unwrap_or(*condition)));
    Some(loose)
}

/// Those by unknown divisors that take a division.
fn quotients(terms: &Terms, below: &[Term]) -> FastSet<Term> {
    let takes_division = |operand: &Term| match terms.node(*operand) {
        Node::Binary(Binary::UDiv | Binary::SDiv, _, divisor) => terms.as_constant(divisor).is_none(),
        _ => false,
    };
    let users = below.iter().filter(|&&term| !is_decided_without_dividing(terms, term));
    users.flat_map(|&user| terms.node(user).operands()).filter(takes_division).collect()
}

/// The variable for a quotient. No input has such a name.
fn stand_in(terms: &mut Terms, quotient: Term) -> Term {
    terms.variable(&format!("\0quotient {}", quotient.index()), terms.width(quotient))
}

fn say_size(terms: &mut Terms, variable: Term, quotient: Term, loose: &mut Vec<Term>) {
    let width = terms.width(variable);
    let is_signed = matches!(terms.node(quotient), Node::Binary(Binary::SDiv, ..));
    let less = if is_signed { Binary::SLt } else { Binary::ULt };
    for size in SIZES.into_iter().take(width as usize - 1) {
        let below_zero = is_signed.then(|| 1u128.wrapping_sub(size));
        for bound in [Some(size), below_zero].into_iter().flatten() {
            let bound = terms.constant(width, bound);
            let [said, known] = [variable, quotient].map(|number| terms.binary(less, number, bound));
            loose.push(terms.binary(Binary::Eq, said, known));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    /// Conditions about the quotients of two numbers, by each other and by a third.
    fn conditions(terms: &mut Terms, division: Binary, [x, y, z]: [Term; 3]) -> Vec<Term> {
        let [by_y, by_z] = [y, z].map(|divisor| terms.binary(division, x, divisor));
        let of_quotients = terms.binary(division, by_y, by_z);
        let one = terms.constant(terms.width(x), 1);
        vec![
            terms.binary(Binary::ULt, by_y, by_z),
            terms.binary(Binary::SLt, by_z, y),
            terms.binary(Binary::Eq, by_z, one),
            terms.binary(Binary::Eq, of_quotients, one),
            terms.binary(Binary::SLt, of_quotients, x),
        ]
    }

    #[test]
    fn what_is_left_holds_wherever_the_conditions_do() {
        for (width, division) in (1..=4).flat_map(|width| [(width, Binary::UDiv), (width, Binary::SDiv)]) {
            let mut terms = Terms::unsimplified();
            let variables = ["x", "y", "z"].map(|name| terms.variable(name, width));
            let group = conditions(&mut terms, division, variables);
            let quotients = quotients(&terms, &terms_below(&terms, &group));
            assert_eq!(quotients.len(), 3);
            let loose = loosened(&mut terms, &group).expect("there are quotients");
            let (said, rest) = loose.split_at(loose.len() - group.len());
            assert_eq!(said.is_empty(), width == 1);
            for values in 0..1u128 << (3 * width) {
                let mut model = Model::new();
                variables
                    .iter()
                    .enumerate()
                    .for_each(|(i, &v)| model.set(v, values >> (i as u32 * width) & ((1 << width) - 1)));
                for &quotient in &quotients {
                    let value = terms.evaluate(quotient, &model);
                    let variable = stand_in(&mut terms, quotient);
                    model.set(variable, value);
                }
                assert!(said.iter().all(|&condition| terms.evaluate(condition, &model) == 1), "{model:?}");
                for (&condition, &left) in group.iter().zip(rest) {
                    assert_eq!(terms.evaluate(condition, &model), terms.evaluate(left, &model), "{model:?}");
                }
            }
        }
    }

    #[test]
    fn quotients_that_are_only_compared_with_small_numbers_stay() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.variable(name, 32));
        let [three, large] = [3, 1000].map(|value| terms.constant(32, value));
        let quotient = terms.binary(Binary::UDiv, x, y);
        let by_constant = terms.binary(Binary::UDiv, x, three);
        let group = [
            terms.binary(Binary::Eq, quotient, three),
            terms.binary(Binary::ULt, quotient, three),
            terms.binary(Binary::Eq, by_constant, y),
        ];
        assert_eq!(loosened(&mut terms, &group), None);
        let compared = terms.binary(Binary::ULt, quotient, large);
        assert!(loosened(&mut terms, &[compared]).is_some());
    }
}
