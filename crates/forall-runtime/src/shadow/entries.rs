//! One entry for each byte of the address space.
//!
//! Nearly all memory is concrete. A table of tags answers that quickly: a tag covers sixteen bytes (and all others that share its index) and
//! stays set once anything symbolic was there. Behind it an index leads from addresses to blocks of entries.
//!
//! The thread that runs the test reads and writes; other threads of the program may clear (their data is concrete). They meet at an entry
//! only where the program's own threads meet at that byte. What they meet at otherwise, tags and index, is atomic.

use super::index::{BLOCK, Block, Index};
use crate::arena::Arena;
use forall_protocol::hooks::{TAG_COUNT as TAGS, TAG_GRANULE as GRANULE};
use forall_protocol::terms::TermId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// An entry is `term << 4 | index of the byte in the term's value`; 0 is concrete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry(pub u32);

impl Entry {
    pub const CONCRETE: Entry = Entry(0);

    pub fn new(term: TermId, byte: u32) -> Entry {
        debug_assert!(term < 1 << 28 && byte < 16);
        Entry(term << 4 | byte)
    }

    pub fn term(self) -> TermId {
        self.0 >> 4
    }

    pub fn byte(self) -> u32 {
        self.0 & 15
    }
}

pub struct Shadow {
    tags: *const [AtomicU8; TAGS],
    index: Index,
}

// SAFETY: shared parts are atomic; entries are accessed as the module documentation says.
unsafe impl Sync for Shadow {}

/// User addresses have 47 bits. Beyond them there is nothing that a program could read or write.
const ADDRESSES: usize = 1 << 47;
/// Ranges up to this length are looked up in the tags, longer ones by block.
const SHORT: usize = 512;

impl Shadow {
    /// The tags are those at which the program itself looks.
    ///
    /// # Safety
    /// They are zero, and stay where they are.
    pub unsafe fn new(arena: Arc<Arena>, tags: *const [AtomicU8; TAGS]) -> Shadow {
        Shadow { tags, index: Index::new(arena) }
    }

    /// Has nothing symbolic ever been in memory?
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Might the range hold anything symbolic? `false` is certain.
    #[inline]
    pub fn may_hold(&self, address: usize, length: usize) -> bool {
        if length == 0 {
            return false;
        }
        if length > SHORT {
            return self.any_block(address, length, |_| true);
        }
        let last = address.wrapping_add(length - 1) >> GRANULE;
        let mut granule = address >> GRANULE;
        loop {
            if self.tag(granule).load(Ordering::Relaxed) != 0 {
                return true;
            }
            if granule == last {
                return false;
            }
            granule = granule.wrapping_add(1);
        }
    }

    /// Does the range hold anything symbolic?
    pub fn holds(&self, address: usize, length: usize) -> bool {
        let symbolic = |part: &Block| part.iter().any(|entry| entry.load(Ordering::Relaxed) != 0);
        self.may_hold(address, length) && self.any_block(address, length, symbolic)
    }

    /// The entry of one byte.
    pub fn entry(&self, address: usize) -> Entry {
        self.index
            .find(address / BLOCK)
            .map_or(Entry::CONCRETE, |block| Entry(block[address % BLOCK].load(Ordering::Relaxed)))
    }

    /// Ends the run when there is no room for more blocks.
    pub fn set(&self, address: usize, entry: Entry) {
        if address >= ADDRESSES {
            return;
        }
        self.index.find_or_add(address / BLOCK)[address % BLOCK].store(entry.0, Ordering::Relaxed);
        if entry != Entry::CONCRETE {
            self.tag(address >> GRANULE).store(1, Ordering::Relaxed);
        }
    }

    /// Makes the range concrete.
    #[inline]
    pub fn clear(&self, address: usize, length: usize) {
        if self.may_hold(address, length) {
            self.clear_blocks(address, length);
        }
    }

    fn clear_blocks(&self, address: usize, length: usize) {
        self.any_block(address, length, |part| {
            part.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
            false
        });
    }

    /// Does what `memmove` does to the bytes themselves.
    pub fn copy(&self, to: usize, from: usize, length: usize) {
        if to == from || length == 0 {
            return;
        }
        if !self.may_hold(from, length) {
            return self.clear(to, length);
        }
        // Beyond the last address the program itself cannot copy either.
        let length = length.min(ADDRESSES.saturating_sub(to.max(from)));
        if to.wrapping_sub(from) >= length {
            let mut done = 0;
            while done < length {
                let chunk =
                    (length - done).min(BLOCK - (to + done) % BLOCK).min(BLOCK - (from + done) % BLOCK);
                self.copy_in_blocks(to + done, from + done, chunk);
                done += chunk;
            }
        } else {
            let mut left = length;
            while left > 0 {
                let room = |end: usize| (end - 1) % BLOCK + 1;
                let chunk = left.min(room(to + left)).min(room(from + left));
                left -= chunk;
                self.copy_in_blocks(to + left, from + left, chunk);
            }
        }
    }

    /// Copies entries where neither range leaves its block.
    fn copy_in_blocks(&self, to: usize, from: usize, length: usize) {
        let Some(source) = self.index.find(from / BLOCK) else {
            return self.clear(to, length);
        };
        let source = &source[from % BLOCK..][..length];
        if source.iter().all(|entry| entry.load(Ordering::Relaxed) == 0) {
            return self.clear(to, length);
        }
        let target = &self.index.find_or_add(to / BLOCK)[to % BLOCK..][..length];
        // SAFETY: both slices have this length. The entries belong to this thread, as the module documentation says.
        unsafe { target.as_ptr().cast::<u32>().cast_mut().copy_from(source.as_ptr().cast(), length) };
        for (offset, entry) in target.iter().enumerate() {
            if entry.load(Ordering::Relaxed) != 0 {
                self.tag((to + offset) >> GRANULE).store(1, Ordering::Relaxed);
            }
        }
    }

    #[inline]
    fn tag(&self, granule: usize) -> &AtomicU8 {
        // SAFETY: promised to `new`.
        unsafe { &(*self.tags)[granule % TAGS] }
    }

    /// Visits what existing blocks have in common with the range, in no particular order, until a visit yields true.
    fn any_block(&self, address: usize, length: usize, mut visit: impl FnMut(&Block) -> bool) -> bool {
        let end = address.saturating_add(length).min(ADDRESSES);
        if address >= end {
            return false;
        }
        let blocks = address / BLOCK..(end - 1) / BLOCK + 1;
        let mut visit_part = |number: usize, block: &Block| {
            let start = (number * BLOCK).max(address);
            let part = ((number + 1) * BLOCK).min(end) - start;
            visit(&block[start % BLOCK..][..part])
        };
        if blocks.len() > self.index.capacity() {
            return self.index.any(|number, block| blocks.contains(&number) && visit_part(number, block));
        }
        blocks
            .into_iter()
            .any(|number| self.index.find(number).is_some_and(|block| visit_part(number, block)))
    }
}
