//! Extraction, concatenation, extension.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, assert_width};

impl Terms {
    /// Bits `low .. low + width`.
    pub fn extract(&mut self, a: Term, low: u32, width: u32) -> Term {
        assert_width(width);
        let from = self.width(a);
        assert!(low + width <= from, "bits {low}..{} of a term of {from} bits", low + width);
        if width == from {
            return a;
        }
        if !self.simplifies() {
            return self.intern(Node::Extract(a, low), width);
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(width, concrete::extract(value, low, width));
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            let [then, otherwise] = [then, otherwise].map(|value| concrete::extract(value, low, width));
            return self.choose_constants(condition, width, then, otherwise);
        }
        match self.node(a) {
            Node::Extract(x, inner) => self.extract(x, inner + low, width),
            Node::Binary(Binary::Concat, high, rest) => self.extract_from_parts(high, rest, low, width),
            Node::ZeroExtend(x) => {
                let given = self.width(x);
                if low >= given {
                    return self.zero(width);
                }
                let part = self.extract(x, low, width.min(given - low));
                self.zero_extend(part, width)
            }
            Node::SignExtend(x) => {
                // Everything above the operand is a copy of its sign bit.
                let given = self.width(x);
                let low = low.min(given - 1);
                let part = self.extract(x, low, width.min(given - low));
                self.sign_extend(part, width)
            }
            _ => self.intern(Node::Extract(a, low), width),
        }
    }

    fn extract_from_parts(&mut self, high: Term, rest: Term, low: u32, width: u32) -> Term {
        let split = self.width(rest);
        if low >= split {
            return self.extract(high, low - split, width);
        }
        if low + width <= split {
            return self.extract(rest, low, width);
        }
        let lower = self.extract(rest, low, split - low);
        let upper = self.extract(high, 0, low + width - split);
        self.concat(upper, lower)
    }

    /// `high` above `low`.
    pub(crate) fn concat(&mut self, high: Term, low: Term) -> Term {
        let low_width = self.width(low);
        let width = self.width(high) + low_width;
        assert_width(width);
        if !self.simplifies() {
            return self.intern(Node::Binary(Binary::Concat, high, low), width);
        }
        if let (Some(h), Some(l)) = (self.as_constant(high), self.as_constant(low)) {
            return self.constant(width, concrete::concat(h, low_width, l));
        }
        if self.as_constant(high) == Some(0) {
            return self.zero_extend(low, width);
        }
        match self.node(high) {
            // Nested to the right, so that neighbours meet.
            Node::Binary(Binary::Concat, first, second) => {
                let rest = self.concat(second, low);
                return self.concat(first, rest);
            }
            Node::ZeroExtend(x) => {
                let narrow = self.concat(x, low);
                return self.zero_extend(narrow, width);
            }
            Node::SignExtend(x) => {
                let narrow = self.concat(x, low);
                return self.sign_extend(narrow, width);
            }
            _ => {}
        }
        if let Some(joined) = self.join(high, low) {
            return joined;
        }
        if let Node::Binary(Binary::Concat, next, rest) = self.node(low)
            && let Some(joined) = self.join(high, next)
        {
            return self.concat(joined, rest);
        }
        self.intern(Node::Binary(Binary::Concat, high, low), width)
    }

    /// One term for two neighbours that belong together.
    fn join(&mut self, high: Term, low: Term) -> Option<Term> {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        match (self.node(high), self.node(low)) {
            (Node::Constant(_), Node::Constant(_)) => Some(self.concat(high, low)),
            (Node::Extract(x, upper), Node::Extract(y, lower)) if x == y && upper == lower + low_width => {
                Some(self.extract(x, lower, width))
            }
            (Node::Ite(c, t1, e1), Node::Ite(d, t0, e0)) if c == d => {
                let then = self.concat(t1, t0);
                let otherwise = self.concat(e1, e0);
                Some(self.ite(c, then, otherwise))
            }
            _ => self.is_sign_of(high, low).then(|| self.sign_extend(low, width)),
        }
    }

    /// Is this the highest bit of a term?
    fn is_sign_of(&self, bit: Term, t: Term) -> bool {
        let top = self.width(t) - 1;
        match (self.node(bit), self.node(t)) {
            _ if self.width(bit) != 1 => false,
            _ if bit == t => true,
            (Node::Extract(x, low), _) if x == t => low == top,
            (Node::Extract(x, low), Node::Extract(y, start)) => x == y && low == start + top,
            (_, Node::Binary(Binary::Concat, high, _)) | (_, Node::SignExtend(high)) => {
                self.is_sign_of(bit, high)
            }
            _ => false,
        }
    }

    /// `width` is that of the result, at least that of `a`.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        assert_width(width);
        let from = self.width(a);
        assert!(from <= width, "{from} bits cannot be extended to {width}");
        if from == width {
            return a;
        }
        if !self.simplifies() {
            return self.intern(Node::ZeroExtend(a), width);
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(width, value);
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            return self.choose_constants(condition, width, then, otherwise);
        }
        match self.node(a) {
            Node::ZeroExtend(x) => self.zero_extend(x, width),
            _ => self.intern(Node::ZeroExtend(a), width),
        }
    }

    /// `width` is that of the result, at least that of `a`.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        assert_width(width);
        let from = self.width(a);
        assert!(from <= width, "{from} bits cannot be extended to {width}");
        if from == width {
            return a;
        }
        if !self.simplifies() {
            return self.intern(Node::SignExtend(a), width);
        }
        if let Some(value) = self.as_constant(a) {
            return self.constant(width, concrete::sign_extend(from, width, value));
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            let [then, otherwise] = [then, otherwise].map(|value| concrete::sign_extend(from, width, value));
            return self.choose_constants(condition, width, then, otherwise);
        }
        match self.node(a) {
            Node::SignExtend(x) => self.sign_extend(x, width),
            _ if self.never_negative(a) => self.zero_extend(a, width),
            _ => self.intern(Node::SignExtend(a), width),
        }
    }
}
