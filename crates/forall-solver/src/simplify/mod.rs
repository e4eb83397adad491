//! Simplification as terms are built: one file a family of operations.
//!
//! Fewer forms are stored than can be asked for, so that equal meanings meet more often:
//!
//! - constants stand on the right of commutative operations; other operands are ordered by creation;
//! - `a != b`, `a <= b` are the negation of `a == b`, `b < a`; a constant never stands on the left of `<`;
//! - `x - 3` is an addition of -3, `-x` is `0 - x`;
//! - shifts by constants and masks of adjacent bits are extractions with zeros around them;
//! - sums have each operand once, with its factor, in order of creation;
//! - an overflow that a comparison can express is that comparison.
//!
//! A rule may only build terms that are smaller by some measure than what it was given: that is why it ends.

mod arithmetic;
mod bitwise;
mod bounds;
mod compared;
mod divide;
mod equal;
mod float;
mod less;
mod linear;
mod narrow;
mod overflow;
mod select;
mod shift;
mod slice;

use crate::terms::{Binary, Node, Term, Terms, Unary};

impl Terms {
    /// The operand is no constant.
    pub(crate) fn simplified_unary(&mut self, op: Unary, a: Term) -> Term {
        match (op, self.width(a)) {
            (Unary::Not, _) => self.complement(a),
            (Unary::Neg, _) => self.negate(a),
            (Unary::CtPop | Unary::BitReverse, 1) | (Unary::BSwap, 8) => a,
            (Unary::CtLz | Unary::CtTz, 1) => self.complement(a),
            (Unary::BSwap | Unary::BitReverse, _) if matches!(self.node(a), Node::Unary(inner, _) if inner == op) => {
                self.node(a).operands().next().expect("a unary term has an operand")
            }
            (_, width) => self.intern(Node::Unary(op, a), width),
        }
    }

    /// The operands are not both constants.
    pub(crate) fn simplified_binary(&mut self, op: Binary, a: Term, b: Term) -> Term {
        match op {
            Binary::Add => self.add(a, b),
            Binary::Sub => self.subtract(a, b),
            Binary::Mul => self.multiply(a, b),
            Binary::UDiv => self.unsigned_quotient(a, b),
            Binary::URem => self.unsigned_remainder(a, b),
            Binary::SDiv => self.signed_quotient(a, b),
            Binary::SRem => self.signed_remainder(a, b),
            Binary::Shl => self.shift_left(a, b),
            Binary::LShr => self.logical_shift_right(a, b),
            Binary::AShr => self.arithmetic_shift_right(a, b),
            Binary::And => self.and(a, b),
            Binary::Or => self.or(a, b),
            Binary::Xor => self.xor(a, b),
            Binary::Eq => self.equal(a, b),
            Binary::Ne => {
                let equal = self.equal(a, b);
                self.not(equal)
            }
            Binary::ULt => self.unsigned_less(a, b),
            Binary::ULe => {
                let greater = self.unsigned_less(b, a);
                self.not(greater)
            }
            Binary::SLt => self.signed_less(a, b),
            Binary::SLe => {
                let greater = self.signed_less(b, a);
                self.not(greater)
            }
            Binary::UAddOverflow => self.unsigned_add_overflow(a, b),
            Binary::SAddOverflow => self.signed_add_overflow(a, b),
            Binary::USubOverflow => self.unsigned_less(a, b),
            Binary::SSubOverflow => self.signed_subtract_overflow(a, b),
            Binary::UMulOverflow => self.unsigned_multiply_overflow(a, b),
            Binary::SMulOverflow => self.signed_multiply_overflow(a, b),
            Binary::Concat => self.concat(a, b),
        }
    }

    fn truth(&mut self, value: bool) -> Term {
        self.constant(1, u128::from(value))
    }

    fn zero(&mut self, width: u32) -> Term {
        self.constant(width, 0)
    }

    fn ones(&mut self, width: u32) -> Term {
        self.constant(width, u128::MAX)
    }

    /// Stores a commutative operation, its operands in the canonical order.
    fn intern_commutative(&mut self, op: Binary, a: Term, b: Term) -> Term {
        let width = if op.yields_bit() { 1 } else { self.width(a) };
        let (a, b) = self.canonical_order(a, b);
        self.intern(Node::Binary(op, a, b), width)
    }

    /// A constant goes to the right, other operands are ordered by creation.
    fn canonical_order(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// The operands of `t` if it is that operation on something and a constant.
    fn with_constant(&self, op: Binary, t: Term) -> Option<(Term, u128)> {
        match self.node(t) {
            Node::Binary(found, x, c) if found == op => Some((x, self.as_constant(c)?)),
            _ => None,
        }
    }

    /// `x` if `t` is `-x`.
    fn negated(&self, t: Term) -> Option<Term> {
        match self.node(t) {
            Node::Binary(Binary::Sub, zero, x) if self.as_constant(zero) == Some(0) => Some(x),
            _ => None,
        }
    }

    /// The condition and both values if `t` chooses between two constants.
    fn constant_choice(&self, t: Term) -> Option<(Term, u128, u128)> {
        match self.node(t) {
            Node::Ite(condition, then, otherwise) => {
                Some((condition, self.as_constant(then)?, self.as_constant(otherwise)?))
            }
            _ => None,
        }
    }

    /// Is one the complement of the other?
    fn complementary(&self, a: Term, b: Term) -> bool {
        self.node(a) == Node::Unary(Unary::Not, b) || self.node(b) == Node::Unary(Unary::Not, a)
    }
}
