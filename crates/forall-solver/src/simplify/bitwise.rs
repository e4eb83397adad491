//! Complement, and, or, exclusive or.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

impl Terms {
    pub(super) fn complement(&mut self, a: Term) -> Term {
        let width = self.width(a);
        if let Node::Unary(Unary::Not, x) = self.node(a) {
            return x;
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            return self.choose_constants(condition, width, !then, !otherwise);
        }
        self.intern(Node::Unary(Unary::Not, a), width)
    }

    pub(super) fn and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.canonical_order(a, b);
        let width = self.width(a);
        if a == b {
            return a;
        }
        if let Some(c) = self.as_constant(b) {
            if c == 0 {
                return b;
            }
            if c == concrete::mask(width) {
                return a;
            }
            if let Some(masked) = self.mask_adjacent(a, c) {
                return masked;
            }
            if let Some(simpler) = self.bitwise_constant(Binary::And, a, c) {
                return simpler;
            }
            return self.intern(Node::Binary(Binary::And, a, b), width);
        }
        if self.complementary(a, b) {
            return self.zero(width);
        }
        for (this, other) in [(a, b), (b, a)] {
            match self.node(this) {
                Node::Binary(Binary::And, x, y) if x == other || y == other => return this,
                Node::Binary(Binary::Or, x, y) if x == other || y == other => return other,
                _ => {}
            }
        }
        if width == 1
            && let Some(simpler) = self.both_compared(a, b)
        {
            return simpler;
        }
        match self.bitwise_parts(Binary::And, a, b) {
            Some(parts) => parts,
            None => self.intern_commutative(Binary::And, a, b),
        }
    }

    pub(super) fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.canonical_order(a, b);
        let width = self.width(a);
        if a == b {
            return a;
        }
        if let Some(c) = self.as_constant(b) {
            if c == 0 {
                return a;
            }
            if c == concrete::mask(width) {
                return b;
            }
            if let Some(simpler) = self.bitwise_constant(Binary::Or, a, c) {
                return simpler;
            }
            return self.intern(Node::Binary(Binary::Or, a, b), width);
        }
        if self.complementary(a, b) {
            return self.ones(width);
        }
        for (this, other) in [(a, b), (b, a)] {
            match self.node(this) {
                Node::Binary(Binary::Or, x, y) if x == other || y == other => return this,
                Node::Binary(Binary::And, x, y) if x == other || y == other => return other,
                _ => {}
            }
        }
        if width == 1 {
            // Not both are false.
            let [not_a, not_b] = [a, b].map(|t| self.not(t));
            if let Some(neither) = self.both_compared(not_a, not_b) {
                return self.not(neither);
            }
        }
        match self.bitwise_parts(Binary::Or, a, b) {
            Some(parts) => parts,
            None => self.intern_commutative(Binary::Or, a, b),
        }
    }

    pub(super) fn xor(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.canonical_order(a, b);
        let width = self.width(a);
        if a == b {
            return self.zero(width);
        }
        if width == 1 {
            let equal = self.binary(Binary::Eq, a, b);
            return self.not(equal);
        }
        if let Some(c) = self.as_constant(b) {
            if c == 0 {
                return a;
            }
            if c == concrete::mask(width) {
                return self.not(a);
            }
            if let Some(simpler) = self.bitwise_constant(Binary::Xor, a, c) {
                return simpler;
            }
            return self.intern(Node::Binary(Binary::Xor, a, b), width);
        }
        for (this, other) in [(a, b), (b, a)] {
            match self.node(this) {
                Node::Unary(Unary::Not, x) => {
                    let xor = self.binary(Binary::Xor, x, other);
                    return self.not(xor);
                }
                Node::Binary(Binary::Xor, x, y) if x == other => return y,
                Node::Binary(Binary::Xor, x, y) if y == other => return x,
                _ => {}
            }
        }
        match self.bitwise_parts(Binary::Xor, a, b) {
            Some(parts) => parts,
            None => self.intern_commutative(Binary::Xor, a, b),
        }
    }

    /// `a & c` when the ones of `c` are adjacent: those bits, with zeros around them.
    fn mask_adjacent(&mut self, a: Term, c: u128) -> Option<Term> {
        let low = c.trailing_zeros();
        let kept = (c >> low).trailing_ones();
        if kept != c.count_ones() {
            return None;
        }
        let bits = self.extract(a, low, kept);
        let shifted = self.append_zeros(bits, low);
        Some(self.zero_extend(shifted, self.width(a)))
    }

    /// An operation with a constant that joins one inside `a`, or moves into its parts.
    fn bitwise_constant(&mut self, op: Binary, a: Term, c: u128) -> Option<Term> {
        let width = self.width(a);
        if let Some((x, inner)) = self.with_constant(op, a) {
            let joined = self.constant(width, concrete::binary(op, width, inner, c));
            return Some(self.binary(op, x, joined));
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            let [then, otherwise] = [then, otherwise].map(|value| concrete::binary(op, width, value, c));
            return Some(self.choose_constants(condition, width, then, otherwise));
        }
        if op == Binary::Xor
            && let Node::Unary(Unary::Not, x) = self.node(a)
        {
            let c = self.constant(width, !c);
            return Some(self.binary(op, x, c));
        }
        let b = self.constant(width, c);
        self.bitwise_parts(op, a, b)
    }

    /// `(h1 ++ l1) op (h2 ++ l2)` is `(h1 op h2) ++ (l1 op l2)`. Only when both operands have such parts
    /// already: this is how bytes that were shifted into place become one value again.
    fn bitwise_parts(&mut self, op: Binary, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let split_a = self.low_part(a);
        let split_b = self.low_part(b);
        let split = match (split_a, split_b) {
            (Some(x), Some(y)) if x == y => x,
            // Zeros may be split anywhere, and so may constants.
            (Some(x), Some(y)) if matches!(self.node(a), Node::ZeroExtend(_)) && x < y => y,
            (Some(x), Some(y)) if matches!(self.node(b), Node::ZeroExtend(_)) && y < x => x,
            (Some(x), None) if self.as_constant(b).is_some() => x,
            _ => return None,
        };
        let [a_high, b_high] = [a, b].map(|t| self.extract(t, split, width - split));
        let [a_low, b_low] = [a, b].map(|t| self.extract(t, 0, split));
        let high = self.binary(op, a_high, b_high);
        let low = self.binary(op, a_low, b_low);
        Some(self.binary(Binary::Concat, high, low))
    }

    /// The width of the low part if the term is made of two.
    fn low_part(&self, t: Term) -> Option<u32> {
        match self.node(t) {
            Node::Binary(Binary::Concat, _, low) | Node::ZeroExtend(low) => Some(self.width(low)),
            _ => None,
        }
    }
}
