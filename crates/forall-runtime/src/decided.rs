//! How a run has decided the conditions it met so far.

use crate::arena::Arena;
use forall_protocol::terms::TermId;
use std::cell::Cell;
use std::sync::Arc;

/// A hash map from conditions to senses that starts within one page.
pub struct Decided {
    arena: Arc<Arena>,
    /// `term << 2 | sense`; 0 is a free slot. Their number is a power of two.
    slots: Cell<*const [Cell<u32>]>,
    used: Cell<usize>,
}

const FIRST_SLOTS: usize = 1024;
const FALSE: u32 = 1;
const TRUE: u32 = 2;

impl Decided {
    pub fn new(arena: Arc<Arena>) -> Decided {
        let slots = Cell::new(free_slots(&arena, FIRST_SLOTS));
        Decided { arena, slots, used: Cell::new(0) }
    }

    pub fn get(&self, condition: TermId) -> Option<bool> {
        let slot = self.slot(condition).get();
        (slot != 0).then_some(slot & 3 == TRUE)
    }

    pub fn set(&self, condition: TermId, holds: bool) {
        let slot = self.slot(condition);
        let is_new = slot.replace(entry(condition, holds)) == 0;
        if is_new {
            self.used.set(self.used.get() + 1);
            self.make_room();
        }
    }

    /// The condition's slot, or the free one where it belongs.
    fn slot(&self, condition: TermId) -> &Cell<u32> {
        // SAFETY: the slots lie in the arena, which lives as long as `self`.
        let slots = unsafe { &*self.slots.get() };
        let mask = slots.len() - 1;
        let mut at = condition as usize & mask;
        loop {
            let slot = slots[at].get();
            if slot == 0 || slot >> 2 == condition {
                return &slots[at];
            }
            at = (at + 1) & mask;
        }
    }

    fn make_room(&self) {
        // SAFETY: as in `slot`.
        let old = unsafe { &*self.slots.get() };
        if self.used.get() * 2 <= old.len() {
            return;
        }
        self.slots.set(free_slots(&self.arena, 2 * old.len()));
        for entry in old.iter().map(Cell::get).filter(|&entry| entry != 0) {
            self.slot(entry >> 2).set(entry);
        }
    }
}

fn entry(condition: TermId, holds: bool) -> u32 {
    condition << 2 | if holds { TRUE } else { FALSE }
}

fn free_slots(arena: &Arena, count: usize) -> *const [Cell<u32>] {
    // SAFETY: integers may be zero; the arena lives as long as the map.
    std::ptr::slice_from_raw_parts(unsafe { arena.take(count) }, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn senses_are_kept_while_the_map_grows() {
        let memory = Memory::new();
        let decided = Decided::new(memory.arena());
        let sense = |term: u32| term.is_multiple_of(3);
        for term in 1..5000_u32 {
            decided.set(term * 1024, sense(term));
        }
        for term in 1..5000_u32 {
            assert_eq!(decided.get(term * 1024), Some(sense(term)));
            assert_eq!(decided.get(term * 1024 + 1), None);
        }
        decided.set(3 * 1024, false);
        assert_eq!(decided.get(3 * 1024), Some(false));
    }
}
