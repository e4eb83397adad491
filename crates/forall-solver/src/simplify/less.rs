//! Orders: less, unsigned and signed.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms};

impl Terms {
    pub(super) fn unsigned_less(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if a == b {
            return self.truth(false);
        }
        if width == 1 {
            let not_a = self.not(a);
            return self.binary(Binary::And, not_a, b);
        }
        if let Some(c) = self.as_constant(b) {
            return self.unsigned_less_constant(a, c);
        }
        if let Some(c) = self.as_constant(a) {
            // c < b is !(b < c + 1), and nothing is more than all ones.
            if c == concrete::mask(width) {
                return self.truth(false);
            }
            let at_most = self.unsigned_less_constant(b, c + 1);
            return self.not(at_most);
        }
        match (self.node(a), self.node(b)) {
            (Node::ZeroExtend(x), Node::ZeroExtend(y)) => {
                let width = self.width(x).max(self.width(y));
                let [x, y] = [x, y].map(|t| self.zero_extend(t, width));
                self.unsigned_less(x, y)
            }
            // Sign extension keeps the unsigned order too.
            (Node::SignExtend(x), Node::SignExtend(y)) => {
                let width = self.width(x).max(self.width(y));
                let [x, y] = [x, y].map(|t| self.sign_extend(t, width));
                self.unsigned_less(x, y)
            }
            _ => self.less_sums(a, b).unwrap_or_else(|| self.intern(Node::Binary(Binary::ULt, a, b), 1)),
        }
    }

    /// `a < c`.
    fn unsigned_less_constant(&mut self, a: Term, c: u128) -> Term {
        let width = self.width(a);
        if c == 0 {
            return self.truth(false);
        }
        if self.upper_bound(a) < c {
            return self.truth(true);
        }
        if let Some(simpler) = self.compare_three_way(Binary::ULt, a, c) {
            return simpler;
        }
        if c == 1 {
            let zero = self.zero(width);
            return self.binary(Binary::Eq, a, zero);
        }
        if c == concrete::mask(width) {
            let all = self.ones(width);
            let equal = self.binary(Binary::Eq, a, all);
            return self.not(equal);
        }
        match self.node(a) {
            // Greater constants were answered by the bound.
            Node::ZeroExtend(x) => {
                let c = self.constant(self.width(x), c);
                self.binary(Binary::ULt, x, c)
            }
            Node::Ite(condition, then, otherwise) => {
                match (self.as_constant(then), self.as_constant(otherwise)) {
                    (Some(x), Some(y)) => {
                        self.choose_constants(condition, 1, u128::from(x < c), u128::from(y < c))
                    }
                    _ => self.intern_less(Binary::ULt, a, c),
                }
            }
            Node::Binary(Binary::Concat, high, low) if c.trailing_zeros() >= self.width(low) => {
                let c = self.constant(self.width(high), c >> self.width(low));
                self.binary(Binary::ULt, high, c)
            }
            _ => self.intern_less(Binary::ULt, a, c),
        }
    }

    pub(super) fn signed_less(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if a == b {
            return self.truth(false);
        }
        if width == 1 {
            let not_b = self.not(b);
            return self.binary(Binary::And, a, not_b);
        }
        if self.never_negative(a) && self.never_negative(b) {
            return self.unsigned_less(a, b);
        }
        if let Some(c) = self.as_constant(b) {
            return self.signed_less_constant(a, c);
        }
        if let Some(c) = self.as_constant(a) {
            if c == concrete::sign_bit(width) - 1 {
                return self.truth(false);
            }
            let at_most = self.signed_less_constant(b, c.wrapping_add(1) & concrete::mask(width));
            return self.not(at_most);
        }
        if let (Node::SignExtend(x), Node::SignExtend(y)) = (self.node(a), self.node(b)) {
            let width = self.width(x).max(self.width(y));
            let [x, y] = [x, y].map(|t| self.sign_extend(t, width));
            return self.signed_less(x, y);
        }
        self.intern(Node::Binary(Binary::SLt, a, b), 1)
    }

    /// `a < c`, `c` read as signed.
    fn signed_less_constant(&mut self, a: Term, c: u128) -> Term {
        let width = self.width(a);
        let (min, max) = (concrete::sign_bit(width), concrete::sign_bit(width) - 1);
        if c == min {
            return self.truth(false);
        }
        if self.never_negative(a) {
            // No constant from 0 up reaches here with a term that is never negative: they compare as unsigned.
            return if c > max { self.truth(false) } else { self.unsigned_less_constant(a, c) };
        }
        if let Some(simpler) = self.compare_three_way(Binary::SLt, a, c) {
            return simpler;
        }
        if c == min + 1 {
            let min = self.constant(width, min);
            return self.binary(Binary::Eq, a, min);
        }
        if c == max {
            let max = self.constant(width, max);
            let equal = self.binary(Binary::Eq, a, max);
            return self.not(equal);
        }
        match self.node(a) {
            Node::SignExtend(x) => {
                let narrow = self.width(x);
                let bound = concrete::signed(width, c);
                let least = concrete::signed(narrow, concrete::sign_bit(narrow));
                if bound <= least {
                    return self.truth(false);
                }
                if bound > -(least + 1) {
                    return self.truth(true);
                }
                let c = self.constant(narrow, c);
                self.binary(Binary::SLt, x, c)
            }
            Node::Ite(condition, then, otherwise) => {
                match (self.as_constant(then), self.as_constant(otherwise)) {
                    (Some(x), Some(y)) => {
                        let [x, y] = [x, y].map(|value| concrete::binary(Binary::SLt, width, value, c));
                        self.choose_constants(condition, 1, x, y)
                    }
                    _ => self.intern_less(Binary::SLt, a, c),
                }
            }
            _ => self.intern_less(Binary::SLt, a, c),
        }
    }

    fn intern_less(&mut self, op: Binary, a: Term, c: u128) -> Term {
        let c = self.constant(self.width(a), c);
        self.intern(Node::Binary(op, a, c), 1)
    }
}
