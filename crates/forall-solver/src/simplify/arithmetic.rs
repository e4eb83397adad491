//! Addition, subtraction, negation, multiplication.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

impl Terms {
    pub(super) fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            return self.xor(a, b);
        }
        let (a, b) = self.canonical_order(a, b);
        if let Some(c) = self.as_constant(b) {
            return self.add_constant(a, c);
        }
        // Constants move outwards, where they meet.
        if let Some((x, c)) = self.with_constant(Binary::Add, a) {
            let sum = self.binary(Binary::Add, x, b);
            return self.add_constant(sum, c);
        }
        if let Some((x, c)) = self.with_constant(Binary::Add, b) {
            let sum = self.binary(Binary::Add, a, x);
            return self.add_constant(sum, c);
        }
        for (this, other) in [(a, b), (b, a)] {
            if let Some(x) = self.negated(this) {
                return self.binary(Binary::Sub, other, x);
            }
            if let Node::Binary(Binary::Sub, x, y) = self.node(this)
                && y == other
            {
                return x;
            }
        }
        if a == b {
            let one = self.constant(width, 1);
            return self.shift_left(a, one);
        }
        self.linear(a, b, 1).unwrap_or_else(|| self.intern_commutative(Binary::Add, a, b))
    }

    fn add_constant(&mut self, a: Term, c: u128) -> Term {
        let width = self.width(a);
        let c = c & concrete::mask(width);
        if c == 0 {
            return a;
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(width, value.wrapping_add(c));
        }
        match self.node(a) {
            Node::Binary(Binary::Add, x, inner) => {
                if let Some(inner) = self.as_constant(inner) {
                    return self.add_constant(x, inner.wrapping_add(c));
                }
            }
            Node::Binary(Binary::Sub, inner, x) => {
                if let Some(inner) = self.as_constant(inner) {
                    let minuend = self.constant(width, inner.wrapping_add(c));
                    return self.subtract(minuend, x);
                }
            }
            // !x is -1 - x.
            Node::Unary(Unary::Not, x) => {
                let minuend = self.constant(width, c.wrapping_sub(1));
                return self.subtract(minuend, x);
            }
            _ => {}
        }
        let c = self.constant(width, c);
        self.intern(Node::Binary(Binary::Add, a, c), width)
    }

    pub(super) fn negate(&mut self, a: Term) -> Term {
        let zero = self.zero(self.width(a));
        self.subtract(zero, a)
    }

    pub(super) fn subtract(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            return self.binary(Binary::Xor, a, b);
        }
        if a == b {
            return self.zero(width);
        }
        if let Some(c) = self.as_constant(b) {
            return self.add_constant(a, c.wrapping_neg());
        }
        if let Some((x, c)) = self.with_constant(Binary::Add, b) {
            let difference = self.binary(Binary::Sub, a, x);
            return self.add_constant(difference, c.wrapping_neg());
        }
        if let Some((x, c)) = self.with_constant(Binary::Add, a) {
            let difference = self.binary(Binary::Sub, x, b);
            return self.add_constant(difference, c);
        }
        if let Node::Binary(Binary::Sub, x, y) = self.node(b) {
            if x == a {
                return y;
            }
            if self.as_constant(x).is_some() {
                // a - (c - y) is (y + a) - c.
                let sum = self.binary(Binary::Add, y, a);
                return self.binary(Binary::Sub, sum, x);
            }
        }
        if let Node::Binary(Binary::Add, x, y) = self.node(a) {
            if x == b {
                return y;
            }
            if y == b {
                return x;
            }
        }
        if let Node::Binary(Binary::Add, x, y) = self.node(b) {
            if x == a {
                return self.negate(y);
            }
            if y == a {
                return self.negate(x);
            }
        }
        self.linear(a, b, u128::MAX).unwrap_or_else(|| self.intern(Node::Binary(Binary::Sub, a, b), width))
    }

    pub(super) fn multiply(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            return self.and(a, b);
        }
        let (a, b) = self.canonical_order(a, b);
        let Some(c) = self.as_constant(b) else {
            return self
                .narrowed(Binary::Mul, a, b)
                .unwrap_or_else(|| self.intern_commutative(Binary::Mul, a, b));
        };
        if c == 0 {
            return b;
        }
        if c == 1 {
            return a;
        }
        if c == concrete::mask(width) {
            return self.negate(a);
        }
        if c.is_power_of_two() {
            let distance = self.constant(width, u128::from(c.trailing_zeros()));
            return self.shift_left(a, distance);
        }
        if let Some((x, inner)) = self.with_constant(Binary::Mul, a) {
            let factor = self.constant(width, inner.wrapping_mul(c));
            return self.binary(Binary::Mul, x, factor);
        }
        if let Some(x) = self.negated(a) {
            let factor = self.constant(width, c.wrapping_neg());
            return self.binary(Binary::Mul, x, factor);
        }
        self.intern(Node::Binary(Binary::Mul, a, b), width)
    }
}
