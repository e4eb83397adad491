//! What the compiler leaves open of a value: the sign and the payload of a NaN that was computed, and which
//! of two zeros `min` or `max` yields. They depend on the order of operands, which every build chooses for
//! itself, and constants are folded by yet other rules.
//!
//! A float is marked as long as it is one: it may be moved, negated, compared and computed with, and what
//! comes of that is not open. What is made of its bits in any other way is marked as dependent on them.
//!
//! See docs/decisions/bits-the-compiler-leaves-open.md.

use super::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId, TermRecord};

/// A float: if it is a NaN, its sign and its payload are open.
pub const NAN: u16 = 1;
/// A float: if it is a zero, its sign may be open.
pub const ZERO: u16 = 2;
/// Depends on open bits.
pub const BITS: u16 = 4;
/// Depends on no input: it is a term only because something of it is open.
const FIXED: u16 = 8;

/// Depends on where something lies in memory; see [`crate::addresses`].
pub const ADDRESSES: u16 = 16;
/// Together with [`ADDRESSES`]: depends on inputs, too. Where there are no addresses, nothing is said of inputs.
pub const INPUTS_TOO: u16 = 32;

pub const ANY: u16 = NAN | ZERO | BITS;

/// What an operation is to its operands' marks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing: there are no operands.
    Leaf,
    /// Says of a float that it may be another: [`Terms::choose_openly`].
    Extreme,
    /// `if a { b } else { c }`
    Choice,
    /// Yields a float, a NaN with bits of its own choice.
    Arithmetic,
    /// The same; besides, the sign of a zero divisor decides the result.
    Division,
    /// The same for all NaNs, and for both zeros.
    Comparison,
    /// Another sign for the same number.
    Negation,
    Magnitude,
    /// The magnitude of one operand with the sign of the other.
    CopySign,
    /// Whatever else computes with bits.
    Bits,
}

impl Terms {
    /// What of the value is open: some of [`ANY`].
    #[inline]
    pub fn open_marks(&self, term: TermId) -> u16 {
        self.record(term).marks & ANY
    }

    /// Has the term one value whatever the inputs are?
    pub fn is_fixed(&self, term: TermId) -> bool {
        self.is_constant(term) || self.record(term).marks & FIXED != 0
    }

    /// Is it a term for nothing: with one value, and nothing open?
    #[inline]
    pub fn is_idle(&self, term: TermId) -> bool {
        self.record(term).marks & (ANY | FIXED) == FIXED
    }

    /// The marks of a record that is about to be stored.
    #[inline]
    pub(super) fn marks_of(&self, record: &TermRecord) -> u16 {
        self.open_marks_of(record) | self.address_marks_of(record)
    }

    #[inline]
    fn open_marks_of(&self, record: &TermRecord) -> u16 {
        let operands = self.operands_of(record);
        let marks = |operand: TermId| if operand == 0 { 0 } else { self.record(operand).marks };
        let of = operands.map(marks);
        if of == [0; 3] && !makes_marks(record) {
            let is_of_constants = operands[0] != 0
                && operands.into_iter().all(|operand| operand == 0 || self.is_constant(operand));
            return if is_of_constants { FIXED } else { 0 };
        }
        let all = of[0] | of[1] | of[2];
        let any_open = if all & ANY != 0 { BITS } else { 0 };
        let open = match self.role(record) {
            Role::Leaf => 0,
            Role::Extreme => of[1] | NAN | ZERO,
            Role::Choice if of[0] & ANY != 0 => BITS | of[1] | of[2],
            Role::Choice => of[1] | of[2],
            Role::Arithmetic => NAN | all & (ZERO | BITS),
            Role::Division if of[1] & ZERO != 0 => NAN | BITS | all & ZERO,
            Role::Division => NAN | all & (ZERO | BITS),
            Role::Comparison => all & BITS,
            Role::Negation => all,
            Role::Magnitude => all & (NAN | BITS),
            Role::CopySign => all,
            Role::Bits => any_open,
        };
        let is_fixed = |operand: TermId| operand == 0 || self.is_fixed(operand);
        let fixed = if operands.into_iter().all(is_fixed) { FIXED } else { 0 };
        open & ANY | fixed
    }

    /// What a term tells of beside constants: 0, if no address is in it.
    #[inline]
    pub fn mentions(&self, term: TermId) -> u16 {
        if term == CONCRETE || !self.has_addresses() {
            0
        } else {
            self.record(term).marks & (ADDRESSES | INPUTS_TOO)
        }
    }

    /// The marks that tell of addresses.
    fn address_marks_of(&self, record: &TermRecord) -> u16 {
        if record.op == Op::Address as u8 {
            return ADDRESSES;
        }
        if !self.has_addresses() {
            return 0;
        }
        let of = |term: TermId| match self.mentions(term) {
            0 if term == CONCRETE || self.is_constant(term) => 0,
            0 => INPUTS_TOO,
            mentions => mentions,
        };
        let marks = self.operands_of(record).into_iter().fold(0, |all, operand| all | of(operand));
        if marks & ADDRESSES == 0 { 0 } else { marks }
    }

    pub fn role(&self, record: &TermRecord) -> Role {
        let Some(op) = Op::from_code(record.op) else { return Role::Leaf };
        match op {
            Op::Const | Op::Input | Op::Address => Role::Leaf,
            Op::Ite if record.b == record.c => Role::Extreme,
            Op::Ite => Role::Choice,
            Op::FDiv => Role::Division,
            Op::FAdd | Op::FSub | Op::FMul | Op::FRem | Op::FSqrt | Op::FFma | Op::FRound | Op::FToF => {
                Role::Arithmetic
            }
            Op::FEq | Op::FLt | Op::FLe | Op::FToS | Op::FToU => Role::Comparison,
            Op::Xor if self.is_sign(record.b) => Role::Negation,
            Op::And if self.is_magnitude(record.b) => Role::Magnitude,
            Op::Or if self.is_copied_sign(record.a, record.b) || self.is_copied_sign(record.b, record.a) => {
                Role::CopySign
            }
            _ => Role::Bits,
        }
    }

    /// The operands that are terms; 0 is none.
    pub fn operands_of(&self, record: &TermRecord) -> [TermId; 3] {
        let Some(op) = Op::from_code(record.op) else { return [0; 3] };
        match op {
            Op::Const | Op::Input | Op::Address => [0; 3],
            Op::Extract | Op::FRound => [record.a, 0, 0],
            _ => [record.a, record.b, record.c],
        }
    }

    fn is_sign(&self, mask: TermId) -> bool {
        let width = self.width(mask);
        matches!(width, 32 | 64) && self.constant_value(mask) == Some(1 << (width - 1))
    }

    fn is_magnitude(&self, mask: TermId) -> bool {
        let width = self.width(mask);
        matches!(width, 32 | 64) && self.constant_value(mask) == Some((1 << (width - 1)) - 1)
    }

    fn is_copied_sign(&self, magnitude: TermId, sign: TermId) -> bool {
        let is_and = |record: &TermRecord| record.op == Op::And as u8;
        let (magnitude, of_sign) = (self.record(magnitude), self.record(sign));
        is_and(&magnitude)
            && self.is_magnitude(magnitude.b)
            && (self.is_sign(sign) || is_and(&of_sign) && self.is_sign(of_sign.b))
    }
}

/// Are there marks although no operand has any?
#[inline]
fn makes_marks(record: &TermRecord) -> bool {
    let is = |op: Op| record.op == op as u8;
    is(Op::Ite) && record.b == record.c
        || (Op::FAdd as u8..=Op::FRound as u8).contains(&record.op)
        || is(Op::FToF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn floats_are_marked_as_long_as_they_are_floats() {
        let memory = Memory::new();
        let terms = memory.terms();
        let input = |index| terms.intern(TermRecord::new(Op::Input, 64, index, 0, 0));
        let constant = |value| terms.constant(64, value);
        let (x, y, sign) = (input(0), input(1), 1_u128 << 63);
        let marks = |term| terms.open_marks(term);
        let binary = |op, left, right| terms.binary(op, 64, left, right);

        let sum = binary(Op::FAdd, x, y);
        assert_eq!([x, sum].map(marks), [0, NAN]);
        assert_eq!(marks(binary(Op::Xor, x, constant(sign))), 0, "bits of an input are what they are");
        let (negated, magnitude) =
            (binary(Op::Xor, sum, constant(sign)), binary(Op::And, sum, constant(sign - 1)));
        assert_eq!([negated, magnitude].map(marks), [NAN, NAN]);
        let with_sign_of_x = binary(Op::Or, magnitude, binary(Op::And, x, constant(sign)));
        assert_eq!(marks(with_sign_of_x), NAN);
        let with_sign_of_sum =
            binary(Op::Or, binary(Op::And, x, constant(sign - 1)), binary(Op::And, sum, constant(sign)));
        assert_eq!(marks(with_sign_of_sum), BITS);
        assert_eq!(marks(binary(Op::FLt, with_sign_of_sum, x)), BITS);
        assert_eq!([Op::FEq, Op::FLt, Op::FLe].map(|op| marks(binary(op, negated, x))), [0; 3]);
        assert_eq!([Op::SLt, Op::Eq, Op::Add].map(|op| marks(binary(op, sum, x))), [BITS; 3]);

        let bytes = terms.concat(terms.extract(sum, 32, 32), terms.extract(sum, 0, 32));
        assert_eq!(marks(bytes), NAN, "it was only moved");
        assert_eq!(marks(terms.extract(sum, 63, 1)), BITS);
        let less = binary(Op::FLt, x, y);
        assert_eq!(marks(terms.choose(64, less, sum, x)), NAN);
    }

    #[test]
    fn the_sign_of_a_zero_matters_to_bits_and_to_what_is_divided() {
        let memory = Memory::new();
        let terms = memory.terms();
        let input = |index| terms.intern(TermRecord::new(Op::Input, 64, index, 0, 0));
        let (x, y) = (input(0), input(1));
        let least = terms.choose_openly(64, terms.binary(Op::Eq, 64, x, y), x);
        let marks = |term| terms.open_marks(term);
        let binary = |op, left, right| terms.binary(op, 64, left, right);
        assert_eq!(marks(least), NAN | ZERO);
        assert_eq!(marks(binary(Op::FAdd, least, y)), NAN | ZERO);
        assert_eq!(marks(binary(Op::And, least, terms.constant(64, u128::from(u64::MAX >> 1)))), NAN);
        assert_eq!(marks(binary(Op::FLe, least, y)), 0);
        let reciprocal = binary(Op::FDiv, y, least);
        assert_eq!(marks(reciprocal), NAN | ZERO | BITS);
        assert_eq!(marks(binary(Op::FLt, reciprocal, y)), BITS);
        assert_eq!(marks(binary(Op::FLt, binary(Op::FDiv, least, y), y)), 0);
        assert_eq!(marks(binary(Op::ULt, least, y)), BITS);
    }

    #[test]
    fn what_depends_on_no_input_is_known_as_such() {
        let memory = Memory::new();
        let terms = memory.terms();
        let infinity = terms.constant(64, 0x7FF0 << 48);
        let nan = terms.binary(Op::FSub, 64, infinity, infinity);
        assert!(terms.is_fixed(nan) && terms.is_fixed(terms.binary(Op::FEq, 64, nan, nan)));
        assert!(terms.is_fixed(terms.binary(Op::FEq, 64, infinity, infinity)));
        let x = terms.intern(TermRecord::new(Op::Input, 64, 0, 0, 0));
        assert!(!terms.is_fixed(terms.binary(Op::FSub, 64, x, infinity)));
    }
}
