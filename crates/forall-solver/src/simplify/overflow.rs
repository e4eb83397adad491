//! Does an operation leave the range of its operands' type? With a constant operand this is a comparison.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms};

impl Terms {
    pub(super) fn unsigned_add_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = self.canonical_order(a, b);
        if let Some(c) = self.as_constant(b) {
            // a + c passes the end when a > MAX - c.
            let last = self.constant(width, concrete::mask(width) - c);
            return self.unsigned_less(last, a);
        }
        let most = self.upper_bound(a).checked_add(self.upper_bound(b));
        if most.is_some_and(|most| most <= concrete::mask(width)) {
            return self.truth(false);
        }
        self.intern_commutative(Binary::UAddOverflow, a, b)
    }

    pub(super) fn signed_add_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = self.canonical_order(a, b);
        if let Some(c) = self.as_constant(b) {
            let (min, max) = (concrete::sign_bit(width), concrete::sign_bit(width) - 1);
            return if c <= max {
                let last = self.constant(width, max - c);
                self.binary(Binary::SLt, last, a)
            } else {
                let first = self.constant(width, min.wrapping_sub(c));
                self.binary(Binary::SLt, a, first)
            };
        }
        if self.signed_bits(a).max(self.signed_bits(b)) < width {
            return self.truth(false);
        }
        self.intern_commutative(Binary::SAddOverflow, a, b)
    }

    pub(super) fn signed_subtract_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (min, max) = (concrete::sign_bit(width), concrete::sign_bit(width) - 1);
        if let Some(c) = self.as_constant(b) {
            return if c <= max {
                let first = self.constant(width, min.wrapping_add(c));
                self.binary(Binary::SLt, a, first)
            } else {
                let last = self.constant(width, max.wrapping_add(c));
                self.binary(Binary::SLt, last, a)
            };
        }
        if let Some(c) = self.as_constant(a) {
            return if c <= max {
                let first = self.constant(width, c.wrapping_sub(max));
                self.binary(Binary::SLt, b, first)
            } else {
                let last = self.constant(width, c.wrapping_sub(min));
                self.binary(Binary::SLt, last, b)
            };
        }
        if a == b || self.signed_bits(a).max(self.signed_bits(b)) < width {
            return self.truth(false);
        }
        self.intern(Node::Binary(Binary::SSubOverflow, a, b), 1)
    }

    pub(super) fn unsigned_multiply_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = self.canonical_order(a, b);
        if let Some(c) = self.as_constant(b) {
            let Some(last) = concrete::mask(width).checked_div(c) else { return self.truth(false) };
            let last = self.constant(width, last);
            return self.binary(Binary::ULt, last, a);
        }
        let most = self.upper_bound(a).checked_mul(self.upper_bound(b));
        if most.is_some_and(|most| most <= concrete::mask(width)) {
            return self.truth(false);
        }
        self.intern_commutative(Binary::UMulOverflow, a, b)
    }

    pub(super) fn signed_multiply_overflow(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = self.canonical_order(a, b);
        if let Some(c) = self.as_constant(b) {
            return self.signed_multiply_overflow_constant(a, concrete::signed(width, c));
        }
        if self.signed_bits(a) + self.signed_bits(b) <= width {
            return self.truth(false);
        }
        self.intern_commutative(Binary::SMulOverflow, a, b)
    }

    /// The product is in range exactly for factors between two quotients, both rounded towards zero.
    fn signed_multiply_overflow_constant(&mut self, a: Term, c: i128) -> Term {
        let width = self.width(a);
        let min = concrete::signed(width, concrete::sign_bit(width));
        let max = -(min + 1);
        let (first, last) = match c {
            0 => return self.truth(false),
            1 => (min, max),
            -1 => (-max, max),
            2.. => (min / c, max / c),
            _ => (max / c, min / c),
        };
        let [first, last] = [first, last].map(|bound| self.constant(width, bound as u128));
        let below = self.binary(Binary::SLt, a, first);
        let above = self.binary(Binary::SLt, last, a);
        self.binary(Binary::Or, below, above)
    }
}
