//! What the runs of a series did, except for the last one, which is found in the header and its tables.
//!
//! An entry is a [`Summary`], then its decisions, notes, inputs drawn and outcomes covered, all of them words
//! of 32 bits.
//!
//! See docs/decisions/runs-in-series.md.

use forall_protocol::shared::{
    DecisionRecord, Ending, Header, MAX_DECISIONS, MAX_INPUTS, MAX_LOG, MAX_NOTES, MAX_OUTCOMES, NoteRecord,
    Shared,
};
use std::sync::atomic::Ordering;

/// How an entry begins.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Summary {
    decisions: u32,
    notes: u32,
    drawn: u32,
    covered: u32,
    ending: u32,
    place: u32,
    memory_denied: u32,
    /// How many terms and inputs there were at its end.
    terms: u32,
    inputs: u32,
}

const SUMMARY: usize = size_of::<Summary>() / size_of::<u32>();
const DECISION: usize = size_of::<DecisionRecord>() / size_of::<u32>();
const NOTE: usize = size_of::<NoteRecord>() / size_of::<u32>();

/// A run of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub decisions: Vec<DecisionRecord>,
    pub notes: Vec<NoteRecord>,
    pub drawn: Vec<u32>,
    pub covered: Vec<u32>,
    pub ending: Ending,
    pub place: u32,
    pub memory_denied: bool,
    pub terms: u32,
    pub inputs: u32,
}

/// In the child, after a run: notes down what it did. Of a run that failed there is more to tell than fits
/// here, and of a long one, too.
pub fn append(shared: Shared, outcomes: usize) -> bool {
    let terms = shared.term_count();
    // SAFETY: the header lies in the mapping; the host waits, and at most says that it is enough.
    let header = unsafe { &mut *shared.header() };
    let is_plain = header.frames == 0
        && header.stack == 0
        && header.panic.message_length == 0
        && header.panic.file_length == 0
        && [Ending::Returned, Ending::Meaningless].map(|ending| ending as u32).contains(&header.ending);
    // SAFETY: the tables lie in the mapping and have these capacities; the host waits.
    let (decisions, notes, drawn, map) = unsafe {
        (
            words(shared.decisions(), header.decisions, MAX_DECISIONS),
            words(shared.notes(), header.notes, MAX_NOTES),
            words(shared.drawn(), header.drawn, MAX_INPUTS),
            std::slice::from_raw_parts(shared.coverage(), outcomes.min(MAX_OUTCOMES)),
        )
    };
    let start = header.log_length as usize;
    let covered = start + SUMMARY + decisions.len() + notes.len() + drawn.len();
    if !is_plain || covered > MAX_LOG {
        return false;
    }
    // SAFETY: the log lies in the mapping and has this capacity; the host waits.
    let log = unsafe { std::slice::from_raw_parts_mut(shared.log(), MAX_LOG) };
    let mut end = covered;
    for index in taken(map) {
        let Some(word) = log.get_mut(end) else { return false };
        *word = index;
        end += 1;
    }
    let summary = Summary {
        decisions: (decisions.len() / DECISION) as u32,
        notes: (notes.len() / NOTE) as u32,
        drawn: drawn.len() as u32,
        covered: (end - covered) as u32,
        ending: header.ending,
        place: header.place,
        memory_denied: header.memory_denied,
        terms,
        inputs: header.inputs,
    };
    // SAFETY: the structure consists of so many words.
    let summary = unsafe { words(&raw const summary, 1, 1) };
    let mut next = start;
    for part in [summary, decisions, notes, drawn] {
        log[next..next + part.len()].copy_from_slice(part);
        next += part.len();
    }
    header.log_length = end as u32;
    header.logged.store(header.logged.load(Ordering::Relaxed) + 1, Ordering::Release);
    true
}

/// In the host, between runs: all that was noted down and can be understood. The explored program may have
/// overwritten any of it.
pub fn entries(shared: Shared) -> Vec<Entry> {
    // SAFETY: the header and the log lie in the mapping; between runs only the host looks at it.
    let (header, mut log): (&Header, &[u32]) =
        unsafe { (&*shared.header(), std::slice::from_raw_parts(shared.log(), MAX_LOG)) };
    let count = header.logged.load(Ordering::Acquire).min(header.series);
    (0..count).map_while(|_| entry(&mut log)).collect()
}

fn entry(log: &mut &[u32]) -> Option<Entry> {
    let [decisions, notes, drawn, covered, ending, place, memory_denied, terms, inputs] =
        *take(log, SUMMARY, 1)?.first_chunk()?;
    Some(Entry {
        decisions: take(log, decisions, DECISION)?
            .chunks_exact(DECISION)
            .map(|words| DecisionRecord { site: words[0], term_and_taken: words[1] })
            .collect(),
        notes: take(log, notes, NOTE)?
            .chunks_exact(NOTE)
            .map(|words| NoteRecord { kind: words[0], site: words[1], what: words[2] })
            .collect(),
        drawn: take(log, drawn, 1)?.to_vec(),
        covered: take(log, covered, 1)?.to_vec(),
        ending: Ending::from_code(ending)?,
        place,
        memory_denied: memory_denied != 0,
        terms,
        inputs,
    })
}

fn take<'a>(log: &mut &'a [u32], count: impl TryInto<usize>, size: usize) -> Option<&'a [u32]> {
    let (taken, rest) = log.split_at_checked(count.try_into().ok()?.checked_mul(size)?)?;
    *log = rest;
    Some(taken)
}

/// The outcomes that a map of them shows.
pub fn taken(map: &[u8]) -> impl Iterator<Item = u32> {
    // Most are not, and whole blocks of them are passed over at once.
    const BLOCK: usize = 64;
    let blocks = map.chunks(BLOCK).enumerate().filter(|(_, block)| block.iter().any(|seen| *seen != 0));
    blocks.flat_map(|(number, block)| {
        let seen = block.iter().enumerate().filter(|(_, seen)| **seen != 0);
        seen.map(move |(index, _)| (number * BLOCK + index) as u32)
    })
}

/// # Safety
/// At `start` lie `capacity` records of 32-bit words, all of which may be read, and nobody writes them.
unsafe fn words<'a, T>(start: *const T, count: u32, capacity: usize) -> &'a [u32] {
    const { assert!(size_of::<T>().is_multiple_of(4) && align_of::<T>() == 4) };
    let length = (count as usize).min(capacity) * (size_of::<T>() / size_of::<u32>());
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(start.cast(), length) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    /// What a run leaves behind: its number in everything that can hold one.
    fn leave(shared: Shared, number: u32) {
        // SAFETY: the tables lie in the mapping, and have room for a few.
        unsafe {
            let header = &mut *shared.header();
            header.series = 9;
            header.decisions = number;
            for index in 0..number {
                let decision = DecisionRecord { site: index, term_and_taken: number };
                shared.decisions().add(index as usize).write(decision);
            }
            header.notes = 1;
            shared.notes().write(NoteRecord { kind: 1, site: number, what: 2 });
            header.drawn = 2;
            shared.drawn().write(number);
            shared.drawn().add(1).write(7);
            header.ending = Ending::Returned as u32;
            header.place = number;
            header.inputs = number + 10;
            shared.coverage().write_bytes(0, 200);
            shared.coverage().add(number as usize * 50).write(1);
            shared.coverage().add(199).write(1);
        }
    }

    #[test]
    fn what_was_noted_down_is_read_again() {
        let memory = Memory::new();
        let shared = memory.shared();
        for number in 0..4 {
            leave(shared, number);
            assert!(append(shared, 200));
        }
        let entries = entries(shared);
        assert_eq!(entries.len(), 4);
        for (number, entry) in (0..).zip(entries) {
            let decisions: Vec<_> =
                (0..number).map(|site| DecisionRecord { site, term_and_taken: number }).collect();
            let expected = Entry {
                decisions,
                notes: vec![NoteRecord { kind: 1, site: number, what: 2 }],
                drawn: vec![number, 7],
                covered: vec![number * 50, 199],
                ending: Ending::Returned,
                place: number,
                memory_denied: false,
                terms: 1,
                inputs: number + 10,
            };
            assert_eq!(entry, expected);
        }
    }

    #[test]
    fn what_failed_or_does_not_fit_is_not_noted_down() {
        let memory = Memory::new();
        let shared = memory.shared();
        leave(shared, 1);
        // SAFETY: the header lies in the mapping.
        let header = unsafe { &mut *shared.header() };
        header.ending = Ending::Panicked as u32;
        assert!(!append(shared, 200));
        header.ending = Ending::Returned as u32;
        header.frames = 1;
        assert!(!append(shared, 200));
        header.frames = 0;
        header.decisions = MAX_LOG as u32 / 2;
        assert!(!append(shared, 200));
        header.decisions = 1;
        header.log_length = MAX_LOG as u32 - 15;
        assert!(!append(shared, 200), "there is room for all but the outcomes");
        assert!(entries(shared).is_empty());
        header.log_length = 0;
        assert!(append(shared, 200));
        assert_eq!(entries(shared).len(), 1);
    }

    #[test]
    fn nonsense_is_not_read() {
        let memory = Memory::new();
        let shared = memory.shared();
        for number in 0..3 {
            leave(shared, number);
            assert!(append(shared, 200));
        }
        // SAFETY: the log lies in the mapping; the first entry is shorter than that.
        unsafe { shared.log().add(SUMMARY + NOTE + 2 + 2).write(u32::MAX) };
        assert_eq!(entries(shared).len(), 1);
    }
}
