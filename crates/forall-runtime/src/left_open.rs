//! Decisions by bits that the compiler leaves open (see [`crate::terms::marks`]).
//!
//! Before a run decides by such bits, it decides whether they are open at all: whether what was computed is a
//! NaN, whether both operands of `min` are zeros. Where they are not, the path stands for all its inputs like
//! any other. Where they are, another build may go the other way, and there is a note.

use crate::arena::Arena;
use crate::by_term::{ByTerm, Entry};
use crate::check::meaning;
use crate::inputs;
use crate::run_state::RunState;
use crate::terms::Terms;
use crate::terms::marks::{ANY, BITS, NAN, Role, ZERO};
use forall_protocol::manifest::{EXTREME, NAN_BITS, TOO_DEEP};
use forall_protocol::shared::{NoteKind, Shared};
use forall_protocol::terms::{Op, TermId, TermRecord};
use std::sync::Arc;

/// Terms that go deeper are taken to be open: the stack has an end.
const DEEPEST: u32 = 2000;

/// What this run has found out.
pub struct LeftOpen {
    shared: Shared,
    values: ByTerm<Worked>,
    settled: ByTerm<Settled>,
}

/// A term with its value in this run.
#[derive(Clone, Copy)]
struct Worked(TermId, u128);

// SAFETY: a zero belongs to no term.
unsafe impl Entry for Worked {
    const FIRST_SLOTS: usize = 16;

    fn key(&self) -> u32 {
        self.0
    }
}

/// A term with the marks that were looked at, and whether anything of it is open.
#[derive(Clone, Copy)]
struct Settled(TermId, u16, bool);

// SAFETY: a zero belongs to no term.
unsafe impl Entry for Settled {
    const FIRST_SLOTS: usize = 16;

    fn key(&self) -> u32 {
        self.0
    }
}

impl LeftOpen {
    pub fn new(shared: Shared, arena: Arc<Arena>) -> LeftOpen {
        LeftOpen { shared, values: ByTerm::new(Arc::clone(&arena)), settled: ByTerm::new(arena) }
    }

    /// The value of a term in this run, unless it takes too long a way down.
    fn value(&self, terms: &Terms, term: TermId, depth: u32) -> Option<u128> {
        if let Some(Worked(_, value)) = self.values.get(term) {
            return Some(value);
        }
        let below = depth.checked_sub(1)?;
        let mut known = true;
        let value = meaning::value(terms, term, |index| inputs::value(self.shared, index), &mut |operand| {
            // Once one operand is not known, the others make no difference: to look at them all the same
            // would take forever.
            let value = if known { self.value(terms, operand, below) } else { None };
            known = value.is_some();
            value.unwrap_or(0)
        });
        if known {
            self.values.set(Worked(term, value));
        }
        known.then_some(value)
    }
}

impl RunState {
    /// A value is about to decide something. Yields whether its term says what happens; not so if the bits
    /// are open and are not those of the term.
    #[inline]
    pub fn settle(&self, site: u32, term: TermId, value: u128) -> bool {
        self.terms.open_marks(term) == 0 || !self.is_left_open(site, term) || self.comes_out_so(term, value)
    }

    /// May bits of the value be others in another build? Then there is a note.
    #[cold]
    pub fn is_left_open(&self, site: u32, term: TermId) -> bool {
        Settling { state: self, site }.looks_at(term, ANY, DEEPEST)
    }

    /// What depends on no input is no decision.
    fn comes_out_so(&self, term: TermId, value: u128) -> bool {
        !self.terms.is_fixed(term) && self.left_open.value(&self.terms, term, DEEPEST) == Some(value)
    }
}

struct Settling<'a> {
    state: &'a RunState,
    site: u32,
}

impl Settling<'_> {
    /// Is anything open of these aspects of a value?
    fn looks_at(&self, term: TermId, aspects: u16, depth: u32) -> bool {
        let RunState { terms, left_open, .. } = self.state;
        let record = terms.record(term);
        let aspects = aspects & record.marks;
        if aspects == 0 {
            return false;
        }
        if let Some(Settled(_, seen, open)) = left_open.settled.get(term)
            && aspects & !seen == 0
        {
            return open;
        }
        let Some(depth) = depth.checked_sub(1) else { return self.note(TOO_DEEP) };
        let open = self.looks_into(term, &record, aspects, depth);
        let before = left_open.settled.get(term).map_or((0, false), |Settled(_, seen, open)| (seen, open));
        left_open.settled.set(Settled(term, aspects | before.0, open || before.1));
        open
    }

    fn looks_into(&self, term: TermId, record: &TermRecord, aspects: u16, depth: u32) -> bool {
        let (terms, TermRecord { a, b, c, .. }) = (&self.state.terms, *record);
        let at = |operand, aspects| operand != 0 && self.looks_at(operand, aspects, depth);
        let [first, second, third] = terms.operands_of(record);
        let spread = aspects & (ZERO | BITS);
        match terms.role(record) {
            Role::Leaf => false,
            Role::Extreme => {
                let is_chosen = aspects & (NAN | ZERO) != 0
                    && match self.decides(a, depth) {
                        Some(is_chosen) => is_chosen && self.note(EXTREME),
                        None => true,
                    };
                at(b, aspects) | is_chosen
            }
            Role::Choice => match self.decides(a, depth) {
                Some(holds) => at(if holds { b } else { c }, aspects),
                None => true,
            },
            role @ (Role::Arithmetic | Role::Division) => {
                let is_number = || terms.binary(Op::FEq, terms.width(term), term, term);
                if aspects & NAN != 0 {
                    match self.decides(is_number(), depth) {
                        Some(true) => {}
                        Some(false) => return self.note(NAN_BITS),
                        None => return true,
                    }
                }
                let divisor = if role == Role::Division { ZERO | BITS } else { spread };
                at(first, spread) | at(second, divisor) | at(third, spread)
            }
            Role::Comparison => at(first, BITS) | at(second, BITS),
            Role::Negation | Role::Magnitude | Role::CopySign => at(first, aspects) | at(second, aspects),
            Role::Bits if record.width == 1 && matches!(Op::from_code(record.op), Some(Op::And | Op::Or)) => {
                self.looks_at_either(record, depth)
            }
            Role::Bits => at(first, ANY) | at(second, ANY) | at(third, ANY),
        }
    }

    /// Of two bits that are joined, one may make the other meaningless.
    fn looks_at_either(&self, record: &TermRecord, depth: u32) -> bool {
        let terms = &self.state.terms;
        let at = |operand| self.looks_at(operand, ANY, depth);
        let (clear, open) = match [record.a, record.b].map(|bit| terms.open_marks(bit)) {
            [0, _] => (record.a, record.b),
            [_, 0] => (record.b, record.a),
            _ => return at(record.a) | at(record.b),
        };
        let decisive = record.op == Op::Or as u8;
        self.decides(clear, depth) != Some(decisive) && at(open)
    }

    /// Decides a condition the way this run goes; `None` if it is open itself, which has been noted.
    fn decides(&self, condition: TermId, depth: u32) -> Option<bool> {
        let RunState { terms, left_open, .. } = self.state;
        if self.looks_at(condition, ANY, depth) {
            return None;
        }
        let Some(value) = left_open.value(terms, condition, depth) else {
            self.note(TOO_DEEP);
            return None;
        };
        if !terms.is_fixed(condition)
            && let Some(decisions) = self.state.decisions()
        {
            decisions.decide(terms, self.site, condition, value == 1);
        }
        Some(value == 1)
    }

    fn note(&self, what: u32) -> bool {
        self.state.note(NoteKind::LeftOpen, self.site, what);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    struct World {
        state: RunState,
        memory: Memory,
        x: TermId,
        y: TermId,
    }

    impl World {
        fn new(x: f64, y: f64) -> World {
            let memory = Memory::new();
            let (shared, state) = (memory.shared(), memory.state());
            // SAFETY: the header lies in the mapping, which has room for values.
            unsafe {
                (*shared.header()).max_decisions = 100;
                (*shared.header()).values = 2;
                shared.values().write(x.to_bits().into());
                shared.values().add(1).write(y.to_bits().into());
            }
            let [x, y] = [0, 1].map(|index| state.terms.intern(TermRecord::new(Op::Input, 64, index, 0, 0)));
            World { state, memory, x, y }
        }

        fn binary(&self, op: Op, left: TermId, right: TermId) -> TermId {
            self.state.terms.binary(op, 64, left, right)
        }

        fn is_negative(&self, float: TermId) -> TermId {
            self.binary(Op::SLt, float, self.state.terms.constant(64, 0))
        }

        /// What was noted, and what was decided.
        fn told(&self) -> (Vec<u32>, Vec<(TermId, bool)>) {
            let shared = self.memory.shared();
            // SAFETY: the header lies in the mapping and counts written records.
            unsafe {
                let header = &*shared.header();
                let notes = std::slice::from_raw_parts(shared.notes(), header.notes as usize);
                let decisions = std::slice::from_raw_parts(shared.decisions(), header.decisions as usize);
                let decided = |word: u32| (word >> 1, word & 1 == 1);
                (
                    notes.iter().map(|note| note.what).collect(),
                    decisions.iter().map(|decision| decided(decision.term_and_taken)).collect(),
                )
            }
        }
    }

    #[test]
    fn bits_of_a_sum_are_open_if_it_is_a_nan() {
        for (x, is_number) in [(2.0, true), (f64::INFINITY, false)] {
            let world = World::new(x, f64::NEG_INFINITY);
            let sum = world.binary(Op::FAdd, world.x, world.y);
            assert!(world.state.settle(0, world.is_negative(sum), 1), "the machine's own choice is negative");
            let notes = if is_number { vec![] } else { vec![NAN_BITS] };
            assert_eq!(world.told(), (notes, vec![(world.binary(Op::FEq, sum, sum), is_number)]));
        }
        let world = World::new(f64::INFINITY, f64::NEG_INFINITY);
        let sum = world.binary(Op::FAdd, world.x, world.y);
        assert!(!world.state.settle(0, world.is_negative(sum), 0), "its term does not say so");
    }

    #[test]
    fn bits_that_are_not_looked_at_are_not_open() {
        let world = World::new(f64::INFINITY, f64::NEG_INFINITY);
        let sum = world.binary(Op::FAdd, world.x, world.y);
        let is_number = world.binary(Op::FEq, sum, sum);
        let terms = &world.state.terms;
        let both = terms.binary(Op::And, 1, is_number, world.is_negative(sum));
        assert!(world.state.settle(0, both, 0));
        let chosen = terms.choose(64, is_number, sum, world.x);
        assert!(world.state.settle(0, world.is_negative(chosen), 0));
        assert_eq!(world.told(), (vec![], vec![(is_number, false)]));
    }

    #[test]
    fn the_choice_between_zeros_reaches_through_another() {
        for (y, notes) in [(0.0, vec![]), (-0.0, vec![EXTREME])] {
            let world = World::new(0.0, y);
            let terms = &world.state.terms;
            let differ = world.binary(Op::Ne, world.x, world.y);
            let inner = terms.choose_openly(64, differ, world.x);
            // To the term, the inner one is the zero that the outer one is compared with.
            let outer = terms.choose_openly(64, world.binary(Op::Ne, inner, world.x), world.x);
            world.state.settle(0, world.is_negative(outer), 0);
            assert_eq!(world.told().0, notes);
        }
    }

    #[test]
    fn what_is_too_deep_to_tell_is_noted_and_does_not_take_forever() {
        let world = World::new(0.5, 1.0);
        let deep = (0..DEEPEST).fold(world.x, |number, _| {
            world.binary(Op::FMul, number, world.binary(Op::FSub, world.y, number))
        });
        assert!(!world.state.settle(0, world.is_negative(deep), 0));
        assert_eq!(world.told(), (vec![TOO_DEEP], vec![]));
    }

    #[test]
    fn what_depends_on_no_input_is_noted_and_not_decided() {
        let world = World::new(0.0, 0.0);
        let infinity = world.state.terms.constant(64, 0x7FF0 << 48);
        let nan = world.binary(Op::FSub, infinity, infinity);
        assert!(!world.state.settle(0, world.is_negative(nan), 1));
        assert_eq!(world.told(), (vec![NAN_BITS], vec![]));
    }
}
