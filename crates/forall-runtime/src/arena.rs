//! Memory for what a run builds up and its end throws away.
//!
//! A child is born with an untouched arena and takes from it in order, so its first pages can be made present
//! with one call instead of one page fault each: with short runs, faults are most of the cost. Nothing is
//! given back.

use crate::ending::Report;
use crate::mapping::Mapping;
use forall_protocol::shared::Ending;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Arena {
    mapping: Mapping,
    /// Beginning of the part in use, so that it shares a page of the kernel's tables.
    start: usize,
    used: AtomicUsize,
    report: Report,
}

// SAFETY: memory is given out once, by an atomic counter.
unsafe impl Sync for Arena {}
// SAFETY: the arena belongs to no thread.
unsafe impl Send for Arena {}

/// Room for the entries of 2 GiB of memory.
const CAPACITY: usize = 8 << 30;
const KERNEL_TABLE_COVERS: usize = 2 << 20;
const LINE: usize = 64;
/// What a short run needs beyond what every run has from the start.
const FORESIGHT: usize = 4 * 4096;

impl Arena {
    pub fn new(report: Report) -> io::Result<Arena> {
        let mapping = Mapping::anonymous(CAPACITY + KERNEL_TABLE_COVERS)?;
        let start = mapping.start().addr().next_multiple_of(KERNEL_TABLE_COVERS) - mapping.start().addr();
        Ok(Arena { mapping, start, used: AtomicUsize::new(0), report })
    }

    /// `count` values that are all zero. Ends the run when there is no room.
    ///
    /// # Safety
    /// All bytes zero are a valid `T`, which needs no drop. The slice lives as long as the arena.
    pub unsafe fn take<T>(&self, count: usize) -> *mut T {
        const { assert!(align_of::<T>() <= LINE) };
        let length = (count * size_of::<T>()).next_multiple_of(LINE);
        let offset = self.used.fetch_add(length, Ordering::Relaxed);
        if length > CAPACITY || offset > CAPACITY - length {
            self.report.end(Ending::Exhausted);
        }
        // SAFETY: inside the mapping, as just checked.
        unsafe { self.mapping.start().add(self.start + offset) }.cast()
    }

    /// What nobody has taken yet, and nobody has written.
    pub fn untouched(&self) -> Range<usize> {
        let (start, used) = (self.mapping.start().addr() + self.start, self.used.load(Ordering::Relaxed));
        let end = self.mapping.range().end;
        (start + used).next_multiple_of(4096).min(end)..end
    }

    /// In a new child: makes present what it is going to need.
    pub fn prepare(&self) {
        let length = self.used.load(Ordering::Relaxed) + FORESIGHT;
        // An older kernel does not know this; then every page costs its fault.
        // SAFETY: the range lies in the mapping; its contents stay the same.
        unsafe {
            let start = self.mapping.start().add(self.start);
            libc::madvise(start.cast(), length.next_multiple_of(4096), libc::MADV_POPULATE_WRITE);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Memory;

    #[test]
    fn what_is_taken_is_zero_and_disjoint() {
        let arena = Memory::new().arena();
        arena.prepare();
        // SAFETY: integers may be zero; the slices are used while the arena lives.
        unsafe {
            let bytes = std::slice::from_raw_parts_mut(arena.take::<u8>(3), 3);
            let words = std::slice::from_raw_parts_mut(arena.take::<u64>(1000), 1000);
            assert!(bytes.iter().all(|&byte| byte == 0) && words.iter().all(|&word| word == 0));
            bytes.fill(7);
            words.fill(u64::MAX);
            assert_eq!(bytes, [7; 3]);
        }
    }

    #[test]
    fn nothing_untouched_was_taken() {
        let arena = Memory::new().arena();
        let before = arena.untouched();
        // SAFETY: integers may be zero; the arena lives.
        let taken = unsafe { arena.take::<u8>(10_000) }.addr();
        let after = arena.untouched();
        assert_eq!(before.end, after.end);
        assert!(taken + 10_000 <= after.start && after.start <= taken + 10_000 + 2 * 4096);
    }
}
