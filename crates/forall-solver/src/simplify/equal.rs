//! Equality.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

impl Terms {
    pub(super) fn equal(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.truth(true);
        }
        let (a, b) = self.canonical_order(a, b);
        if let Some(c) = self.as_constant(b) {
            return self.equal_constant(a, c);
        }
        if self.complementary(a, b) {
            return self.truth(false);
        }
        if self.width(a) == 1 {
            return self.equal_bits(a, b);
        }
        if let Some(simpler) = self.cancel(a, b).or_else(|| self.cancel(b, a)) {
            return simpler;
        }
        if let Some(simpler) = self.equal_sums(a, b) {
            return simpler;
        }
        self.equal_parts(a, b).unwrap_or_else(|| self.intern_commutative(Binary::Eq, a, b))
    }

    fn equal_bits(&mut self, a: Term, b: Term) -> Term {
        for (this, other) in [(a, b), (b, a)] {
            if let Node::Unary(Unary::Not, x) = self.node(this) {
                let equal = self.binary(Binary::Eq, x, other);
                return self.not(equal);
            }
        }
        self.equally_compared(a, b).unwrap_or_else(|| self.intern_commutative(Binary::Eq, a, b))
    }

    /// `x + y == x` and the like.
    fn cancel(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let rest = match (self.node(a), self.node(b)) {
            (Node::Binary(Binary::Add | Binary::Xor, x, y), _) if x == b => y,
            (Node::Binary(Binary::Add | Binary::Xor, x, y), _) if y == b => x,
            (Node::Binary(Binary::Sub, x, y), _) if x == b => y,
            (Node::Binary(Binary::Add, x, c), Node::Binary(Binary::Add, y, d)) => {
                if x == y {
                    return Some(self.binary(Binary::Eq, c, d));
                }
                if c == d {
                    return Some(self.binary(Binary::Eq, x, y));
                }
                return None;
            }
            (Node::Unary(Unary::Not, x), Node::Unary(Unary::Not, y)) => {
                return Some(self.binary(Binary::Eq, x, y));
            }
            _ => return None,
        };
        let zero = self.zero(width);
        Some(self.binary(Binary::Eq, rest, zero))
    }

    /// Both sides are extended, or made of parts of the same widths.
    fn equal_parts(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.node(a), self.node(b)) {
            (Node::ZeroExtend(x), Node::ZeroExtend(y)) => {
                let width = self.width(x).max(self.width(y));
                let [x, y] = [x, y].map(|t| self.zero_extend(t, width));
                Some(self.binary(Binary::Eq, x, y))
            }
            (Node::SignExtend(x), Node::SignExtend(y)) => {
                let width = self.width(x).max(self.width(y));
                let [x, y] = [x, y].map(|t| self.sign_extend(t, width));
                Some(self.binary(Binary::Eq, x, y))
            }
            (
                Node::Binary(Binary::Concat, _, x) | Node::ZeroExtend(x),
                Node::Binary(Binary::Concat, _, y) | Node::ZeroExtend(y),
            ) if self.width(x) == self.width(y) => {
                let (split, width) = (self.width(x), self.width(a));
                let [a_high, b_high] = [a, b].map(|t| self.extract(t, split, width - split));
                let high = self.binary(Binary::Eq, a_high, b_high);
                let low = self.binary(Binary::Eq, x, y);
                Some(self.binary(Binary::And, high, low))
            }
            _ => None,
        }
    }

    fn equal_constant(&mut self, a: Term, c: u128) -> Term {
        let width = self.width(a);
        if width == 1 {
            return if c == 1 { a } else { self.not(a) };
        }
        if self.upper_bound(a) < c {
            return self.truth(false);
        }
        if let Some(simpler) = self.compare_three_way(Binary::Eq, a, c) {
            return simpler;
        }
        match self.node(a) {
            Node::Unary(Unary::Not, x) => self.equal_to(x, !c),
            Node::Unary(op @ (Unary::BSwap | Unary::BitReverse), x) => {
                self.equal_to(x, concrete::unary(op, width, c))
            }
            Node::ZeroExtend(x) => self.equal_to(x, c),
            Node::SignExtend(x) => {
                let narrow = c & concrete::mask(self.width(x));
                if concrete::sign_extend(self.width(x), width, narrow) == c {
                    self.equal_to(x, narrow)
                } else {
                    self.truth(false)
                }
            }
            Node::Ite(condition, then, otherwise) if self.is_short_selection(a) => {
                let [then, otherwise] = [then, otherwise].map(|t| self.equal_to(t, c));
                self.ite(condition, then, otherwise)
            }
            Node::Binary(op, x, y) => {
                self.equal_operation(op, x, y, c).unwrap_or_else(|| self.intern_equal_constant(a, c))
            }
            _ => self.intern_equal_constant(a, c),
        }
    }

    /// Does the term choose among constants and at most one other term, in a few steps? Longer selections are
    /// left alone: taking them apart goes as deep as they are.
    fn is_short_selection(&self, mut t: Term) -> bool {
        const MOST: usize = 128;
        for _ in 0..MOST {
            t = match self.node(t) {
                Node::Ite(_, then, otherwise) if self.as_constant(then).is_some() => otherwise,
                Node::Ite(_, then, otherwise) if self.as_constant(otherwise).is_some() => then,
                Node::Ite(..) => return false,
                _ => return true,
            };
        }
        false
    }

    /// `x op y == c`, where something simpler says the same.
    fn equal_operation(&mut self, op: Binary, x: Term, y: Term, c: u128) -> Option<Term> {
        let width = self.width(x);
        match (op, self.as_constant(x), self.as_constant(y)) {
            (Binary::Add, _, Some(k)) => Some(self.equal_to(x, c.wrapping_sub(k))),
            (Binary::Sub, Some(k), _) => Some(self.equal_to(y, k.wrapping_sub(c))),
            (Binary::Sub | Binary::Xor, None, None) if c == 0 => Some(self.binary(Binary::Eq, x, y)),
            (Binary::Xor, _, Some(k)) => Some(self.equal_to(x, k ^ c)),
            (Binary::Mul, _, Some(k)) if k % 2 == 1 => Some(self.equal_to(x, c.wrapping_mul(inverse(k)))),
            (Binary::And, _, Some(k)) if c & !k != 0 => Some(self.truth(false)),
            (Binary::Or, _, Some(k)) if k & !c & concrete::mask(width) != 0 => Some(self.truth(false)),
            (Binary::Concat, ..) => {
                let split = self.width(y);
                let high = self.equal_to(x, c >> split);
                let low = self.equal_to(y, c & concrete::mask(split));
                Some(self.binary(Binary::And, high, low))
            }
            _ => None,
        }
    }

    fn equal_to(&mut self, a: Term, c: u128) -> Term {
        let c = self.constant(self.width(a), c);
        self.binary(Binary::Eq, a, c)
    }

    fn intern_equal_constant(&mut self, a: Term, c: u128) -> Term {
        let c = self.constant(self.width(a), c);
        self.intern(Node::Binary(Binary::Eq, a, c), 1)
    }
}

/// The odd number that times `odd` is 1 modulo 2^128, and so modulo every smaller power of two.
fn inverse(odd: u128) -> u128 {
    // Newton: each step doubles the number of correct low bits, and three are correct at the start.
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}
