//! Independence: conditions that share no variable, not even through others, are separate questions.
//!
//! See docs/decisions/solve-only-the-negated-condition.md.

use crate::hash::{FastMap, FastSet};
use crate::terms::{Term, Terms};

/// Splits conditions into groups that share no variables, the group of the last condition first. Within a
/// group the conditions are sorted by creation and distinct.
pub(crate) fn independent_groups(terms: &Terms, conditions: &[Term]) -> Vec<Vec<Term>> {
    let mut owners = Owners::default();
    for &condition in conditions {
        owners.unite(terms.variables_of(condition));
    }
    let mut places: FastMap<u32, usize> = FastMap::default();
    let mut groups: Vec<Vec<Term>> = Vec::new();
    for &condition in conditions.iter().rev() {
        // Only constants depend on nothing; they share a group of their own.
        let owner =
            terms.variables_of(condition).first().map_or(u32::MAX, |&variable| owners.owner_of(variable));
        let place = *places.entry(owner).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(condition),
            None => groups.push(vec![condition]),
        }
    }
    for group in &mut groups {
        group.sort_unstable();
        group.dedup();
    }
    groups
}

/// These conditions and those of the others that share variables with them, even through others; sorted by
/// creation and distinct.
pub(crate) fn connected(terms: &Terms, conditions: &[Term], others: &[Term]) -> Vec<Term> {
    let mut variables: Vec<Term> = conditions.iter().flat_map(|&c| terms.variables_of(c)).copied().collect();
    variables.sort_unstable();
    variables.dedup();
    let shares = |of: &[Term]| of.iter().any(|variable| variables.binary_search(variable).is_ok());
    let adds_none = |of: &[Term]| of.iter().all(|variable| variables.binary_search(variable).is_ok());
    let mut group = conditions.to_vec();
    for &other in others {
        let of = terms.variables_of(other);
        if shares(of) {
            if !adds_none(of) {
                let groups = independent_groups(terms, &[others, conditions].concat());
                let of_these = |group: &Vec<Term>| conditions.iter().any(|c| group.binary_search(c).is_ok());
                group = groups.into_iter().filter(of_these).flatten().collect();
                break;
            }
            group.push(other);
        }
    }
    group.sort_unstable();
    group.dedup();
    group
}

/// The terms that these are made of, operands first.
pub(crate) fn terms_below(terms: &Terms, group: &[Term]) -> Vec<Term> {
    let mut seen: FastSet<Term> = group.iter().copied().collect();
    let mut below: Vec<Term> = seen.iter().copied().collect();
    let mut next = 0;
    while let Some(&term) = below.get(next) {
        next += 1;
        below.extend(terms.node(term).operands().filter(|&operand| seen.insert(operand)));
    }
    // Operands are older than what is built from them.
    below.sort_unstable();
    below
}

/// Sets of variables that belong together, as trees.
#[derive(Default)]
struct Owners {
    indices: FastMap<Term, u32>,
    parents: Vec<u32>,
}

impl Owners {
    fn unite(&mut self, variables: &[Term]) {
        let Some((&first, rest)) = variables.split_first() else { return };
        let mut owner = self.owner_of(first);
        for &variable in rest {
            let other = self.owner_of(variable);
            // The older one wins, whatever the order, so that chains stay short.
            let (older, younger) = (owner.min(other), owner.max(other));
            self.parents[younger as usize] = older;
            owner = older;
        }
    }

    fn owner_of(&mut self, variable: Term) -> u32 {
        let next = self.parents.len() as u32;
        let mut index = *self.indices.entry(variable).or_insert(next);
        if index == next {
            self.parents.push(next);
        }
        while self.parents[index as usize] != index {
            let grandparent = self.parents[self.parents[index as usize] as usize];
            self.parents[index as usize] = grandparent;
            index = grandparent;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Binary;

    #[test]
    fn conditions_are_grouped_by_the_variables_they_share_and_the_last_one_leads() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.variable(name, 8));
        let five = terms.constant(8, 5);
        let ab = terms.binary(Binary::ULt, a, b);
        let c_small = terms.binary(Binary::ULt, c, five);
        let bd = terms.binary(Binary::ULt, b, d);
        let d_small = terms.binary(Binary::ULt, d, five);
        let groups = independent_groups(&terms, &[c_small, ab, bd, c_small, d_small]);
        assert_eq!(groups, [vec![ab, bd, d_small], vec![c_small]]);
        assert_eq!(connected(&terms, &[c_small], &[ab, bd, c_small]), [c_small]);
        assert_eq!(connected(&terms, &[ab], &[c_small, ab]), [ab]);
        assert_eq!(connected(&terms, &[d_small], &[ab, c_small, bd]), [ab, bd, d_small]);
        assert_eq!(connected(&terms, &[c_small, d_small], &[ab, bd]), [ab, c_small, bd, d_small]);
    }
}
