//! The memory that the host and the process running the explored program share.
//!
//! The host fills in what a run needs ([`Header`] and values), the run appends, the host reads; nothing is
//! serialized and never do two sides write at once. Inputs, terms and their hash table live for a whole
//! exploration: a run finds what earlier runs recorded. The mapping is sparse: only pages that were touched
//! cost memory.
//!
//! See docs/decisions/terms-in-shared-memory.md.

use crate::inputs::{Input, InputKind};
use crate::terms::TermRecord;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// Capacities. A run that would exceed one ends as [`Ending::Exhausted`].
pub const MAX_INPUTS: usize = 1 << 16;
pub const MAX_NAME_BYTES: usize = 1 << 22;
/// What a run says that asked for more inputs, or for longer names.
pub const NO_ROOM_FOR_INPUTS: &str = "inputs";
pub const MAX_OUTCOMES: usize = 1 << 20;
pub const MAX_DECISIONS: usize = 1 << 22;
pub const MAX_NOTES: usize = 1 << 10;
/// Of a run that has more functions active than that when it fails, none is told.
pub const MAX_FRAMES: usize = 1 << 10;
pub const MAX_TERMS: usize = 1 << 25;
/// Level `n` of the hash table has `1 << n` slots and lies at slot `1 << n`; the last level is twice as large
/// as the arena.
pub const HASH_SLOTS: usize = 4 * MAX_TERMS;
pub const FIRST_HASH_LEVEL: u32 = 12;
pub const MAX_MESSAGE: usize = 1 << 12;
/// Runs that can be asked for at once, the values of all but the first, and what all but the last may leave
/// behind. If one of these does not suffice, the rest is asked for again.
pub const MAX_SERIES: usize = 64;
pub const MAX_QUEUED_VALUES: usize = 1 << 16;
pub const MAX_LOG: usize = 1 << 16;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Ending {
    /// The process ended before the test did: a signal, `exit`, `abort`.
    Died = 0,
    /// The test returned.
    Returned,
    /// It returned `Err`; the message is its `Debug`.
    Err,
    /// It panicked.
    Panicked,
    /// An assumption did not hold.
    Meaningless,
    /// `Header::max_decisions` was reached.
    OutOfBounds,
    /// A capacity above was reached. The message is [`NO_ROOM_FOR_INPUTS`] if it is that of inputs or their
    /// names; else empty.
    Exhausted,
    /// It ran out of stack.
    StackOverflow,
    /// It asked for more memory than it may have, and died of it.
    OutOfMemory,
    /// It tried to do what a confined program may not do; the message says what.
    Refused,
}

crate::list_variants!(
    pub Ending:
    Died, Returned, Err, Panicked, Meaningless, OutOfBounds, Exhausted, StackOverflow, OutOfMemory, Refused,
);

impl Ending {
    pub fn from_code(code: u32) -> Option<Ending> {
        Ending::ALL.get(code as usize).copied()
    }
}

/// Why a run does not stand for all inputs of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum NoteKind {
    /// A function that is not modelled was called; `what` names it.
    NotFollowed = 0,
    /// An instruction that is not modelled met symbolic data; `what` names it.
    Unsupported,
    /// Symbolic data was written through a symbolic address or the like, and its concrete value was kept
    /// without a decision.
    Concretized,
    /// More notes than [`MAX_NOTES`].
    TooMany,
    /// What happens depends on the random keys of a hash map; `what` says how.
    Random,
    /// What happens depends on bits that the compiler may choose, in each build anew; `what` says which.
    LeftOpen,
    /// What happens depends on where something lies in memory; `what` says how.
    Address,
}

crate::list_variants!(
    pub NoteKind:
    NotFollowed, Unsupported, Concretized, TooMany, Random, LeftOpen, Address,
);

/// A note as it stands in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct NoteRecord {
    pub kind: u32,
    pub site: u32,
    /// Index into the manifest's texts.
    pub what: u32,
}

/// A decision as it stands in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct DecisionRecord {
    pub site: u32,
    /// `term << 1 | taken`; the term is one bit wide.
    pub term_and_taken: u32,
}

/// Where and how it panicked; fixed size so that a dying process can write it without allocating.
#[repr(C)]
pub struct PanicRecord {
    pub line: u32,
    pub column: u32,
    pub file_length: u32,
    pub message_length: u32,
    pub file: [u8; MAX_MESSAGE],
    pub message: [u8; MAX_MESSAGE],
}

/// The beginning of the shared memory.
#[repr(C)]
pub struct Header {
    pub version: u32,
    /// Written by the host: which test to run.
    pub put: u32,
    /// Written by the host: how many decisions a run may make.
    pub max_decisions: u32,
    /// Written by the host: how many seconds of processor time a run may take.
    pub max_seconds: u32,
    /// Written by the host: how often a fake answers; 0 is as often as it is asked.
    pub max_answers: u32,
    /// Written by the host: by so many bytes the stack and what is allocated lie elsewhere than they would.
    pub shift: u32,
    /// Written by the host: how many of the values are given; inputs past them are 0.
    pub values: u32,
    /// Written by the host: how many runs are to be made, one after the other.
    pub series: u32,
    /// Written by the host: how many of the queued values each run after the first has.
    pub queued: [u32; MAX_SERIES - 1],
    /// Written by the host during a series: not 0 when the current run should be the last.
    pub enough: AtomicU32,
    /// Of the current series: runs that have begun, those of them that are in the log, and the length of the log.
    pub begun: AtomicU32,
    pub logged: AtomicU32,
    pub log_length: u32,
    /// Whose turn it is, as [`control`] says; who waits for it to change is woken through a pipe.
    pub phase: AtomicU32,
    /// Written by the runner: wait status of a process that ended.
    pub status: i32,
    /// Runs that the current process has begun.
    pub runs: u32,
    /// Written by the runner: the process that runs, for the host to kill.
    pub child: AtomicU32,
    /// Number of term records. Record 0 is reserved.
    pub terms: AtomicU32,
    /// Number of inputs known.
    pub inputs: u32,
    /// Bytes of input names in use.
    pub name_bytes: u32,
    /// Level of the hash table in use.
    pub hash_level: u32,
    /// Changes when the host forgets all inputs and terms.
    pub epoch: u32,
    /// Of the current run: number of decisions, notes, inputs drawn; reset before each run.
    pub decisions: u32,
    pub notes: u32,
    pub drawn: u32,
    /// Of the current run: code of the [`Ending`].
    pub ending: u32,
    /// Of the current run: site of the call in the package's own code that was active at the end.
    pub place: u32,
    /// Of the current run: how many functions of the program were active when it failed; 0 when that is not known.
    pub frames: u32,
    /// Of the current run: bytes of stack it used, if that is more than tests have outside of exploration; else 0.
    pub stack: u64,
    /// Of the current run: not 0 when it asked for more memory than it may have.
    pub memory_denied: u32,
    pub panic: PanicRecord,
}

/// An input as it stands in memory.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct InputRecord {
    pub kind: u32,
    pub name_start: u32,
    pub name_length: u32,
}

/// Offsets of the parts.
pub mod layout {
    use super::*;

    const fn after<T>(offset: usize, count: usize) -> usize {
        (offset + count * size_of::<T>()).next_multiple_of(4096)
    }

    // Small tables first: the beginnings, which every run touches, lie close together.
    pub const NOTES: usize = after::<Header>(0, 1);
    pub const FRAMES: usize = after::<NoteRecord>(NOTES, MAX_NOTES);
    pub const DRAWN: usize = after::<u64>(FRAMES, MAX_FRAMES);
    pub const INPUTS: usize = after::<u32>(DRAWN, MAX_INPUTS);
    pub const VALUES: usize = after::<InputRecord>(INPUTS, MAX_INPUTS);
    pub const LOG: usize = after::<u128>(VALUES, MAX_INPUTS);
    pub const QUEUE: usize = after::<u32>(LOG, MAX_LOG);
    pub const COVERAGE: usize = after::<u128>(QUEUE, MAX_QUEUED_VALUES);
    pub const NAMES: usize = after::<u8>(COVERAGE, MAX_OUTCOMES);
    pub const DECISIONS: usize = after::<u8>(NAMES, MAX_NAME_BYTES);
    pub const TERMS: usize = after::<DecisionRecord>(DECISIONS, MAX_DECISIONS);
    pub const HASH: usize = after::<TermRecord>(TERMS, MAX_TERMS);
    /// Length of the whole mapping.
    pub const LENGTH: usize = after::<u32>(HASH, HASH_SLOTS);
}

/// A mapping of [`layout::LENGTH`] bytes. The tables are handed out as raw pointers: both processes see them
/// change.
#[derive(Clone, Copy)]
pub struct Shared {
    start: *mut u8,
}

// SAFETY: the pointer is an address of a mapping that lives until the process ends; who may write when is the
// protocol's business.
unsafe impl Send for Shared {}

impl Shared {
    /// # Safety
    /// `start` is a readable and writable mapping of [`layout::LENGTH`] bytes, page aligned, that is never
    /// unmapped while this is used.
    pub unsafe fn new(start: *mut u8) -> Shared {
        Shared { start }
    }

    fn table<T>(self, offset: usize) -> *mut T {
        // SAFETY: all offsets of `layout` are inside the mapping and page aligned.
        unsafe { self.start.add(offset).cast() }
    }

    pub fn header(self) -> *mut Header {
        self.start.cast()
    }

    pub fn values(self) -> *mut u128 {
        self.table(layout::VALUES)
    }

    /// The values of the runs after the first of a series, one run's after the other's.
    pub fn queue(self) -> *mut u128 {
        self.table(layout::QUEUE)
    }

    /// What the runs of a series did, except for the last.
    pub fn log(self) -> *mut u32 {
        self.table(layout::LOG)
    }

    pub fn inputs(self) -> *mut InputRecord {
        self.table(layout::INPUTS)
    }

    pub fn names(self) -> *mut u8 {
        self.table(layout::NAMES)
    }

    /// Indices of the inputs this run asked for, in order, each once.
    pub fn drawn(self) -> *mut u32 {
        self.table(layout::DRAWN)
    }

    /// One byte an outcome: not 0 when this run took it.
    pub fn coverage(self) -> *mut u8 {
        self.table(layout::COVERAGE)
    }

    pub fn decisions(self) -> *mut DecisionRecord {
        self.table(layout::DECISIONS)
    }

    pub fn notes(self) -> *mut NoteRecord {
        self.table(layout::NOTES)
    }

    /// Where the active functions begin in the program's file, the innermost first; no function twice in a row.
    pub fn frames(self) -> *mut u64 {
        self.table(layout::FRAMES)
    }

    pub fn terms(self) -> *mut TermRecord {
        self.table(layout::TERMS)
    }

    /// Open-addressing hash table of term ids; 0 is a free slot. A record is counted in the header before its
    /// slot is set. The table grows by filling the next level before the header names it, so that a run may
    /// be killed at any point.
    pub fn hash(self) -> *mut u32 {
        self.table(layout::HASH)
    }

    /// Prepares fresh (zeroed) memory: called by the host.
    pub fn initialise(self) {
        // SAFETY: the header lies inside the mapping; nobody else uses fresh memory yet.
        let header = unsafe { &mut *self.header() };
        header.version = crate::VERSION;
        *header.terms.get_mut() = 1;
        header.hash_level = FIRST_HASH_LEVEL;
    }

    /// How many terms there are.
    pub fn term_count(self) -> u32 {
        // SAFETY: the header lies inside the mapping.
        unsafe { &(*self.header()).terms }.load(Ordering::Acquire).min(MAX_TERMS as u32)
    }

    /// These records of the arena, for the host to take over after a run; those that do not exist are left out.
    pub fn terms_in(self, range: Range<u32>) -> Vec<TermRecord> {
        let end = range.end.min(self.term_count()) as usize;
        // SAFETY: between runs only the host looks at the memory, and all counted records are written.
        unsafe { std::slice::from_raw_parts(self.terms(), end) }
            .get(range.start as usize..)
            .unwrap_or_default()
            .to_vec()
    }

    /// The input at `index`, if it is well formed.
    pub fn input(self, index: u32) -> Option<Input> {
        // SAFETY: between runs only the host looks at the memory; bounds are checked.
        unsafe {
            let header = &*self.header();
            if index >= header.inputs.min(MAX_INPUTS as u32) {
                return None;
            }
            let record = *self.inputs().add(index as usize);
            let names = std::slice::from_raw_parts(self.names(), MAX_NAME_BYTES);
            let name = names.get(record.name_start as usize..)?.get(..record.name_length as usize)?;
            Some(Input {
                name: String::from_utf8_lossy(name).into_owned(),
                kind: InputKind::from_code(record.kind)?,
            })
        }
    }
}

/// How the runner, its children and the host talk about runs.
///
/// The runner begins with the length (`u32`, little endian) and bytes of an encoded
/// [`crate::manifest::Hello`] on a stream socket. The host asks for a run by setting [`Header::phase`] to
/// [`control::ASKED`]. If there was nobody to hear it, it also sends a [`control::RUN`] byte, and the runner
/// forks a child. The run is over when the phase is [`control::DONE`] or [`control::NOBODY`]. The runner ends
/// at end of file.
///
/// Several runs can be asked for at once. The child then notes down what each of them did in a log, makes
/// itself as it was, and goes on with the next. The last one is told as a single run is. That is the one
/// after which it cannot go on, or that failed, or that does not fit into the log.
pub mod control {
    pub const RUN: u8 = b'r';

    /// There is no process. If one was asked, it has ended with `Header::status`.
    pub const NOBODY: u32 = 0;
    /// The host wants a run.
    pub const ASKED: u32 = 1;
    /// A run has begun.
    pub const RUNNING: u32 = 2;
    /// The run has ended, and the process can do another one.
    pub const DONE: u32 = 3;
}
