//! Which blocks of the heap are in use: two addresses in one block are in the same order, and as far apart,
//! wherever the block lies.

use crate::arena::Arena;
use crate::lock::Lock;
use std::cell::Cell;
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::Arc;

/// Where blocks begin, one bit for each place where one can, and how long they are; in pages, found by their
/// numbers.
pub struct Objects {
    arena: Arc<Arena>,
    lock: Lock,
    /// A power of two many lists of pages.
    lists: Cell<*mut *mut Page>,
}

// SAFETY: everything is used under the lock only.
unsafe impl Sync for Objects {}

struct Page {
    number: usize,
    starts: [u64; WORDS],
    /// Where a block begins. The allocator is not asked: it may have been told by others that the block is no
    /// longer in use.
    lengths: [u32; GRANULES],
    next: *mut Page,
}

/// What the allocator aligns blocks to.
const GRANULE: usize = 16;
const PAGE: usize = 1 << 14;
const GRANULES: usize = PAGE / GRANULE;
const WORDS: usize = GRANULES / 64;
const LISTS: usize = 1 << 10;
/// The beginning of a block is looked for so many pages before an address.
const MOST_PAGES: usize = 1 << 10;

impl Objects {
    pub fn new(arena: Arc<Arena>) -> Objects {
        Objects { arena, lock: Lock::default(), lists: Cell::new(null_mut()) }
    }

    pub fn begins(&self, block: usize, length: usize) {
        if block == 0 {
            return;
        }
        self.lock.hold(|| {
            if self.lists.get().is_null() {
                // SAFETY: pointers may be null.
                self.lists.set(unsafe { self.arena.take(LISTS) });
            }
            let number = block / PAGE;
            let page = match self.page(number) {
                Some(page) => page,
                None => self.add_page(number),
            };
            let (word, bit) = place(block);
            page.starts[word] |= bit;
            page.lengths[granule(block)] = u32::try_from(length).unwrap_or(u32::MAX);
        });
    }

    pub fn ends(&self, block: usize) {
        self.lock.hold(|| {
            if let Some(page) = self.page(block / PAGE) {
                let (word, bit) = place(block);
                page.starts[word] &= !bit;
            }
        });
    }

    /// The block that is in use at an address, or ends there.
    pub fn block_at(&self, address: usize) -> Option<Range<usize>> {
        let block = self.lock.hold(|| {
            let number = address / PAGE;
            (0..MOST_PAGES.min(number)).find_map(|back| {
                let page = self.page(number - back)?;
                let last = if back == 0 { granule(address) } else { GRANULES - 1 };
                let granule = page.last_start(last)?;
                let start = (number - back) * PAGE + granule * GRANULE;
                Some(start..start + page.lengths[granule] as usize)
            })
        });
        block.filter(|block| (block.start..=block.end).contains(&address))
    }

    #[expect(clippy::mut_from_ref, reason = "used under the lock")]
    fn page(&self, number: usize) -> Option<&mut Page> {
        if self.lists.get().is_null() {
            return None;
        }
        // SAFETY: the index is below the number of lists.
        let mut next = unsafe { *self.lists.get().add(number % LISTS) };
        // SAFETY: null, or what lives as long as the arena.
        while let Some(page) = unsafe { next.as_mut() } {
            if page.number == number {
                return Some(page);
            }
            next = page.next;
        }
        None
    }

    #[expect(clippy::mut_from_ref, reason = "used under the lock")]
    fn add_page(&self, number: usize) -> &mut Page {
        // SAFETY: numbers may be zero and pointers null.
        let page: &mut Page = unsafe { &mut *self.arena.take(1) };
        // SAFETY: the index is below the number of lists.
        let list = unsafe { &mut *self.lists.get().add(number % LISTS) };
        page.number = number;
        page.next = *list;
        *list = page;
        page
    }
}

impl Page {
    /// The last granule up to this one at which a block begins.
    fn last_start(&self, last: usize) -> Option<usize> {
        (0..=last / 64).rev().find_map(|word| {
            let up_to = if word == last / 64 { u64::MAX >> (63 - last % 64) } else { u64::MAX };
            let bits = self.starts[word] & up_to;
            (bits != 0).then(|| word * 64 + 63 - bits.leading_zeros() as usize)
        })
    }
}

/// The number of a place in its page.
fn granule(address: usize) -> usize {
    address % PAGE / GRANULE
}

fn place(block: usize) -> (usize, u64) {
    let granule = granule(block);
    (granule / 64, 1 << (granule % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn blocks_are_found_from_inside_as_long_as_they_are_in_use() {
        let memory = Memory::new();
        let objects = Objects::new(memory.arena());
        assert_eq!(objects.block_at(0x5000_0010), None);
        let (first, second) = (0x5000_0010..0x5000_0040, 0x5000_3FF0..0x5000_8000);
        for block in [&first, &second] {
            objects.begins(block.start, block.len());
        }
        assert_eq!(objects.block_at(0x5000_000F), None);
        assert_eq!(objects.block_at(0x5000_0010), Some(first.clone()));
        assert_eq!(objects.block_at(0x5000_0040), Some(first.clone()), "its end");
        assert_eq!(objects.block_at(0x5000_0041), None);
        assert_eq!(objects.block_at(0x5000_4001), Some(second));
        objects.ends(0x5000_3FF0);
        assert_eq!(objects.block_at(0x5000_3FFF), None);
        objects.begins(0x5000_0010, 16);
        assert_eq!(objects.block_at(0x5000_0030), None, "another block");
        objects.ends(0x5000_0010);
        assert_eq!(objects.block_at(0x5000_0010), None);
    }
}
