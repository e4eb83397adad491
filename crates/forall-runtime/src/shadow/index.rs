//! From addresses to blocks of entries.

use crate::arena::Arena;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};

/// How many bytes a block of entries stands for.
pub const BLOCK: usize = 1024;

/// Entries of consecutive bytes.
pub type Block = [AtomicU32];

/// A hash map from block numbers to blocks that starts within one page. The thread that runs the test adds to
/// it, any thread may search.
pub struct Index {
    arena: Arc<Arena>,
    table: AtomicPtr<Table>,
    used: AtomicUsize,
}

/// Slots, a power of two many.
struct Table {
    slots: *const Slot,
    count: usize,
}

struct Slot {
    /// Number of the block, plus one; 0 is a free slot. Set after `block`.
    key: AtomicUsize,
    block: AtomicPtr<[AtomicU32; BLOCK]>,
}

const FIRST_SLOTS: usize = 256;

impl Index {
    pub fn new(arena: Arc<Arena>) -> Index {
        let table = AtomicPtr::new(new_table(&arena, FIRST_SLOTS));
        Index { arena, table, used: AtomicUsize::new(0) }
    }

    pub fn is_empty(&self) -> bool {
        self.used.load(Ordering::Relaxed) == 0
    }

    /// How many blocks it could hold without growing.
    pub fn capacity(&self) -> usize {
        self.table().count
    }

    pub fn find(&self, number: usize) -> Option<&Block> {
        self.table().find(number).ok()
    }

    /// Ends the run when there is no room.
    pub fn find_or_add(&self, number: usize) -> &Block {
        match self.table().find(number) {
            Ok(block) => block,
            Err(slot) => self.add(number, slot),
        }
    }

    /// Visits all blocks until a visit yields true.
    pub fn any(&self, mut visit: impl FnMut(usize, &Block) -> bool) -> bool {
        self.table().slots().iter().any(|slot| slot.get().is_some_and(|(number, block)| visit(number, block)))
    }

    fn table(&self) -> &Table {
        // SAFETY: tables lie in the arena, which lives as long as `self`, and are complete before they are
        // published.
        unsafe { &*self.table.load(Ordering::Acquire) }
    }

    #[cold]
    fn add(&self, number: usize, slot: &Slot) -> &Block {
        // SAFETY: entries may be zero.
        let block: *mut [AtomicU32; BLOCK] = unsafe { self.arena.take(1) };
        slot.set(number, block);
        let used = self.used.fetch_add(1, Ordering::Relaxed) + 1;
        let table = self.table();
        if used * 2 > table.count {
            let larger = new_table(&self.arena, 2 * table.count);
            for slot in table.slots() {
                if let Some((number, _)) = slot.get()
                    // SAFETY: not published yet, so this thread's alone.
                    && let Err(free) = unsafe { &*larger }.find(number)
                {
                    free.set(number, slot.block.load(Ordering::Relaxed));
                }
            }
            self.table.store(larger, Ordering::Release);
        }
        // SAFETY: the block lies in the arena, which lives as long as `self`.
        unsafe { &*block }
    }
}

impl Table {
    fn slots(&self) -> &[Slot] {
        // SAFETY: `new_table` made that many slots.
        unsafe { std::slice::from_raw_parts(self.slots, self.count) }
    }

    /// The block, or the free slot where it belongs. Neighbouring blocks are neighbours in the table.
    fn find(&self, number: usize) -> Result<&Block, &Slot> {
        let slots = self.slots();
        let mut at = number & (self.count - 1);
        loop {
            match slots[at].get() {
                Some((found, block)) if found == number => return Ok(block),
                Some(_) => at = (at + 1) & (self.count - 1),
                None => return Err(&slots[at]),
            }
        }
    }
}

impl Slot {
    fn get(&self) -> Option<(usize, &Block)> {
        let number = self.key.load(Ordering::Acquire).checked_sub(1)?;
        // SAFETY: set before the key, to a block that lives as long as the arena.
        Some((number, unsafe { &*self.block.load(Ordering::Relaxed) }))
    }

    fn set(&self, number: usize, block: *mut [AtomicU32; BLOCK]) {
        self.block.store(block, Ordering::Relaxed);
        self.key.store(number + 1, Ordering::Release);
    }
}

fn new_table(arena: &Arena, count: usize) -> *mut Table {
    // SAFETY: keys may be zero and pointers null; a table is written before it is used.
    unsafe {
        let slots = arena.take(count);
        let table: *mut Table = arena.take(1);
        table.write(Table { slots, count });
        table
    }
}
