//! What a run knows of terms: hash maps that start within a page or two, because every run begins with an
//! empty one.

use crate::arena::Arena;
use std::cell::Cell;
use std::sync::Arc;

/// What a map has under a key.
///
/// # Safety
/// All bytes zero are valid, and have the key 0.
pub unsafe trait Entry: Copy {
    /// How many there is room for at first; a power of two.
    const FIRST_SLOTS: usize;

    /// Never 0, but for a free slot.
    fn key(&self) -> u32;
}

pub struct ByTerm<E> {
    arena: Arc<Arena>,
    /// Their number is a power of two.
    slots: Cell<*const [Cell<E>]>,
    used: Cell<usize>,
}

impl<E: Entry> ByTerm<E> {
    pub fn new(arena: Arc<Arena>) -> ByTerm<E> {
        let slots = Cell::new(free_slots(&arena, E::FIRST_SLOTS));
        ByTerm { arena, slots, used: Cell::new(0) }
    }

    #[inline]
    pub fn get(&self, key: u32) -> Option<E> {
        let entry = self.slot(key).get();
        (entry.key() != 0).then_some(entry)
    }

    pub fn set(&self, entry: E) {
        let is_new = self.slot(entry.key()).replace(entry).key() == 0;
        if is_new {
            self.used.set(self.used.get() + 1);
            self.make_room();
        }
    }

    /// The slot of a key, or the free one where it belongs.
    #[inline]
    fn slot(&self, key: u32) -> &Cell<E> {
        // SAFETY: the slots lie in the arena, which lives as long as `self`.
        let slots = unsafe { &*self.slots.get() };
        let mask = slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let found = slots[at].get().key();
            if found == 0 || found == key {
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
        for entry in old.iter().map(Cell::get).filter(|entry| entry.key() != 0) {
            self.slot(entry.key()).set(entry);
        }
    }
}

fn free_slots<E: Entry>(arena: &Arena, count: usize) -> *const [Cell<E>] {
    // SAFETY: entries may be zero; the arena lives as long as the map.
    std::ptr::slice_from_raw_parts(unsafe { arena.take(count) }, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Pair(u32, u64);

    // SAFETY: all zero is a pair of zeroes.
    unsafe impl Entry for Pair {
        const FIRST_SLOTS: usize = 16;

        fn key(&self) -> u32 {
            self.0
        }
    }

    #[test]
    fn entries_are_kept_while_the_map_grows() {
        let memory = Memory::new();
        let map = ByTerm::new(memory.arena());
        for number in 1..5000_u32 {
            map.set(Pair(number * 1024, u64::from(number)));
        }
        for number in 1..5000_u32 {
            assert_eq!(map.get(number * 1024), Some(Pair(number * 1024, u64::from(number))));
            assert_eq!(map.get(number * 1024 + 1), None);
        }
        map.set(Pair(3 * 1024, 7));
        assert_eq!(map.get(3 * 1024), Some(Pair(3 * 1024, 7)));
    }
}
