//! Bounds that follow from the shape of a term, cheap enough to be asked for while terms are built.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

/// How deep a term is looked into.
const DEPTH: u32 = 5;

impl Terms {
    /// No value of the term is greater, read as unsigned.
    pub(super) fn upper_bound(&self, t: Term) -> u128 {
        self.bound_within(t, DEPTH)
    }

    /// Is the sign bit always 0?
    pub(super) fn never_negative(&self, t: Term) -> bool {
        self.upper_bound(t) < concrete::sign_bit(self.width(t))
    }

    fn bound_within(&self, t: Term, depth: u32) -> u128 {
        let all = concrete::mask(self.width(t));
        if depth == 0 {
            return all;
        }
        let of = |operand: Term| self.bound_within(operand, depth - 1);
        let bound = match self.node(t) {
            Node::Constant(_) => self.as_constant(t),
            Node::ZeroExtend(a) => Some(of(a)),
            Node::Ite(_, a, b) => Some(of(a).max(of(b))),
            Node::Unary(Unary::CtPop | Unary::CtLz | Unary::CtTz, a) => Some(u128::from(self.width(a))),
            Node::Binary(Binary::Concat, a, b) => Some(concrete::concat(of(a), self.width(b), of(b))),
            Node::Binary(Binary::And, a, b) => Some(of(a).min(of(b))),
            Node::Binary(Binary::Add, a, b) => of(a).checked_add(of(b)),
            Node::Binary(Binary::Mul, a, b) => of(a).checked_mul(of(b)),
            Node::Binary(Binary::LShr, a, _) => Some(of(a)),
            Node::Binary(Binary::UDiv, a, b) => match self.as_constant(b) {
                Some(divisor @ 1..) => Some(of(a) / divisor),
                _ => None,
            },
            Node::Binary(Binary::URem, a, b) => match self.as_constant(b) {
                Some(divisor @ 1..) => Some(of(a).min(divisor - 1)),
                _ => Some(of(a)),
            },
            _ => None,
        };
        // A sum or product that may pass the width wraps, and then nothing is known.
        bound.filter(|&bound| bound <= all).unwrap_or(all)
    }
}
