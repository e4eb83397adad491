//! What the engine sees of the program under exploration.

use forall_protocol::inputs::Input;
use forall_protocol::shared::{Ending, NoteKind};
use forall_protocol::terms::{TermId, TermRecord};
use std::fmt;
use std::sync::Arc;

/// Runs one test.
pub trait Executor {
    /// Runs the test with the given values, by input index; inputs past the end of `values` are 0. After
    /// `max_decisions` it is cut off.
    fn run(&mut self, values: &[u128], max_decisions: u32) -> Result<Run, ExecutorError>;

    /// The same for one input after the other, because that may be cheaper. There need not be a run for each:
    /// who wants the others asks again.
    fn run_some(&mut self, series: &[&[u128]], max_decisions: u32) -> Result<Vec<Run>, ExecutorError> {
        series.iter().take(1).map(|values| self.run(values, max_decisions)).collect()
    }
}

/// The program can no longer be run at all; the text says why.
#[derive(Debug)]
pub struct ExecutorError(pub String);

impl fmt::Display for ExecutorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ExecutorError {}

/// What one run did.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Term records that are new since the run before; the first record of an exploration has id 1.
    pub terms: Vec<TermRecord>,
    /// Inputs that are new since the run before; the first has index 0.
    pub inputs: Vec<Input>,
    /// The path: every decision that depended on an input, in order, each condition once.
    pub decisions: Vec<Decision>,
    /// Indices of the branch outcomes of the package's own code that were taken.
    pub covered: Vec<u32>,
    pub notes: Vec<Note>,
    /// Indices of the inputs that were asked for, in order.
    pub drawn: Vec<u32>,
    pub end: End,
    /// Site of the call in the package's own code that was active at the end.
    pub place: u32,
    /// The functions of the package that were active when it panicked or aborted, the outermost first,
    /// without what lies between two calls of one function; empty when that is not known.
    pub callers: Arc<[String]>,
    /// Bytes of stack it used, if that is more than tests have outside of exploration; else 0.
    pub stack: u64,
    /// It asked for more memory than it may have.
    pub memory_denied: bool,
}

impl Run {
    /// Did it run code that is not followed, which may have written anywhere?
    pub fn left_what_is_followed(&self) -> bool {
        self.notes.iter().any(|note| note.kind == NoteKind::NotFollowed)
    }
}

/// A place where the run went one of two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    pub site: u32,
    /// A term of one bit.
    pub condition: TermId,
    pub taken: bool,
}

/// Something the run did that its path condition does not account for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Note {
    pub kind: NoteKind,
    pub site: u32,
    /// Index into the manifest's texts.
    pub what: u32,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// As the program itself reported. Message and location (`file:line:column`) are of a panic or error;
    /// else empty.
    Reported { ending: Ending, message: String, location: String },
    /// Killed by a signal that the program did not expect. The message says why, as far as that is known:
    /// which panic ended in an abort, and where, or what was wrong with an access to memory.
    Signal { signal: i32, message: String, location: String },
    /// The process exited in the middle of the test.
    Exit(i32),
    /// It did not end in time.
    TimedOut,
}

impl End {
    /// Killed by a signal, and nobody knows why.
    pub fn signal(signal: i32) -> End {
        End::Signal { signal, message: String::new(), location: String::new() }
    }
}

impl Default for End {
    fn default() -> End {
        End::Reported { ending: Ending::Returned, message: String::new(), location: String::new() }
    }
}
