//! Two comparisons of the same terms, and the three-way comparison that is made of two.
//!
//! `a.cmp(&b)` arrives as `(b < a) as i8 - (a < b) as i8`, and a `match` on it asks whether that is -1, 0 or 1.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

/// A comparison or its negation.
#[derive(Clone, Copy)]
struct Comparison {
    op: Binary,
    a: Term,
    b: Term,
    holds: bool,
}

impl Terms {
    /// `a && b`, if it is something simpler.
    pub(super) fn both_compared(&mut self, a: Term, b: Term) -> Option<Term> {
        let (first, second) = (self.comparison(a)?, self.comparison(b)?);
        self.meet(first, second, b).or_else(|| self.meet(second, first, a))
    }

    /// `a == b`, if it is something simpler.
    pub(super) fn equally_compared(&mut self, a: Term, b: Term) -> Option<Term> {
        let (first, second) = (self.comparison(a)?, self.comparison(b)?);
        if first.op != second.op || first.op == Binary::Eq || !first.holds || !second.holds {
            return None;
        }
        if (first.a, first.b) == (second.b, second.a) {
            return Some(self.binary(Binary::Eq, first.a, first.b));
        }
        if first.a != second.a {
            return None;
        }
        // Between two bounds that are next to each other there is one value for which the comparisons differ.
        let (c, d) = (self.as_constant(first.b)?, self.as_constant(second.b)?);
        let least = match self.next_constant(first.op, first.a, c) {
            Some(next) if next == d => first.b,
            _ if self.next_constant(first.op, first.a, d) == Some(c) => second.b,
            _ => return None,
        };
        let same = self.binary(Binary::Eq, first.a, least);
        Some(self.not(same))
    }

    /// What two comparisons say together. `other` is the second one.
    fn meet(&mut self, first: Comparison, second: Comparison, other: Term) -> Option<Term> {
        let Comparison { op, a: x, b: bound, holds } = first;
        let swapped = (x, bound) == (second.b, second.a);
        if op == Binary::Eq {
            let same_terms = swapped || (x, bound) == (second.a, second.b);
            if holds && same_terms && second.op != Binary::Eq {
                // Equal terms are not less.
                return Some(if second.holds { self.truth(false) } else { self.equal_again(x, bound) });
            }
            return self.meet_value(first, second, other);
        }
        if op != second.op {
            return None;
        }
        match (holds, second.holds) {
            (true, true) if swapped => return Some(self.truth(false)),
            (true, false) if swapped => return Some(self.intern(Node::Binary(op, x, bound), 1)),
            (false, false) if swapped => return Some(self.equal_again(x, bound)),
            _ => {}
        }
        if x != second.a {
            return None;
        }
        let (c, d) = (self.as_constant(bound)?, self.as_constant(second.b)?);
        let less = |c: u128, d: u128| concrete::binary(op, self.width(x), c, d) == 1;
        match (holds, second.holds) {
            // The lower of two upper bounds, the higher of two lower ones.
            (true, true) => Some(if less(c, d) { self.intern(Node::Binary(op, x, bound), 1) } else { other }),
            (false, false) => Some(if less(c, d) {
                other
            } else {
                let below = self.intern(Node::Binary(op, x, bound), 1);
                self.not(below)
            }),
            (true, false) if !less(d, c) => Some(self.truth(false)),
            (true, false) if self.next_constant(op, x, d) == Some(c) => Some(self.equal_again(x, second.b)),
            _ => None,
        }
    }

    /// The first one says that a term is, or is not, something.
    fn meet_value(&mut self, first: Comparison, second: Comparison, other: Term) -> Option<Term> {
        let Comparison { a: x, b: value, holds, .. } = first;
        if !holds && second.op != Binary::Eq {
            let same_terms = (x, value) == (second.a, second.b);
            let swapped = (x, value) == (second.b, second.a);
            return match second.holds {
                true if same_terms || swapped => Some(other),
                // Neither equal nor less: greater.
                false if same_terms || swapped => Some(self.binary(second.op, second.b, second.a)),
                _ => self.without_end(x, value, second, other),
            };
        }
        if x != second.a {
            return None;
        }
        let (c, d) = (self.as_constant(value)?, self.as_constant(second.b)?);
        let agrees = (concrete::binary(second.op, self.width(x), c, d) == 1) == second.holds;
        match (holds, agrees) {
            (true, true) => Some(self.equal_again(x, value)),
            (true, false) => Some(self.truth(false)),
            // A value that the second one excludes anyway.
            (false, false) => Some(other),
            (false, true) => None,
        }
    }

    /// `x < d && x != c` where c is the last that is less.
    fn without_end(&mut self, x: Term, value: Term, second: Comparison, other: Term) -> Option<Term> {
        if x != second.a {
            return None;
        }
        let (c, d) = (self.as_constant(value)?, self.as_constant(second.b)?);
        let is_less = concrete::binary(second.op, self.width(x), c, d) == 1;
        match (second.holds, is_less) {
            (true, true) if self.next_constant(second.op, x, c) == Some(d) => {
                Some(self.binary(second.op, x, value))
            }
            (true, true) | (false, false) => None,
            // The second one excludes the value anyway.
            _ => Some(other),
        }
    }

    /// A comparison of a three-way comparison with a constant.
    pub(super) fn compare_three_way(&mut self, op: Binary, t: Term, c: u128) -> Option<Term> {
        let Node::Binary(Binary::Sub, p, q) = self.node(t) else { return None };
        let (Node::ZeroExtend(p), Node::ZeroExtend(q)) = (self.node(p), self.node(q)) else { return None };
        let width = self.width(t);
        if self.width(p) != 1 || self.width(q) != 1 || width < 2 {
            return None;
        }
        let holds = |value: u128| concrete::binary(op, width, value & concrete::mask(width), c) == 1;
        let (one, zero, minus_one) = (holds(1), holds(0), holds(u128::MAX));
        if one == zero && zero == minus_one {
            return Some(self.truth(one));
        }
        // The one result that differs from the two others.
        let (differing, expected) = if zero == minus_one {
            let not_q = self.not(q);
            (self.binary(Binary::And, p, not_q), one)
        } else if one == zero {
            let not_p = self.not(p);
            (self.binary(Binary::And, not_p, q), minus_one)
        } else {
            (self.binary(Binary::Eq, p, q), zero)
        };
        Some(if expected { differing } else { self.not(differing) })
    }

    fn comparison(&self, t: Term) -> Option<Comparison> {
        let (inner, holds) = match self.node(t) {
            Node::Unary(Unary::Not, inner) => (inner, false),
            _ => (t, true),
        };
        match self.node(inner) {
            Node::Binary(op @ (Binary::Eq | Binary::ULt | Binary::SLt), a, b) => {
                Some(Comparison { op, a, b, holds })
            }
            _ => None,
        }
    }

    /// The constant after this one in the order of the comparison.
    fn next_constant(&self, op: Binary, x: Term, c: u128) -> Option<u128> {
        let width = self.width(x);
        let last = if op == Binary::SLt { concrete::sign_bit(width) - 1 } else { concrete::mask(width) };
        (c != last).then(|| c.wrapping_add(1) & concrete::mask(width))
    }

    fn equal_again(&mut self, x: Term, y: Term) -> Term {
        self.binary(Binary::Eq, x, y)
    }
}
