//! What a run left in shared memory.

use crate::log::{self, Entry};
use forall_protocol::inputs::Input;
use forall_protocol::manifest::Hello;
use forall_protocol::shared::{
    DecisionRecord, Ending, Header, MAX_DECISIONS, MAX_FRAMES, MAX_INPUTS, MAX_MESSAGE, MAX_NOTES,
    MAX_OUTCOMES, NoteRecord, Shared,
};
use forall_protocol::terms::TermRecord;
use std::process::ExitStatus;

/// One run, as recorded. The explored program may have overwritten any of it, so nothing is taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRun {
    /// New since the run before; the first of an exploration has id 1.
    pub terms: Vec<TermRecord>,
    /// New since the run before; the first of an exploration has index 0.
    pub inputs: Vec<Input>,
    pub decisions: Vec<DecisionRecord>,
    /// Indices of the outcomes that were seen.
    pub covered: Vec<u32>,
    pub notes: Vec<NoteRecord>,
    /// Indices of the inputs that were asked for, in order.
    pub drawn: Vec<u32>,
    /// [`Ending::Died`] when the process ended before it could tell; then see `status` and `timed_out`.
    pub ending: Ending,
    /// Of the last panic, of the error returned or of a fault; what it was refused, or for what there was no
    /// room; else empty.
    pub message: String,
    /// `file:line:column` of the last panic; else empty.
    pub location: String,
    /// Site of the call in the package's own code that was active at the end; `u32::MAX` when unknown.
    pub place: u32,
    /// Where the functions begin, in the program's file, that were active when it failed, the innermost
    /// first; empty when that is not known.
    pub frames: Vec<u64>,
    pub status: ExitStatus,
    /// Bytes of stack it used, if that is more than tests have outside of exploration; else 0.
    pub stack: u64,
    /// It asked for more memory than it may have.
    pub memory_denied: bool,
    /// The run was killed because it took too long.
    pub timed_out: bool,
}

/// How many terms and inputs the host has read.
#[derive(Clone, Copy)]
pub(super) struct ReadSoFar {
    pub terms: u32,
    pub inputs: u32,
}

impl ReadSoFar {
    pub const NOTHING: ReadSoFar = ReadSoFar { terms: 1, inputs: 0 };

    pub fn add(&mut self, run: &RawRun) {
        self.terms += run.terms.len() as u32;
        self.inputs += run.inputs.len() as u32;
    }
}

impl RawRun {
    /// A run of a series that went on after it.
    pub(super) fn logged(shared: Shared, entry: Entry, read: ReadSoFar) -> RawRun {
        RawRun {
            terms: shared.terms_in(read.terms..entry.terms),
            inputs: (read.inputs..entry.inputs).map_while(|index| shared.input(index)).collect(),
            decisions: entry.decisions,
            covered: entry.covered,
            notes: entry.notes,
            drawn: entry.drawn,
            ending: entry.ending,
            message: String::new(),
            location: String::new(),
            place: entry.place,
            frames: Vec::new(),
            status: ExitStatus::default(),
            stack: 0,
            memory_denied: entry.memory_denied,
            timed_out: false,
        }
    }

    /// Reads the run that has just ended.
    pub(super) fn read(
        shared: Shared,
        hello: &Hello,
        read: ReadSoFar,
        status: ExitStatus,
        timed_out: bool,
    ) -> RawRun {
        // SAFETY: the header lies in the mapping; between runs only the host uses it.
        let header = unsafe { &*shared.header() };
        RawRun {
            terms: shared.terms_in(read.terms..u32::MAX),
            inputs: (read.inputs..).map_while(|index| shared.input(index)).collect(),
            // SAFETY: the tables lie in the mapping and have these capacities.
            decisions: unsafe { records(shared.decisions(), header.decisions, MAX_DECISIONS) },
            covered: covered(shared, hello.manifest.outcomes),
            // SAFETY: as above.
            notes: unsafe { records(shared.notes(), header.notes, MAX_NOTES) },
            // SAFETY: as above.
            drawn: unsafe { records(shared.drawn(), header.drawn, MAX_INPUTS) },
            ending: Ending::from_code(header.ending).unwrap_or(Ending::Died),
            message: text(&header.panic.message, header.panic.message_length),
            location: location(header),
            place: header.place,
            // SAFETY: as above.
            frames: unsafe { records(shared.frames(), header.frames, MAX_FRAMES) },
            status,
            stack: header.stack,
            memory_denied: header.memory_denied != 0,
            timed_out,
        }
    }
}

/// # Safety
/// At `start` lie `capacity` records, all of which may be read.
unsafe fn records<T: Clone>(start: *const T, count: u32, capacity: usize) -> Vec<T> {
    // SAFETY: as the caller promises; the memory is zero where nothing was written, which is a record too.
    unsafe { std::slice::from_raw_parts(start, (count as usize).min(capacity)) }.to_vec()
}

fn covered(shared: Shared, outcomes: u32) -> Vec<u32> {
    // SAFETY: the map lies in the mapping and has `MAX_OUTCOMES` bytes.
    let map = unsafe { std::slice::from_raw_parts(shared.coverage(), (outcomes as usize).min(MAX_OUTCOMES)) };
    log::taken(map).collect()
}

fn text(bytes: &[u8; MAX_MESSAGE], length: u32) -> String {
    String::from_utf8_lossy(&bytes[..(length as usize).min(MAX_MESSAGE)]).into_owned()
}

fn location(header: &Header) -> String {
    let panic = &header.panic;
    match text(&panic.file, panic.file_length) {
        file if file.is_empty() => file,
        file => format!("{file}:{}:{}", panic.line, panic.column),
    }
}
