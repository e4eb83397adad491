//! Bounds that follow from the shape of a term. They are kept with the terms, so asking for one costs nothing.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

impl Terms {
    /// Is the sign bit always 0?
    pub(super) fn never_negative(&self, t: Term) -> bool {
        self.upper_bound(t) < concrete::sign_bit(self.width(t))
    }

    /// The bound of a term that is about to be stored.
    pub(crate) fn bound_of(&self, node: Node, width: u32) -> u128 {
        let all = concrete::mask(width);
        let of = |operand: Term| self.upper_bound(operand);
        let bound = match node {
            Node::Constant(index) => Some(self.constant_at(index)),
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
