//! One of several values, chosen by an offset that depends on the inputs.

use crate::terms::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId};

/// The widest value, in bytes.
pub const MAX_LENGTH: usize = 16;
/// How far a term is looked into for what it is a multiple of.
const DEPTH: u32 = 6;

/// Where values lie: at multiples of `1 << stride` up to `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub offset: TermId,
    pub last: u64,
    pub stride: u32,
}

impl Places {
    pub fn count(self) -> u64 {
        (self.last >> self.stride.min(u64::BITS - 1)) + 1
    }

    /// A tree of choices on the bits of the offset, the highest first; `value` yields a term or constant of
    /// `width` bits for an offset.
    pub fn select(self, terms: &Terms, width: u32, value: &mut impl FnMut(u64) -> TermId) -> TermId {
        self.from(terms, width, value, 0, u64::BITS - self.last.leading_zeros())
    }

    /// The value at the offsets that agree with `prefix` above the lowest `bits` bits.
    fn from(
        self,
        terms: &Terms,
        width: u32,
        value: &mut impl FnMut(u64) -> TermId,
        prefix: u64,
        bits: u32,
    ) -> TermId {
        let Some(bit) = bits.checked_sub(1).filter(|bit| *bit >= self.stride) else {
            return value(prefix);
        };
        let low = self.from(terms, width, value, prefix, bit);
        let upper = prefix | 1 << bit;
        if upper > self.last {
            return low; // outside, and so excluded
        }
        let high = self.from(terms, width, value, upper, bit);
        if low == high {
            return low;
        }
        terms.choose(width, terms.extract(self.offset, bit, 1), high, low)
    }
}

/// A term of 64 bits as the sum of something and a constant.
pub fn split(terms: &Terms, address: TermId) -> (TermId, u64) {
    split_within(terms, address, DEPTH)
}

fn split_within(terms: &Terms, address: TermId, depth: u32) -> (TermId, u64) {
    let record = terms.record(address);
    if terms.op(address) != Some(Op::Add) || depth == 0 {
        return (address, 0);
    }
    if let Some(constant) = terms.constant_value(record.b) {
        let (rest, more) = split_within(terms, record.a, depth - 1);
        return (rest, more.wrapping_add(constant as u64));
    }
    let (a, more_a) = split_within(terms, record.a, depth - 1);
    let (b, more_b) = split_within(terms, record.b, depth - 1);
    let constant = more_a.wrapping_add(more_b);
    if constant == 0 { (address, 0) } else { (terms.binary(Op::Add, 64, a, b), constant) }
}

/// `n` such that `address - start` is always a multiple of `1 << n`.
pub fn multiple_of(terms: &Terms, address: TermId, start: u64) -> u32 {
    let (rest, constant) = split(terms, address);
    trailing_zeros(terms, rest, DEPTH).min(constant.wrapping_sub(start).trailing_zeros())
}

/// How many low bits of a term are always zero.
fn trailing_zeros(terms: &Terms, term: TermId, depth: u32) -> u32 {
    if term == CONCRETE || depth == 0 {
        return 0;
    }
    if let Some(value) = terms.constant_value(term) {
        return value.trailing_zeros();
    }
    let record = terms.record(term);
    let of = |operand: TermId| trailing_zeros(terms, operand, depth - 1);
    match terms.op(term) {
        Some(Op::Add | Op::Sub | Op::Or | Op::Xor) => of(record.a).min(of(record.b)),
        Some(Op::Mul) => of(record.a).saturating_add(of(record.b)),
        Some(Op::And) => of(record.a).max(of(record.b)),
        Some(Op::ZExt | Op::SExt) => of(record.a),
        Some(Op::Ite) => of(record.b).min(of(record.c)),
        Some(Op::Shl) => {
            let distance = terms.constant_value(record.b).and_then(|d| u32::try_from(d).ok()).unwrap_or(0);
            of(record.a).saturating_add(distance)
        }
        _ => 0,
    }
}
