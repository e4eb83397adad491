//! What the decisions of a run leave no choice about: a bit that was decided, a value of which comparisons
//! with constants leave only one, and whatever is computed from these. A run need not remember how such a
//! value came about; and what it decides by it is no decision.
//!
//! See docs/decisions/implied-values-are-concrete.md.

use crate::decisions::Decisions;
use crate::terms::Terms;
use forall_protocol::terms::{CONCRETE, Op, TermId};

/// So many terms are looked at. What is used again and again is known each time, so what is built on it stays
/// small.
const LOOKED_AT: u32 = 12;

/// Has this term the same value for all inputs with which the program decides as it did so far?
pub fn is_implied(terms: &Terms, decisions: &Decisions, term: TermId) -> bool {
    !decisions.is_empty() && ImpliedCheck { terms, decisions, left: LOOKED_AT }.term(term)
}

struct ImpliedCheck<'a> {
    terms: &'a Terms,
    decisions: &'a Decisions,
    left: u32,
}

impl ImpliedCheck<'_> {
    fn term(&mut self, term: TermId) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        if term == CONCRETE {
            return true;
        }
        let record = self.terms.record(term);
        let is_bit = record.width == 1;
        match self.terms.op(term) {
            Some(Op::Const) => true,
            _ if is_bit && self.decisions.decided(term).is_some()
                || !is_bit && self.decisions.is_found(term) =>
            {
                true
            }
            Some(Op::Ite) => match self.decisions.decided(record.a) {
                Some(true) => self.term(record.b),
                Some(false) => self.term(record.c),
                None => false,
            },
            Some(
                Op::ZExt
                | Op::SExt
                | Op::Extract
                | Op::CtPop
                | Op::CtLz
                | Op::CtTz
                | Op::BSwap
                | Op::BitReverse,
            ) => self.term(record.a),
            // What came last stands right, and is the least likely to be known.
            Some(op) if is_plain_binary(op) => self.term(record.b) && self.term(record.a),
            _ => false,
        }
    }
}

fn is_plain_binary(op: Op) -> bool {
    matches!(
        op,
        Op::Add
            | Op::Sub
            | Op::Mul
            | Op::UDiv
            | Op::SDiv
            | Op::URem
            | Op::SRem
            | Op::Shl
            | Op::LShr
            | Op::AShr
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::Ne
            | Op::ULt
            | Op::ULe
            | Op::SLt
            | Op::SLe
            | Op::UAddOverflow
            | Op::SAddOverflow
            | Op::USubOverflow
            | Op::SSubOverflow
            | Op::UMulOverflow
            | Op::SMulOverflow
            | Op::Concat
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;
    use forall_protocol::terms::TermRecord;

    struct World {
        terms: Terms,
        decisions: Decisions,
        _memory: Memory,
    }

    impl World {
        fn new() -> World {
            let memory = Memory::new();
            // SAFETY: the header lies in the mapping.
            unsafe { (*memory.shared().header()).max_decisions = 100 };
            let decisions = Decisions::new(memory.shared(), memory.report(), memory.arena());
            World { terms: memory.terms(), decisions, _memory: memory }
        }

        fn input(&self, index: u32, width: u32) -> TermId {
            self.terms.intern(TermRecord::new(Op::Input, width, index, 0, 0))
        }

        fn is_implied(&self, term: TermId) -> bool {
            is_implied(&self.terms, &self.decisions, term)
        }
    }

    #[test]
    fn what_is_computed_from_a_decided_bit_is_known() {
        let world = World::new();
        let (terms, decisions) = (&world.terms, &world.decisions);
        let (x, y) = (world.input(0, 8), world.input(1, 8));
        let less = terms.binary(Op::ULt, 8, x, y);
        let position = terms.binary(Op::Add, 64, terms.extend(Op::ZExt, less, 64), terms.constant(64, 3));
        assert!(!world.is_implied(position));
        decisions.decide(terms, 1, less, false);
        assert!(world.is_implied(position) && world.is_implied(less));
        assert!(world.is_implied(terms.not(less)), "under its other name");
        assert!(!world.is_implied(x) && !world.is_implied(terms.binary(Op::ULe, 8, x, y)));
    }

    #[test]
    fn what_was_found_equal_to_a_constant_is_known() {
        let world = World::new();
        let (terms, decisions) = (&world.terms, &world.decisions);
        let (x, y) = (world.input(0, 8), world.input(1, 8));
        let is_seven = |term| terms.binary(Op::Eq, 8, term, terms.constant(8, 7));
        decisions.decide(terms, 1, is_seven(x), true);
        decisions.decide(terms, 1, is_seven(y), false);
        let of = |term| terms.binary(Op::Mul, 8, term, terms.constant(8, 2));
        assert!(world.is_implied(x) && world.is_implied(of(x)));
        assert!(!world.is_implied(y) && !world.is_implied(of(y)));
        assert!(!world.is_implied(terms.binary(Op::Add, 8, x, y)), "as long as one operand is open");
    }

    #[test]
    fn of_a_choice_only_what_was_chosen_matters() {
        let world = World::new();
        let (terms, decisions) = (&world.terms, &world.decisions);
        let (x, bit) = (world.input(0, 8), world.input(1, 1));
        let (left, right) =
            (terms.choose(8, bit, terms.constant(8, 1), x), terms.choose(8, bit, x, terms.constant(8, 1)));
        let constants = terms.choose(8, bit, terms.constant(8, 1), terms.constant(8, 2));
        decisions.decide(terms, 1, world.input(2, 1), true);
        assert!(!world.is_implied(constants), "nothing was chosen yet");
        decisions.decide(terms, 1, bit, true);
        assert!(world.is_implied(left) && !world.is_implied(right) && world.is_implied(constants));
    }
}
