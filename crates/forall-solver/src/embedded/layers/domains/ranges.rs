//! Values of a variable that is compared with constants, whatever its width.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

/// Disjoint ranges in ascending order, with both ends, read as unsigned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ranges(Vec<(u128, u128)>);

impl Ranges {
    pub fn all(width: u32) -> Ranges {
        Ranges(vec![(0, concrete::mask(width))])
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, value: u128) -> bool {
        self.0.iter().any(|&(first, last)| first <= value && value <= last)
    }

    pub fn first(&self) -> u128 {
        self.0.first().map_or(0, |range| range.0)
    }

    pub fn values(&self) -> impl Iterator<Item = usize> {
        self.0.iter().flat_map(|&(first, last)| first as usize..=last as usize)
    }

    /// The value, if there is only one.
    pub fn only(&self) -> Option<u128> {
        match self.0[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// Keeps the values from one to another.
    fn keep(&mut self, first: u128, last: u128) {
        self.0.retain_mut(|range| {
            *range = (range.0.max(first), range.1.min(last));
            range.0 <= range.1
        });
    }

    /// Takes out the values from one to another.
    fn drop(&mut self, first: u128, last: u128) {
        let Some(place) = self.0.iter().position(|range| range.1 >= first) else { return };
        let mut rest = Vec::new();
        for &(start, end) in &self.0[place..] {
            if start < first {
                rest.push((start, end.min(first - 1)));
            }
            if end > last {
                rest.push((start.max(last + 1), end));
            }
        }
        self.0.truncate(place);
        self.0.extend(rest);
    }

    fn restrict(&mut self, first: u128, last: u128, inside: bool) {
        if inside {
            self.keep(first, last);
        } else {
            self.drop(first, last);
        }
    }

    /// Keeps the values for which a comparison holds.
    pub fn apply(&mut self, comparison: Comparison) {
        let Comparison { op, constant, holds, width } = comparison;
        let negative = concrete::sign_bit(width);
        match op {
            Binary::Eq => self.restrict(constant, constant, holds),
            // Nothing is less than 0; such a comparison is no term, but if it were, it would keep nothing.
            Binary::ULt if constant == 0 => self.restrict(0, concrete::mask(width), !holds),
            Binary::ULt => self.restrict(0, constant - 1, holds),
            // Negative numbers are above the others when read as unsigned.
            _ if constant == negative => self.restrict(0, concrete::mask(width), !holds),
            _ if constant > negative => self.restrict(negative, constant - 1, holds),
            _ if constant == 0 => self.restrict(negative, concrete::mask(width), holds),
            _ => self.restrict(constant, negative - 1, !holds),
        }
    }
}

/// A variable compared with a constant, on the right.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    op: Binary,
    constant: u128,
    holds: bool,
    width: u32,
}

/// The variable and the comparison, if the condition is one.
pub(super) fn comparison(terms: &Terms, condition: Term) -> Option<(Term, Comparison)> {
    let (inner, holds) = match terms.node(condition) {
        Node::Unary(Unary::Not, inner) => (inner, false),
        _ => (condition, true),
    };
    let Node::Binary(op @ (Binary::Eq | Binary::ULt | Binary::SLt), variable, constant) = terms.node(inner)
    else {
        return None;
    };
    let Node::Variable(_) = terms.node(variable) else { return None };
    let constant = terms.as_constant(constant)?;
    Some((variable, Comparison { op, constant, holds, width: terms.width(variable) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_keep_the_values_for_which_all_comparisons_hold() {
        let width = 3;
        let mut comparisons = Vec::new();
        for op in [Binary::Eq, Binary::ULt, Binary::SLt] {
            for constant in 0..8 {
                comparisons.extend([true, false].map(|holds| Comparison { op, constant, holds, width }));
            }
        }
        let holds =
            |c: &Comparison, value| (concrete::binary(c.op, width, value, c.constant) == 1) == c.holds;
        for first in &comparisons {
            for second in &comparisons {
                for third in &comparisons {
                    let chosen = [first, second, third];
                    let mut ranges = Ranges::all(width);
                    chosen.iter().for_each(|comparison| ranges.apply(**comparison));
                    let expected: Vec<u128> =
                        (0..8).filter(|&value| chosen.iter().all(|c| holds(c, value))).collect();
                    let found: Vec<u128> = (0..8).filter(|&value| ranges.contains(value)).collect();
                    assert_eq!(found, expected);
                    assert_eq!(ranges.is_empty(), expected.is_empty());
                    assert_eq!(ranges.only(), (expected.len() == 1).then(|| expected[0]));
                    assert_eq!(ranges.first(), expected.first().copied().unwrap_or(0));
                }
            }
        }
    }
}
