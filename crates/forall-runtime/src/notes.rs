//! Notes on why a run does not stand for all inputs of its path.
//!
//! See docs/decisions/unmodelled-operations-leave-a-note.md.

use crate::lock::Lock;
use forall_protocol::shared::{MAX_NOTES, NoteKind, NoteRecord, Shared};

/// The run's notes, each once. Any thread may add one.
pub struct Notes {
    shared: Shared,
    lock: Lock,
}

impl Notes {
    pub fn new(shared: Shared) -> Notes {
        Notes { shared, lock: Lock::default() }
    }

    pub fn add(&self, kind: NoteKind, site: u32, what: u32) {
        self.lock.hold(|| self.append(NoteRecord { kind: kind as u32, site, what }));
    }

    /// Has anything been noted of this kind?
    pub fn has(&self, kind: NoteKind) -> bool {
        self.lock.hold(|| self.all().iter().any(|note| note.kind == kind as u32))
    }

    fn all(&self) -> &[NoteRecord] {
        // SAFETY: the header and the table lie in the mapping, and as many records as counted are written;
        // the lock is held.
        unsafe {
            let count = (*self.shared.header()).notes as usize;
            std::slice::from_raw_parts(self.shared.notes(), count.min(MAX_NOTES))
        }
    }

    fn append(&self, note: NoteRecord) {
        // SAFETY: the header lies in the mapping; the lock keeps other threads away from the count and the table.
        let count = unsafe { &mut (*self.shared.header()).notes };
        let used = (*count as usize).min(MAX_NOTES);
        if used == MAX_NOTES || self.all().contains(&note) {
            return;
        }
        let last = used + 1 == MAX_NOTES;
        let note = if last { NoteRecord { kind: NoteKind::TooMany as u32, ..note } } else { note };
        // SAFETY: `used` is below `MAX_NOTES`.
        unsafe { self.shared.notes().add(used).write(note) };
        *count = used as u32 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    fn written(memory: &Memory) -> Vec<NoteRecord> {
        let shared = memory.shared();
        // SAFETY: the header lies in the mapping and counts written records.
        unsafe { std::slice::from_raw_parts(shared.notes(), (*shared.header()).notes as usize) }.to_vec()
    }

    #[test]
    fn a_note_is_made_once() {
        let memory = Memory::new();
        let notes = Notes::new(memory.shared());
        notes.add(NoteKind::NotFollowed, 3, 4);
        notes.add(NoteKind::Unsupported, 3, 4);
        notes.add(NoteKind::NotFollowed, 3, 4);
        let note = |kind: NoteKind| NoteRecord { kind: kind as u32, site: 3, what: 4 };
        assert_eq!(written(&memory), [note(NoteKind::NotFollowed), note(NoteKind::Unsupported)]);
        assert!(notes.has(NoteKind::Unsupported) && !notes.has(NoteKind::Random));
    }

    #[test]
    fn the_last_note_says_that_there_were_more() {
        let memory = Memory::new();
        let notes = Notes::new(memory.shared());
        for site in 0..2 * MAX_NOTES as u32 {
            notes.add(NoteKind::NotFollowed, site, 0);
        }
        let written = written(&memory);
        assert_eq!(written.len(), MAX_NOTES);
        assert!(written.iter().rev().skip(1).all(|note| note.kind == NoteKind::NotFollowed as u32));
        assert_eq!(written[MAX_NOTES - 1].kind, NoteKind::TooMany as u32);
    }
}
