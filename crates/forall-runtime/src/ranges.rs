//! Between which constants terms lie, as the decisions of a run say: a program that has found a byte to be
//! greater than `'9'` decides nothing when it asks whether it is `'+'`.

use crate::arena::Arena;
use crate::by_term::{ByTerm, Entry};
use crate::terms::Terms;
use forall_protocol::terms::{Op, TermId, TermRecord};
use std::sync::Arc;

pub struct Ranges(ByTerm<Range>);

/// The values of a term, from the smallest to the greatest. For signed numbers the sign bit is the other way
/// round, so that their order is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    key: u32,
    low: u64,
    high: u64,
}

// SAFETY: a zero belongs to no term.
unsafe impl Entry for Range {
    const FIRST_SLOTS: usize = 128;

    #[inline]
    fn key(&self) -> u32 {
        self.key
    }
}

impl Ranges {
    pub fn new(arena: Arc<Arena>) -> Ranges {
        Ranges(ByTerm::new(arena))
    }

    /// Learns from a comparison that came out like this.
    pub fn learn(&self, comparison: &Comparison, holds: bool) {
        let Comparison { subject, low, high, inside } = *comparison;
        let known = self.of(subject);
        let (mut range, is_within) = (known, inside == holds);
        if is_within {
            (range.low, range.high) = (range.low.max(low), range.high.min(high));
        } else if low <= range.low {
            range.low = range.low.max(high.saturating_add(1));
        } else if high >= range.high {
            range.high = range.high.min(low.saturating_sub(1));
        }
        // What cannot be is no knowledge.
        if range != known && range.low <= range.high {
            self.0.set(range);
            if subject.signed && range.low == range.high {
                let value = subject.rank(range.low);
                self.0.set(Range { key: subject.unsigned().key(), low: value, high: value });
            }
        }
    }

    /// Learns from a condition that is none: of a term that is too wide for a range, only that it has one
    /// value; here it is 0.
    pub fn learn_wide(&self, terms: &Terms, condition: TermId, holds: bool) {
        let TermRecord { op, a, b, .. } = terms.record(condition);
        let is_equal = op == if holds { Op::Eq as u8 } else { Op::Ne as u8 };
        if is_equal && terms.width(a) > u64::BITS && terms.is_constant(b) {
            self.0.set(Range { key: Subject::plain(a).key(), low: 0, high: 0 });
        }
    }

    /// How a comparison must come out.
    pub fn implied(&self, comparison: &Comparison) -> Option<bool> {
        let Comparison { subject, low, high, inside } = *comparison;
        let known = self.0.get(subject.key())?;
        if low <= known.low && known.high <= high {
            Some(inside)
        } else if known.high < low || high < known.low {
            Some(!inside)
        } else {
            None
        }
    }

    /// Has a term only one value?
    #[inline]
    pub fn is_found(&self, term: TermId) -> bool {
        self.0.get(Subject::plain(term).key()).is_some_and(|range| range.low == range.high)
    }

    /// The greatest value of a term as an unsigned number, if anything is known of it.
    pub fn greatest(&self, terms: &Terms, term: TermId) -> Option<u64> {
        let known = self.0.get(Subject::plain(term).key())?;
        (terms.width(term) <= u64::BITS).then_some(known.high)
    }

    fn of(&self, subject: Subject) -> Range {
        let all = Range { key: subject.key(), low: 0, high: subject.greatest() };
        self.0.get(subject.key()).unwrap_or(all)
    }
}

/// A term, as a signed number or an unsigned one.
#[derive(Clone, Copy)]
struct Subject {
    term: TermId,
    width: u32,
    signed: bool,
}

impl Subject {
    /// To look it up.
    fn plain(term: TermId) -> Subject {
        Subject { term, width: 0, signed: false }
    }

    fn unsigned(self) -> Subject {
        Subject { signed: false, ..self }
    }

    fn key(self) -> u32 {
        self.term << 1 | u32::from(self.signed)
    }

    fn greatest(self) -> u64 {
        u64::MAX >> (u64::BITS - self.width)
    }

    /// A value at its place in the order, and back.
    fn rank(self, value: u64) -> u64 {
        if self.signed { value ^ 1 << (self.width - 1) } else { value }
    }
}

/// A term lies between two values, or does not.
pub struct Comparison {
    subject: Subject,
    low: u64,
    high: u64,
    inside: bool,
}

impl Comparison {
    /// Of a term with a constant, which is the right operand or the left one. `None` for other operations,
    /// for terms that are too wide, and for what no value is beyond.
    #[inline]
    pub fn new(op: Op, term: TermId, width: u32, constant: u64, is_right: bool) -> Option<Comparison> {
        let signed = matches!(op, Op::SLt | Op::SLe);
        if !signed && !matches!(op, Op::Eq | Op::Ne | Op::ULt | Op::ULe) || width > u64::BITS {
            return None;
        }
        let subject = Subject { term, width, signed };
        let bound = subject.rank(constant & subject.greatest());
        let strictly = u64::from(matches!(op, Op::ULt | Op::SLt));
        let (low, high) = match op {
            Op::Eq | Op::Ne => (bound, bound),
            _ if is_right => (0, bound.checked_sub(strictly)?),
            _ => (bound.checked_add(strictly).filter(|low| *low <= subject.greatest())?, subject.greatest()),
        };
        Some(Comparison { subject, low, high, inside: op != Op::Ne })
    }

    /// The one that a condition is.
    pub fn of(terms: &Terms, condition: TermId) -> Option<Comparison> {
        let TermRecord { a, b, .. } = terms.record(condition);
        let op = terms.op(condition)?;
        if !op.yields_bit() || op == Op::Const {
            return None;
        }
        let constant = |term: TermId| {
            let record = terms.record(term);
            (record.op == Op::Const as u8).then_some(u64::from(record.a) | u64::from(record.b) << 32)
        };
        match constant(b) {
            Some(value) => Comparison::new(op, a, terms.width(a), value, true),
            None => Comparison::new(op, b, terms.width(b), constant(a)?, false),
        }
    }

    /// How it comes out for this value of the term.
    pub fn holds(&self, value: u64) -> bool {
        let rank = self.subject.rank(value & self.subject.greatest());
        (self.low..=self.high).contains(&rank) == self.inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Memory, Random};

    const OPS: [Op; 6] = [Op::Eq, Op::Ne, Op::ULt, Op::ULe, Op::SLt, Op::SLe];

    fn implied(ranges: &Ranges, terms: &Terms, condition: TermId) -> Option<bool> {
        ranges.implied(&Comparison::of(terms, condition)?)
    }

    fn learn(ranges: &Ranges, terms: &Terms, condition: TermId, holds: bool) {
        match Comparison::of(terms, condition) {
            Some(comparison) => ranges.learn(&comparison, holds),
            None => ranges.learn_wide(terms, condition, holds),
        }
    }

    fn holds(op: Op, a: u8, b: u8) -> bool {
        match op {
            Op::Eq => a == b,
            Op::Ne => a != b,
            Op::ULt => a < b,
            Op::ULe => a <= b,
            Op::SLt => (a as i8) < b as i8,
            Op::SLe => a as i8 <= b as i8,
            _ => unreachable!(),
        }
    }

    /// Comparisons of a byte of this value with random constants: what is implied is true, and true of every
    /// byte of which the rest is.
    #[test]
    fn what_is_implied_follows_from_what_was_learnt() {
        let (memory, mut random) = (Memory::new(), Random(7));
        let terms = memory.terms();
        let byte = terms.intern(TermRecord::new(Op::Input, 8, 0, 0, 0));
        let mut follow = 0;
        for value in 0..=255_u8 {
            let ranges = Ranges::new(memory.arena());
            let mut possible: Vec<u8> = (0..=255).collect();
            for _ in 0..30 {
                let (op, constant) = (OPS[random.below(6)], random.below(256) as u8);
                // Near ones tell more.
                let constant = if random.below(2) == 0 {
                    value.wrapping_add(constant % 5).wrapping_sub(2)
                } else {
                    constant
                };
                let named = terms.constant(8, constant.into());
                let is_right = random.below(2) == 0;
                let (a, b) = if is_right { (byte, named) } else { (named, byte) };
                let condition = terms.intern(TermRecord::new(op, 1, a, b, 0));
                let comes_out =
                    |byte: u8| if is_right { holds(op, byte, constant) } else { holds(op, constant, byte) };
                if let Some(sense) = implied(&ranges, &terms, condition) {
                    assert!(possible.iter().all(|byte| comes_out(*byte) == sense), "{op:?} {constant}");
                    follow += 1;
                }
                learn(&ranges, &terms, condition, comes_out(value));
                possible.retain(|byte| comes_out(*byte) == comes_out(value));
                assert!(!ranges.is_found(byte) || possible == [value]);
                assert!(
                    ranges
                        .greatest(&terms, byte)
                        .is_none_or(|most| possible.iter().all(|byte| u64::from(*byte) <= most))
                );
            }
        }
        assert!(follow > 1000, "{follow} are too few to show anything");
    }

    #[test]
    fn the_last_value_left_is_found() {
        let memory = Memory::new();
        let (terms, ranges) = (memory.terms(), Ranges::new(memory.arena()));
        let word = terms.intern(TermRecord::new(Op::Input, 64, 0, 0, 0));
        let below = |bound: u128| terms.binary(Op::ULt, 64, word, terms.constant(64, bound));
        learn(&ranges, &terms, below(2), true);
        assert_eq!((ranges.greatest(&terms, word), ranges.is_found(word)), (Some(1), false));
        let is_zero = terms.binary(Op::Eq, 64, word, terms.constant(64, 0));
        assert_eq!(implied(&ranges, &terms, is_zero), None);
        learn(&ranges, &terms, is_zero, false);
        assert!(ranges.is_found(word));
        assert_eq!(implied(&ranges, &terms, is_zero), Some(false));
        assert_eq!(implied(&ranges, &terms, below(u64::MAX.into())), Some(true));
    }

    #[test]
    fn signed_and_unsigned_order_are_kept_apart() {
        let memory = Memory::new();
        let (terms, ranges) = (memory.terms(), Ranges::new(memory.arena()));
        let byte = terms.intern(TermRecord::new(Op::Input, 8, 0, 0, 0));
        let than = |op: Op, bound: u8| terms.binary(op, 8, byte, terms.constant(8, bound.into()));
        learn(&ranges, &terms, than(Op::SLt, 0), true);
        assert_eq!(implied(&ranges, &terms, than(Op::SLt, 5)), Some(true));
        assert_eq!(implied(&ranges, &terms, than(Op::ULt, 5)), None);
        learn(&ranges, &terms, than(Op::SLt, 0x81), true);
        assert!(ranges.is_found(byte));
        assert_eq!(implied(&ranges, &terms, than(Op::ULt, 0x80)), Some(false));
    }

    #[test]
    fn a_wide_value_is_found_but_has_no_range() {
        let memory = Memory::new();
        let (terms, ranges) = (memory.terms(), Ranges::new(memory.arena()));
        let wide = terms.intern(TermRecord::new(Op::Input, 128, 0, 0, 0));
        let is = |value: u128| terms.binary(Op::Eq, 128, wide, terms.constant(128, value));
        learn(&ranges, &terms, is(7), false);
        assert!(!ranges.is_found(wide));
        learn(&ranges, &terms, is(9 << 64), true);
        assert!(ranges.is_found(wide));
        assert_eq!((ranges.greatest(&terms, wide), implied(&ranges, &terms, is(0))), (None, None));
    }
}
