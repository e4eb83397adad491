//! Quotients and remainders. See the crate documentation for zero divisors.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms};

impl Terms {
    pub(super) fn unsigned_quotient(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let Some(divisor) = self.as_constant(b) else {
            return self.intern(Node::Binary(Binary::UDiv, a, b), width);
        };
        if divisor == 0 {
            return self.ones(width);
        }
        if divisor.is_power_of_two() {
            let distance = self.constant(width, u128::from(divisor.trailing_zeros()));
            return self.binary(Binary::LShr, a, distance);
        }
        if self.upper_bound(a) < divisor {
            return self.zero(width);
        }
        if let Node::ZeroExtend(x) = self.node(a) {
            // The bound above left only divisors that fit.
            let divisor = self.constant(self.width(x), divisor);
            let narrow = self.binary(Binary::UDiv, x, divisor);
            return self.zero_extend(narrow, width);
        }
        if let Some((x, inner)) = self.with_constant(Binary::UDiv, a)
            && let Some(product) =
                inner.checked_mul(divisor).filter(|&p| inner > 0 && p <= concrete::mask(width))
        {
            let divisor = self.constant(width, product);
            return self.unsigned_quotient(x, divisor);
        }
        self.intern(Node::Binary(Binary::UDiv, a, b), width)
    }

    pub(super) fn unsigned_remainder(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if let Some(divisor) = self.as_constant(b) {
            if divisor == 0 || self.upper_bound(a) < divisor {
                return a;
            }
            if divisor.is_power_of_two() {
                let low = self.constant(width, divisor - 1);
                return self.binary(Binary::And, a, low);
            }
            if let Node::ZeroExtend(x) = self.node(a) {
                let divisor = self.constant(self.width(x), divisor);
                let narrow = self.binary(Binary::URem, x, divisor);
                return self.zero_extend(narrow, width);
            }
        }
        if a == b {
            return self.zero(width);
        }
        if let (Node::ZeroExtend(x), Node::ZeroExtend(y)) = (self.node(a), self.node(b))
            && self.width(x) == self.width(y)
        {
            let narrow = self.binary(Binary::URem, x, y);
            return self.zero_extend(narrow, width);
        }
        self.intern(Node::Binary(Binary::URem, a, b), width)
    }

    pub(super) fn signed_quotient(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        if self.as_constant(b) == Some(1) {
            return a;
        }
        if self.as_constant(b) == Some(concrete::mask(width)) {
            return self.negate(a);
        }
        if self.never_negative(a) && self.never_negative(b) {
            return self.binary(Binary::UDiv, a, b);
        }
        self.narrowed(Binary::SDiv, a, b)
            .unwrap_or_else(|| self.intern(Node::Binary(Binary::SDiv, a, b), width))
    }

    pub(super) fn signed_remainder(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let divisor = self.as_constant(b);
        if a == b || divisor == Some(1) || divisor == Some(concrete::mask(width)) {
            return self.zero(width);
        }
        if self.never_negative(a) && self.never_negative(b) {
            return self.binary(Binary::URem, a, b);
        }
        self.narrowed(Binary::SRem, a, b)
            .unwrap_or_else(|| self.intern(Node::Binary(Binary::SRem, a, b), width))
    }
}
