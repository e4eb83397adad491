//! One entry for each byte of the address space.
//!
//! Nearly all memory is concrete. A table of tags answers that quickly: a tag covers granules of sixteen
//! bytes (all that share its index) and counts those that hold anything symbolic. Behind it an index leads
//! from addresses to blocks of entries.
//!
//! The thread that runs the test reads and writes; other threads of the program may clear (their data is
//! concrete). They meet at an entry only where the program's own threads meet at that byte. What they meet at
//! otherwise, tags and index, is atomic.

use super::index::{BLOCK, Block, Index};
use crate::arena::Arena;
use forall_protocol::hooks::{TAG_COUNT as TAGS, TAG_GRANULE as GRANULE};
use forall_protocol::terms::TermId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

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
/// A tag that stays as it is.
const FULL: u8 = u8::MAX;

/// Entries that lie next to each other in a block.
#[derive(Clone, Copy)]
struct EntryRange<'a> {
    /// Of the block.
    number: usize,
    block: &'a Block,
    start: usize,
    length: usize,
}

impl<'a> EntryRange<'a> {
    fn entries(self) -> &'a [AtomicU32] {
        &self.block[self.start..][..self.length]
    }

    /// Of the granules that the part touches, those with anything symbolic: bit `n` is granule `n` of the block.
    fn symbolic_granules(self) -> u64 {
        const { assert!(BLOCK >> GRANULE <= 64) };
        let granules = self.start >> GRANULE..((self.start + self.length - 1) >> GRANULE) + 1;
        let is_symbolic = |granule: &usize| {
            let entries = &self.block[granule << GRANULE..(granule + 1) << GRANULE];
            entries.iter().fold(0, |any, entry| any | entry.load(Ordering::Relaxed)) != 0
        };
        granules.filter(is_symbolic).fold(0, |bits, granule| bits | 1 << granule)
    }
}

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
        let symbolic =
            |part: EntryRange<'_>| part.entries().iter().any(|entry| entry.load(Ordering::Relaxed) != 0);
        self.may_hold(address, length) && self.any_block(address, length, symbolic)
    }

    /// The entry of one byte.
    pub fn entry(&self, address: usize) -> Entry {
        self.index
            .find(address / BLOCK)
            .map_or(Entry::CONCRETE, |block| Entry(block[address % BLOCK].load(Ordering::Relaxed)))
    }

    /// The entries of consecutive bytes; those it leaves as they are stand for bytes that nothing was ever
    /// written for.
    pub fn read(&self, address: usize, entries: &mut [Entry]) {
        self.any_block(address, entries.len(), |part| {
            let first = part.number * BLOCK + part.start - address;
            for (entry, found) in entries[first..].iter_mut().zip(part.entries()) {
                *entry = Entry(found.load(Ordering::Relaxed));
            }
            false
        });
    }

    /// Gives each byte of the range the entry for its offset. Ends the run when there is no room for more blocks.
    pub fn write(&self, address: usize, length: usize, entry: impl Fn(usize) -> Entry) {
        let end = address.saturating_add(length).min(ADDRESSES);
        let mut at = address;
        while at < end {
            let (number, start) = (at / BLOCK, at % BLOCK);
            let length = (end - at).min(BLOCK - start);
            let part = EntryRange { number, block: self.index.find_or_add(number), start, length };
            self.change(part, || {
                for (place, offset) in part.entries().iter().zip(at - address..) {
                    place.store(entry(offset).0, Ordering::Relaxed);
                }
            });
            at += length;
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
            self.change(part, || part.entries().iter().for_each(|entry| entry.store(0, Ordering::Relaxed)));
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
        let block = self.index.find_or_add(to / BLOCK);
        let part = EntryRange { number: to / BLOCK, block, start: to % BLOCK, length };
        let target = part.entries();
        // SAFETY: both slices have this length. The entries belong to this thread, as the module
        // documentation says.
        self.change(part, || unsafe {
            target.as_ptr().cast::<u32>().cast_mut().copy_from(source.as_ptr().cast(), length);
        });
    }

    /// Changes entries, and with them the tags of granules that begin or cease to hold anything symbolic.
    fn change(&self, part: EntryRange<'_>, write: impl FnOnce()) {
        let before = part.symbolic_granules();
        write();
        let after = part.symbolic_granules();
        let mut changed = before ^ after;
        while changed != 0 {
            let granule = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let tag = self.tag(((part.number * BLOCK) >> GRANULE) + granule);
            match tag.load(Ordering::Relaxed) {
                FULL => {} // nobody knows any more how many there are
                _ if after >> granule & 1 == 1 => _ = tag.fetch_add(1, Ordering::Relaxed),
                _ => _ = tag.fetch_sub(1, Ordering::Relaxed),
            }
        }
    }

    #[inline]
    fn tag(&self, granule: usize) -> &AtomicU8 {
        // SAFETY: promised to `new`.
        unsafe { &(*self.tags)[granule % TAGS] }
    }

    /// Visits what existing blocks have in common with the range, in no particular order, until a visit
    /// yields true.
    fn any_block(
        &self,
        address: usize,
        length: usize,
        mut visit: impl FnMut(EntryRange<'_>) -> bool,
    ) -> bool {
        let end = address.saturating_add(length).min(ADDRESSES);
        if address >= end {
            return false;
        }
        let blocks = address / BLOCK..(end - 1) / BLOCK + 1;
        let mut visit_part = |number: usize, block: &Block| {
            let start = (number * BLOCK).max(address);
            let length = ((number + 1) * BLOCK).min(end) - start;
            visit(EntryRange { number, block, start: start % BLOCK, length })
        };
        if blocks.len() > self.index.capacity() {
            return self.index.any(|number, block| blocks.contains(&number) && visit_part(number, block));
        }
        blocks
            .into_iter()
            .any(|number| self.index.find(number).is_some_and(|block| visit_part(number, block)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn a_tag_counts_the_granules_that_share_it() {
        let memory = Memory::new();
        let shadow = memory.shadow();
        let (one, twin) = (0x1000_0008, 0x1000_0008 + (TAGS << GRANULE));
        let entry = Entry::new(7, 0);
        shadow.write(one, 2, |_| entry);
        shadow.write(twin, 1, |_| entry);
        shadow.clear(one, 1);
        assert!(shadow.may_hold(one, 1), "its neighbour is symbolic");
        shadow.clear(one + 1, 1);
        assert!(shadow.may_hold(one, 1) && !shadow.holds(one, 2), "its twin is symbolic");
        shadow.copy(twin + 64, twin, 16);
        shadow.clear(twin, 16);
        assert!(!shadow.may_hold(one, 8), "nothing is left");
        assert!(shadow.holds(twin + 64, 16));
    }
}
