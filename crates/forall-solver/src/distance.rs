//! How far an assignment is from making a condition come out as wanted: a search may prefer what is nearly there.

use crate::concrete::mask;
use crate::evaluate::Evaluation;
use crate::terms::{Binary, Node, Term, Terms, Unary};

/// Of conditions about which nothing better is known.
const UNKNOWN: u8 = 64;
/// Conditions may be nested deeper than this, but then no single comparison says much.
const DEEPEST: u32 = 16;

impl Evaluation {
    /// In bits: 0 when the condition comes out as wanted, else about the logarithm of the difference that
    /// would have to be made up for.
    pub fn distance(&mut self, terms: &Terms, condition: Term, wanted: bool) -> u8 {
        self.distance_within(terms, condition, wanted, DEEPEST)
    }

    fn distance_within(&mut self, terms: &Terms, condition: Term, wanted: bool, depth: u32) -> u8 {
        if (self.value(terms, condition) == 1) == wanted {
            return 0;
        }
        let Some(depth) = depth.checked_sub(1) else { return UNKNOWN };
        match terms.node(condition) {
            Node::Unary(Unary::Not, inner) => self.distance_within(terms, inner, !wanted, depth),
            Node::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let (a, b) = (
                    self.distance_within(terms, a, wanted, depth),
                    self.distance_within(terms, b, wanted, depth),
                );
                // Of an "and" that shall be true, or an "or" that shall be false, both sides count.
                if (op == Binary::And) == wanted { a.max(b) } else { a.min(b) }
            }
            Node::Binary(Binary::Eq | Binary::ULt | Binary::ULe, a, b) => {
                bits(self.value(terms, a).abs_diff(self.value(terms, b)))
            }
            Node::Binary(Binary::SLt | Binary::SLe, a, b) => {
                // Moved by half the range, signed numbers are ordered as unsigned ones.
                let width = terms.width(a);
                let half = 1 << (width - 1);
                let moved = |value: u128| value.wrapping_add(half) & mask(width);
                bits(moved(self.value(terms, a)).abs_diff(moved(self.value(terms, b))))
            }
            _ => UNKNOWN,
        }
    }
}

/// At least 1: what is not as wanted is not there yet.
fn bits(difference: u128) -> u8 {
    (128 - difference.leading_zeros()).max(1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    fn distance(build: impl Fn(&mut Terms, Term) -> Term, wanted: bool, value: i32) -> u8 {
        let mut terms = Terms::new();
        let x = terms.variable("x", 32);
        let condition = build(&mut terms, x);
        let mut model = Model::new();
        model.set(x, u128::from(value.cast_unsigned()));
        Evaluation::new(model).distance(&terms, condition, wanted)
    }

    #[test]
    fn what_is_as_wanted_is_at_distance_0_and_else_the_difference_counts() {
        let is_100 = |terms: &mut Terms, x: Term| {
            let hundred = terms.constant(32, 100);
            terms.binary(Binary::Eq, x, hundred)
        };
        let far: Vec<u8> = [100, 101, 103, 0, 100_000].map(|x| distance(is_100, true, x)).into();
        assert_eq!(far[0], 0);
        assert!(far.windows(2).all(|pair| pair[0] < pair[1]), "{far:?}");
        assert_eq!(distance(is_100, false, 100), 1);
    }

    #[test]
    fn signs_are_respected() {
        let negative = |terms: &mut Terms, x: Term| {
            let zero = terms.constant(32, 0);
            terms.binary(Binary::SLt, x, zero)
        };
        assert_eq!(distance(negative, true, -1), 0);
        assert!(distance(negative, true, 1) < distance(negative, true, 1_000_000));
    }

    #[test]
    fn both_sides_of_an_and_count() {
        let between = |terms: &mut Terms, x: Term| {
            let (low, high) = (terms.constant(32, 1000), terms.constant(32, 1010));
            let (above, below) = (terms.binary(Binary::ULt, low, x), terms.binary(Binary::ULt, x, high));
            terms.binary(Binary::And, above, below)
        };
        assert_eq!(distance(between, true, 1005), 0);
        assert!(distance(between, true, 999) < distance(between, true, 0));
    }
}
