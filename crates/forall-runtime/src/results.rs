//! Addresses in what a test returns, and in the blocks of the heap that it leads to.
//!
//! Of its type nothing is known here. So every word is looked at that could be a pointer to a block: where it
//! is none after all, there may be a note too many.

use crate::run_state::RunState;
use forall_protocol::manifest::ADDRESS_RETURNED;
use forall_protocol::shared::NoteKind;
use std::cell::Cell;
use std::ops::Range;

/// What leads to more blocks is taken to tell of addresses.
const MOST_BLOCKS: usize = 1 << 10;
const WORD: usize = size_of::<usize>();

impl RunState {
    /// Notes addresses in what the test returns.
    pub fn seen_in_result(&self, start: usize, length: usize) {
        if self.terms.has_addresses() && self.leads_to_addresses(start..start + length) {
            self.note(NoteKind::Address, self.report.current_place(), ADDRESS_RETURNED);
        }
    }

    fn leads_to_addresses(&self, value: Range<usize>) -> bool {
        // SAFETY: numbers may be zero.
        let found: *const [Cell<usize>; MOST_BLOCKS] = unsafe { self.arena.take(1) };
        // SAFETY: just taken, and never given back.
        let found = unsafe { &*found };
        let (mut count, mut next, mut bytes) = (0, 0, value);
        loop {
            if self.has_addresses_in(&bytes) {
                return true;
            }
            for word in words(&bytes) {
                let Some(block) = self.objects.block_at(word) else { continue };
                if found[..count].iter().any(|known| known.get() == block.start) {
                    continue;
                }
                let Some(free) = found.get(count) else { return true };
                free.set(block.start);
                count += 1;
            }
            let Some(block) = found[..count].get(next).and_then(|start| self.objects.block_at(start.get()))
            else {
                return false;
            };
            (bytes, next) = (block, next + 1);
        }
    }

    fn has_addresses_in(&self, bytes: &Range<usize>) -> bool {
        const PIECE: usize = 64;
        let tells = |at: usize| self.terms.mentions(self.shadow.entry(at).term()) != 0;
        bytes.clone().step_by(PIECE).any(|start| {
            let end = bytes.end.min(start + PIECE);
            self.shadow.may_hold(start, end - start) && (start..end).any(tells)
        })
    }
}

/// What the program has there.
fn words(bytes: &Range<usize>) -> impl Iterator<Item = usize> {
    let aligned = bytes.start.next_multiple_of(WORD)..bytes.end.saturating_sub(WORD - 1);
    aligned.step_by(WORD).map(|at| {
        // SAFETY: it is the value that the program hands over, or a block that it has not freed. What is not
        // initialised is any number.
        unsafe { std::ptr::with_exposed_provenance::<usize>(at).read_volatile() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;
    use forall_protocol::terms::CONCRETE;

    /// Is it told that there are addresses in what a test returns?
    fn is_told<T>(state: &RunState, value: &T) -> bool {
        let start = (&raw const *value).expose_provenance();
        state.leads_to_addresses(start..start + size_of::<T>())
    }

    #[test]
    fn addresses_are_found_behind_pointers() {
        let memory = Memory::new();
        let state = memory.state();
        let mut list = Vec::with_capacity(8);
        list.extend([Box::new(1_usize), Box::new(2)]);
        let last = (&raw const *list[1]).expose_provenance();
        let term = state.address(CONCRETE, 0x7000_0000_1230);
        state.shadow.store(&state.terms, last, term, 64);
        assert!(is_told(&state, &*list[1]), "it is the address");
        assert!(!is_told(&state, &list), "nothing is known of the heap");
        state.objects.begins(list.as_ptr().expose_provenance(), 8 * size_of::<Box<usize>>());
        for element in &list {
            state.objects.begins((&raw const **element).expose_provenance(), size_of::<usize>());
        }
        assert!(is_told(&state, &list) && is_told(&state, &&list[..]));
        assert!(!is_told(&state, &list[0]));
        state.shadow.clear(last, size_of::<usize>());
        assert!(!is_told(&state, &list));
    }

    #[test]
    fn what_leads_back_to_itself_has_an_end() {
        let memory = Memory::new();
        let state = memory.state();
        let mut ring = Box::new([0_usize; 2]);
        let start = (&raw const *ring).expose_provenance();
        ring[1] = start;
        state.objects.begins(start, 16);
        assert!(!is_told(&state, &ring));
    }
}
