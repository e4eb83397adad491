//! The arena of term records in shared memory.
//!
//! See docs/decisions/terms-in-shared-memory.md.

use crate::ending::Report;
use forall_protocol::shared::{Ending, MAX_TERMS, Shared};
use forall_protocol::terms::{Op, TermId, TermRecord};
use std::cell::Cell;
use std::sync::atomic::Ordering;

/// The term arena and its hash table. At any time at most one process appends.
pub struct Terms {
    shared: Shared,
    report: Report,
    /// This run has terms of addresses.
    addresses: Cell<bool>,
}

impl Terms {
    pub fn new(shared: Shared, report: Report) -> Terms {
        Terms { shared, report, addresses: Cell::new(false) }
    }

    /// Number of records, the reserved one included.
    pub fn count(&self) -> u32 {
        // SAFETY: the header lies in the mapping.
        unsafe { (*self.shared.header()).terms.load(Ordering::Acquire) }
    }

    pub fn record(&self, term: TermId) -> TermRecord {
        debug_assert!((1..self.count()).contains(&term), "{term} is no term");
        // SAFETY: ids are indices of records, and the table has room for every id below `MAX_TERMS`.
        unsafe { self.shared.terms().add(term as usize & (MAX_TERMS - 1)).read() }
    }

    pub fn width(&self, term: TermId) -> u32 {
        u32::from(self.record(term).width)
    }

    /// The record's operation, if it is one.
    pub fn op(&self, term: TermId) -> Option<Op> {
        Op::from_code(self.record(term).op)
    }

    /// The id of a record that is in the arena already.
    #[cfg(test)]
    fn find(&self, record: TermRecord) -> Option<TermId> {
        self.probe(record, self.level()).ok()
    }

    /// The id of a record, new or not. Ends the run when the arena is full.
    pub fn intern(&self, record: TermRecord) -> TermId {
        let marks = self.marks_of(&record);
        let record = TermRecord { marks, ..record };
        let slot = match self.probe(record, self.level()) {
            Ok(term) => return term,
            Err(slot) => slot,
        };
        let term = self.count();
        if term as usize >= MAX_TERMS {
            self.report.end(Ending::Exhausted);
        }
        // SAFETY: `term` is below `MAX_TERMS` and not yet counted, so nobody reads the record; the slot comes
        // from `probe`.
        unsafe {
            self.shared.terms().add(term as usize).write(record);
            (*self.shared.header()).terms.store(term + 1, Ordering::Release);
            slot.write(term);
        }
        if term as usize >= 1 << (self.level() - 1) {
            self.grow();
        }
        term
    }

    pub fn address(&self, address: u64) -> TermId {
        self.addresses.set(true);
        self.intern(TermRecord::address(address))
    }

    /// Can any term of this run tell of an address?
    #[inline]
    pub fn has_addresses(&self) -> bool {
        self.addresses.get()
    }

    fn level(&self) -> u32 {
        // SAFETY: the header lies in the mapping; only the process that runs changes the level.
        unsafe { (*self.shared.header()).hash_level }
    }

    /// The term in the given level of the table, or the slot where it belongs.
    fn probe(&self, record: TermRecord, level: u32) -> Result<TermId, *mut u32> {
        let slots = 1_usize << level;
        let mut at = hash(record) as usize & (slots - 1);
        loop {
            // SAFETY: level `n` occupies the slots `1 << n .. 2 << n`, all inside the table.
            let slot = unsafe { self.shared.hash().add(slots + at) };
            // SAFETY: as above.
            let term = unsafe { slot.read() };
            if term == 0 {
                return Err(slot);
            }
            if self.record(term) == record {
                return Ok(term);
            }
            at = (at + 1) & (slots - 1);
        }
    }

    /// Fills the next level with all records. One left half filled by a killed run is filled on.
    fn grow(&self) {
        let next = self.level() + 1;
        for term in 1..self.count() {
            if let Err(slot) = self.probe(self.record(term), next) {
                // SAFETY: the slot comes from `probe`.
                unsafe { slot.write(term) };
            }
        }
        // SAFETY: the header lies in the mapping; only the process that runs changes the level.
        unsafe { (*self.shared.header()).hash_level = next };
    }
}

/// Mixes the sixteen bytes of a record; the low bits are good enough for a table index.
fn hash(record: TermRecord) -> u64 {
    let head = u64::from(record.op) | u64::from(record.width) << 8 | u64::from(record.c) << 16;
    let operands = u64::from(record.a) | u64::from(record.b) << 32;
    let mixed = u128::from(head ^ 0x9E37_79B9_7F4A_7C15)
        * u128::from(operands.rotate_left(23) ^ 0xD6E8_FEB8_6659_FD93);
    let folded = (mixed ^ (mixed >> 64)) as u64;
    folded ^ (folded >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;
    use forall_protocol::shared::FIRST_HASH_LEVEL;

    #[test]
    fn equal_records_are_stored_once() {
        let memory = Memory::new();
        let terms = memory.terms();
        let x = terms.intern(TermRecord::new(Op::Input, 32, 0, 0, 0));
        let one = terms.intern(TermRecord::constant(32, 1));
        let sum = TermRecord::new(Op::Add, 32, x, one, 0);
        assert_eq!(terms.find(sum), None);
        let term = terms.intern(sum);
        assert_eq!(terms.intern(sum), term);
        assert_eq!(terms.find(sum), Some(term));
        assert_eq!(terms.record(term), sum);
        assert_eq!(terms.count(), 4);
    }

    #[test]
    fn records_are_found_again_after_the_table_has_grown() {
        let memory = Memory::new();
        let terms = memory.terms();
        let record = |n: u64| TermRecord::constant(64, n.wrapping_mul(0x1_0000_0001));
        let ids: Vec<TermId> = (0..20_000).map(|n| terms.intern(record(n))).collect();
        assert!(terms.level() > FIRST_HASH_LEVEL);
        // Another process has its own view of the same memory.
        let other = memory.terms();
        for (n, id) in ids.into_iter().enumerate() {
            assert_eq!(other.find(record(n as u64)), Some(id));
        }
    }

    #[test]
    fn growing_goes_on_where_a_killed_run_stopped() {
        let memory = Memory::new();
        let terms = memory.terms();
        let ids: Vec<TermId> = (0..100).map(|n| terms.intern(TermRecord::constant(64, n))).collect();
        // A record that was counted but not yet entered in the table, and a next level with a few entries.
        let lost = TermRecord::constant(32, 7);
        // SAFETY: the arena has room for record 101.
        unsafe { memory.shared().terms().add(terms.count() as usize).write(lost) };
        // SAFETY: the header lies in the mapping.
        unsafe { (*memory.shared().header()).terms.store(terms.count() + 1, Ordering::Release) };
        for &id in &ids[..10] {
            let slot = terms.probe(terms.record(id), FIRST_HASH_LEVEL + 1).unwrap_err();
            // SAFETY: the slot comes from `probe`.
            unsafe { slot.write(id) };
        }
        terms.grow();
        for (n, &id) in ids.iter().enumerate() {
            assert_eq!(terms.find(TermRecord::constant(64, n as u64)), Some(id));
        }
        assert_eq!(terms.find(lost), Some(101));
    }
}
