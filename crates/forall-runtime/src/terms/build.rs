//! Building terms in normal form.
//!
//! Only what keeps memory and conditions recognisable is done here: bytes cut from a value and put together
//! again are that value, and a condition has one name however the compiler spelled it; an address stays
//! recognisable however often it is moved. Everything else is left to the solver's simplifier.

use super::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId, TermRecord};

impl Terms {
    /// A constant. Above 64 bits it is two, one above the other.
    pub fn constant(&self, width: u32, value: u128) -> TermId {
        let value = truncate(value, width);
        if width <= 64 {
            return self.intern(TermRecord::constant(width, value as u64));
        }
        let high = self.intern(TermRecord::constant(width - 64, (value >> 64) as u64));
        let low = self.intern(TermRecord::constant(64, value as u64));
        self.intern(TermRecord::new(Op::Concat, width, high, low, 0))
    }

    /// The value of a constant.
    pub fn constant_value(&self, term: TermId) -> Option<u128> {
        if !self.is_constant(term) {
            return None;
        }
        let TermRecord { op, a, b, .. } = self.record(term);
        if op == Op::Const as u8 {
            return Some(u128::from(a) | u128::from(b) << 32);
        }
        Some(self.constant_value(a)? << self.width(b) | self.constant_value(b)?)
    }

    #[inline]
    pub fn is_constant(&self, term: TermId) -> bool {
        let TermRecord { op, a, b, .. } = self.record(term);
        let is_plain = |term| self.record(term).op == Op::Const as u8;
        op == Op::Const as u8 || op == Op::Concat as u8 && is_plain(a) && is_plain(b)
    }

    /// What the program is told of a term: a constant is concrete.
    pub fn unless_constant(&self, term: TermId) -> TermId {
        if self.is_constant(term) { CONCRETE } else { term }
    }

    /// The operand's term, or its value as a constant.
    pub fn operand(&self, term: TermId, width: u32, value: u128) -> TermId {
        if term == CONCRETE { self.constant(width, value) } else { term }
    }

    /// A binary operation on operands of `width` bits.
    pub fn binary(&self, op: Op, width: u32, left: TermId, right: TermId) -> TermId {
        let (left, right) = if commutes(op) { self.in_order(left, right) } else { (left, right) };
        if let Some(value) = self.constant_value(right)
            && let Some(term) = self.with_constant(op, width, left, value)
        {
            return term;
        }
        let result = if op.yields_bit() { 1 } else { width };
        self.intern(TermRecord::new(op, result, left, right, 0))
    }

    /// An operation on one operand that yields `width` bits; the detail is the rounding of `FRound`.
    pub fn unary(&self, op: Op, width: u32, operand: TermId, detail: u32) -> TermId {
        self.intern(TermRecord::new(op, width, operand, detail, 0))
    }

    pub fn ternary(&self, op: Op, width: u32, [first, second, third]: [TermId; 3]) -> TermId {
        self.intern(TermRecord::new(op, width, first, second, third))
    }

    /// The negation of one bit. Comparisons have their counterpart.
    pub fn not(&self, bit: TermId) -> TermId {
        let TermRecord { a, b, .. } = self.record(bit);
        let comparison = |op, a, b| self.intern(TermRecord::new(op, 1, a, b, 0));
        match self.op(bit) {
            Some(Op::Const) => self.constant(1, u128::from(a ^ 1)),
            Some(Op::Eq) => comparison(Op::Ne, a, b),
            Some(Op::Ne) => comparison(Op::Eq, a, b),
            Some(Op::ULt) => comparison(Op::ULe, b, a),
            Some(Op::ULe) => comparison(Op::ULt, b, a),
            Some(Op::SLt) => comparison(Op::SLe, b, a),
            Some(Op::SLe) => comparison(Op::SLt, b, a),
            Some(Op::Xor) if self.constant_value(b) == Some(1) => a,
            _ => comparison(Op::Xor, bit, self.constant(1, 1)),
        }
    }

    /// `if condition { left } else { right }`, operands of `width` bits.
    pub fn choose(&self, width: u32, condition: TermId, left: TermId, right: TermId) -> TermId {
        if left == right {
            return left;
        }
        if width == 1 {
            match (self.constant_value(left), self.constant_value(right)) {
                (Some(1), Some(0)) => return condition,
                (Some(0), Some(1)) => return self.not(condition),
                (None, Some(0)) => return self.binary(Op::And, 1, condition, left),
                (Some(1), None) => return self.binary(Op::Or, 1, condition, right),
                _ => {}
            }
        }
        self.intern(TermRecord::new(Op::Ite, width, condition, left, right))
    }

    /// The value, of which `condition` says that the compiler may choose another: see [`super::marks`].
    pub fn choose_openly(&self, width: u32, condition: TermId, value: TermId) -> TermId {
        self.intern(TermRecord::new(Op::Ite, width, condition, value, value))
    }

    /// Bits `low .. low + width`.
    pub fn extract(&self, term: TermId, low: u32, width: u32) -> TermId {
        let record = self.record(term);
        let whole = u32::from(record.width);
        debug_assert!(width >= 1 && low + width <= whole);
        if width == whole {
            return term;
        }
        if let Some(value) = self.constant_value(term) {
            return self.constant(width, value >> low);
        }
        match self.op(term) {
            Some(Op::Extract) => return self.extract(record.a, record.b + low, width),
            Some(Op::Concat) => {
                let low_width = self.width(record.b);
                if low + width <= low_width {
                    return self.extract(record.b, low, width);
                }
                if low >= low_width {
                    return self.extract(record.a, low - low_width, width);
                }
            }
            Some(op @ (Op::ZExt | Op::SExt)) => {
                let inner = self.width(record.a);
                if low + width <= inner {
                    return self.extract(record.a, low, width);
                }
                if op == Op::ZExt && low >= inner {
                    return self.constant(width, 0);
                }
                if low < inner {
                    return self.extend(op, self.extract(record.a, low, inner - low), width);
                }
            }
            _ => {}
        }
        self.intern(TermRecord::new(Op::Extract, width, term, low, 0))
    }

    /// Widens to `width` bits; `op` is `ZExt` or `SExt`.
    pub fn extend(&self, op: Op, term: TermId, width: u32) -> TermId {
        let record = self.record(term);
        let from = u32::from(record.width);
        debug_assert!(from <= width);
        if from == width {
            return term;
        }
        if let Some(value) = self.constant_value(term) {
            let negative = op == Op::SExt && value >> (from - 1) & 1 == 1;
            return self.constant(width, if negative { value | u128::MAX << from } else { value });
        }
        // Above a zero extension the sign is zero.
        match (op, self.op(term)) {
            (_, Some(Op::ZExt)) => self.extend(Op::ZExt, record.a, width),
            (Op::SExt, Some(Op::SExt)) => self.extend(Op::SExt, record.a, width),
            _ => self.intern(TermRecord::new(op, width, term, 0, 0)),
        }
    }

    /// `high` above `low`.
    pub fn concat(&self, high: TermId, low: TermId) -> TermId {
        if let Some(joined) = self.joined(high, low) {
            return joined;
        }
        let width = self.width(high) + self.width(low);
        if self.constant_value(high) == Some(0) {
            return self.extend(Op::ZExt, low, width);
        }
        let high_record = self.record(high);
        if high_record.op == Op::ZExt as u8 {
            return self.extend(Op::ZExt, self.concat(high_record.a, low), width);
        }
        let low_record = self.record(low);
        if low_record.op == Op::Concat as u8
            && let Some(joined) = self.joined(high, low_record.a)
        {
            return self.concat(joined, low_record.b);
        }
        self.intern(TermRecord::new(Op::Concat, width, high, low, 0))
    }

    /// Two constants, or neighbouring parts of one term, as one.
    fn joined(&self, high: TermId, low: TermId) -> Option<TermId> {
        let (high_record, low_record) = (self.record(high), self.record(low));
        let width = u32::from(high_record.width) + u32::from(low_record.width);
        if let (Some(high_value), Some(low_value)) = (self.constant_value(high), self.constant_value(low)) {
            return Some(self.constant(width, high_value << low_record.width | low_value));
        }
        let neighbours = high_record.op == Op::Extract as u8
            && low_record.op == Op::Extract as u8
            && high_record.a == low_record.a
            && high_record.b == low_record.b + u32::from(low_record.width);
        neighbours.then(|| self.extract(low_record.a, low_record.b, width))
    }

    /// Constants stand right; otherwise the older term stands left.
    fn in_order(&self, left: TermId, right: TermId) -> (TermId, TermId) {
        match (self.is_constant(left), self.is_constant(right)) {
            (true, false) => (right, left),
            (false, true) => (left, right),
            _ if left > right => (right, left),
            _ => (left, right),
        }
    }

    /// An operation on bits of which one is known.
    fn with_constant(&self, op: Op, width: u32, left: TermId, value: u128) -> Option<TermId> {
        if let Op::Eq | Op::Ne = op {
            let bit = if width == 1 { left } else { self.widened_bit(left)? };
            let equal = op == Op::Eq;
            return Some(match value {
                0 | 1 if (value == 1) == equal => bit,
                0 | 1 => self.not(bit),
                _ => self.constant(1, u128::from(!equal)),
            });
        }
        if let Op::Add | Op::Sub = op {
            return self.moved(op, width, left, value);
        }
        if width > 1 {
            return None;
        }
        match (op, value) {
            (Op::And, 1) | (Op::Or | Op::Xor, 0) => Some(left),
            (Op::And, 0) | (Op::Or, 1) => Some(self.constant(1, value)),
            (Op::Xor, _) => Some(self.not(left)),
            _ => None,
        }
    }

    /// An address that is moved step by step is one step away from where it was.
    fn moved(&self, op: Op, width: u32, left: TermId, value: u128) -> Option<TermId> {
        if self.mentions(left) == 0 {
            return None;
        }
        let record = self.record(left);
        let step = if op == Op::Add { value } else { value.wrapping_neg() };
        let (from, before) = match self.op(left) {
            Some(Op::Add) => (record.a, self.constant_value(record.b)?),
            _ => (left, 0),
        };
        let distance = truncate(before.wrapping_add(step), width);
        if distance == 0 {
            return Some(from);
        }
        let distance = self.constant(width, distance);
        Some(self.intern(TermRecord::new(Op::Add, width, from, distance, 0)))
    }

    /// The bit of which this is the zero extension.
    fn widened_bit(&self, term: TermId) -> Option<TermId> {
        let record = self.record(term);
        (record.op == Op::ZExt as u8 && self.width(record.a) == 1).then_some(record.a)
    }
}

pub fn truncate(value: u128, width: u32) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

fn commutes(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Mul
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::Ne
            | Op::UAddOverflow
            | Op::SAddOverflow
            | Op::UMulOverflow
            | Op::SMulOverflow
            | Op::FEq
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::evaluate;
    use crate::testing::Memory;

    fn input(terms: &Terms, index: u32, width: u32) -> TermId {
        terms.intern(TermRecord::new(Op::Input, width, index, 0, 0))
    }

    #[test]
    fn constants_of_every_width_keep_their_value() {
        let memory = Memory::new();
        let terms = memory.terms();
        for width in 1..=128 {
            for value in [0, 1, u128::MAX, 0x0123_4567_89AB_CDEF_u128 << 40] {
                let constant = terms.constant(width, value);
                assert_eq!(terms.constant_value(constant), Some(truncate(value, width)));
                assert_eq!(terms.width(constant), width);
                assert_eq!(terms.unless_constant(constant), CONCRETE);
            }
        }
    }

    #[test]
    fn a_bit_compared_with_a_constant_is_the_bit_or_its_negation() {
        let memory = Memory::new();
        let terms = memory.terms();
        let bit = input(&terms, 0, 1);
        let byte = terms.extend(Op::ZExt, bit, 8);
        let not = terms.not(bit);
        for (width, operand) in [(1, bit), (8, byte)] {
            let (zero, one) = (terms.constant(width, 0), terms.constant(width, 1));
            assert_eq!(terms.binary(Op::Eq, width, operand, one), bit);
            assert_eq!(terms.binary(Op::Ne, width, zero, operand), bit);
            assert_eq!(terms.binary(Op::Eq, width, zero, operand), not);
            assert_eq!(terms.binary(Op::Ne, width, operand, one), not);
        }
        assert_eq!(terms.binary(Op::Xor, 1, bit, terms.constant(1, 1)), not);
        assert_eq!(terms.not(not), bit);
        let never = terms.binary(Op::Eq, 8, byte, terms.constant(8, 2));
        assert_eq!(terms.constant_value(never), Some(0));
    }

    #[test]
    fn a_negated_comparison_is_its_counterpart() {
        let memory = Memory::new();
        let terms = memory.terms();
        let (x, y) = (input(&terms, 0, 32), input(&terms, 1, 32));
        for (op, counterpart, swapped) in
            [(Op::Eq, Op::Ne, false), (Op::ULt, Op::ULe, true), (Op::SLe, Op::SLt, true)]
        {
            let comparison = terms.binary(op, 32, x, y);
            let expected = if swapped {
                terms.binary(counterpart, 32, y, x)
            } else {
                terms.binary(counterpart, 32, x, y)
            };
            assert_eq!(terms.not(comparison), expected);
            assert_eq!(terms.not(expected), comparison);
        }
    }

    #[test]
    fn a_choice_between_bits_is_a_connective() {
        let memory = Memory::new();
        let terms = memory.terms();
        let (x, y) = (input(&terms, 0, 1), input(&terms, 1, 1));
        let (zero, one) = (terms.constant(1, 0), terms.constant(1, 1));
        assert_eq!(terms.choose(1, x, one, zero), x);
        assert_eq!(terms.choose(1, x, zero, one), terms.not(x));
        assert_eq!(terms.choose(1, x, y, zero), terms.binary(Op::And, 1, y, x));
        assert_eq!(terms.choose(1, x, one, y), terms.binary(Op::Or, 1, x, y));
        assert_eq!(terms.choose(1, x, y, y), y);
    }

    /// Two inputs, in either order, a widened bit and constants.
    fn operands(terms: &Terms, width: u32) -> Vec<TermId> {
        let bit = terms.extend(Op::ZExt, input(terms, 2, 1), width);
        let constants = [0, 1, 3, u128::MAX].map(|value| terms.constant(width, value));
        [input(terms, 0, width), input(terms, 1, width), bit].into_iter().chain(constants).collect()
    }

    /// For two inputs of this width, NaNs among them if it is that of floats, and a bit.
    fn inputs(width: u32) -> Vec<[u128; 3]> {
        let sign = 1_u128 << (width - 1);
        let numbers = [0, 1, 2, 7, sign, sign - 1, sign + 1, sign | (sign >> 2), u128::MAX];
        let numbers = numbers.map(|number| truncate(number, width));
        let pairs = numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b)));
        pairs.flat_map(|(a, b)| [[a, b, 0], [a, b, 1]]).collect()
    }

    /// Has it two operands?
    fn is_integer(op: &Op) -> bool {
        (Op::Add as u8..=Op::SMulOverflow as u8).contains(&(*op as u8))
    }

    fn is_float(op: &Op) -> bool {
        use Op::{FAdd, FDiv, FEq, FLe, FLt, FMul, FRem, FSub};
        [FAdd, FSub, FMul, FDiv, FRem, FEq, FLt, FLe].contains(op)
    }

    #[test]
    fn every_operation_and_its_negation_mean_in_normal_form_what_they_say() {
        let memory = Memory::new();
        let terms = memory.terms();
        let of = |width: u32| {
            Op::ALL.into_iter().filter(if width < 32 { is_integer as fn(&Op) -> bool } else { is_float })
        };
        for (width, op) in [1, 8, 32, 64].into_iter().flat_map(|width| of(width).map(move |op| (width, op))) {
            let result = if op.yields_bit() { 1 } else { width };
            let operands = operands(&terms, width);
            for (&left, &right) in operands.iter().flat_map(|l| operands.iter().map(move |r| (l, r))) {
                let plain = terms.intern(TermRecord::new(op, result, left, right, 0));
                let normal = terms.binary(op, width, left, right);
                assert_eq!(terms.width(normal), result);
                for values in inputs(width) {
                    let expected = evaluate(&terms, plain, &values);
                    let told = || format!("{op:?} of {width} bits with {values:x?}");
                    assert_eq!(evaluate(&terms, normal, &values), expected, "{}", told());
                    if result == 1 {
                        let negation = terms.not(normal);
                        assert_eq!(evaluate(&terms, negation, &values), 1 - expected, "not {}", told());
                    }
                }
            }
        }
    }

    #[test]
    fn parts_of_a_value_put_together_are_the_value() {
        let memory = Memory::new();
        let terms = memory.terms();
        for width in [16, 24, 32, 64, 128] {
            let x = input(&terms, width, width);
            let mut value = terms.extract(x, 0, 8);
            for byte in 1..width / 8 {
                value = terms.concat(terms.extract(x, 8 * byte, 8), value);
            }
            assert_eq!(value, x);
        }
        let odd = input(&terms, 0, 12);
        let wide = terms.extend(Op::ZExt, odd, 16);
        assert_eq!(terms.concat(terms.extract(wide, 8, 8), terms.extract(wide, 0, 8)), wide);
        assert_eq!(terms.extract(wide, 0, 12), odd);
    }

    #[test]
    fn every_cut_of_every_shape_means_the_same_bits() {
        let memory = Memory::new();
        let terms = memory.terms();
        let (x, y) = (input(&terms, 0, 12), input(&terms, 1, 20));
        let values = [0xA5C, 0xF_1234];
        let shapes = [
            terms.concat(x, y),
            terms.concat(terms.constant(20, 0x3_0F0F), x),
            terms.concat(y, terms.constant(12, 0x801)),
            terms.concat(terms.constant(8, 0), y),
            terms.concat(terms.extend(Op::ZExt, x, 16), y),
            terms.extend(Op::ZExt, x, 40),
            terms.extend(Op::SExt, x, 40),
            terms.extend(Op::SExt, terms.extend(Op::ZExt, x, 16), 40),
            terms.extend(Op::SExt, terms.extend(Op::SExt, x, 16), 40),
            terms.extend(Op::ZExt, terms.extend(Op::SExt, x, 16), 40),
            terms.extend(Op::ZExt, terms.extend(Op::ZExt, x, 16), 40),
            terms.concat(terms.extend(Op::SExt, x, 30), terms.concat(x, y)),
            terms.concat(terms.constant(60, 77), terms.concat(terms.constant(10, 5), y)),
        ];
        for shape in shapes {
            let (width, whole) = (terms.width(shape), evaluate(&terms, shape, &values));
            for low in 0..width {
                for part in 1..=width - low {
                    let cut = terms.extract(shape, low, part);
                    assert_eq!(terms.width(cut), part);
                    assert_eq!(evaluate(&terms, cut, &values), truncate(whole >> low, part), "{low}+{part}");
                }
            }
        }
        assert_eq!(evaluate(&terms, terms.extend(Op::SExt, x, 16), &values), 0xFA5C);
        assert_eq!(
            evaluate(&terms, terms.extend(Op::ZExt, terms.extend(Op::SExt, x, 16), 40), &values),
            0xFA5C
        );
        let joined = terms.concat(terms.constant(60, 77), terms.concat(terms.constant(10, 5), y));
        assert_eq!(evaluate(&terms, joined, &values), 77 << 30 | 5 << 20 | 0xF_1234);
    }
}
