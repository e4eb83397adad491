//! What is known of a test from earlier explorations, in `target/forall/state`, one file a test.
//!
//! While a test is explored, the file is a journal to which answers of the solver are appended, whole episodes at a time; whoever explores the
//! same program again under the same bounds takes them from there. In the end the file is replaced by one that has only the report, which stays true
//! as long as nothing changes that the test reaches.
//!
//! See docs/decisions/key-per-test.md.

mod outcomes;
mod records;
mod replies;
mod report;
#[cfg(test)]
mod tests;

pub use outcomes::Outcomes;

use forall_engine::{Episode, Journal, Reply, Report};
use forall_solver::Unknown;
use records::{Contents, RecordKind};
use report::Decoded;
use std::collections::HashMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// All that the outcome of an exploration depends on, in brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u8; 16]);

impl Key {
    pub fn of(everything: impl Hash) -> Key {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, &everything).hash(&mut hasher);
            hasher.finish()
        };
        Key((u128::from(half(1)) << 64 | u128::from(half(2))).to_le_bytes())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What a state is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The code that the test reaches, and what is asked of its exploration: all that its report depends on.
    pub test: Key,
    /// The whole program, and the same: in which order questions come up depends on it.
    pub program: Key,
}

/// The state of one test, which nobody else uses as long as this one lives.
pub struct TestState {
    file: PathBuf,
    keys: Keys,
    /// Of a whole exploration; then there is nothing to be done.
    pub finished: Option<Report>,
    known: HashMap<Episode, Vec<Reply>>,
    /// `None` when it cannot be written, or somebody else is at it.
    journal: Mutex<Option<File>>,
    /// Held, so that others keep off.
    _lock: Option<Lock>,
}

/// Something the user should hear: what was kept is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl TestState {
    /// Opens the state in `file`, or begins a new one if there is none for these keys.
    pub fn open(file: &Path, keys: Keys, outcomes: &Outcomes) -> (TestState, Option<Damaged>) {
        let mut state = TestState {
            file: file.to_owned(),
            keys,
            finished: None,
            known: HashMap::new(),
            journal: Mutex::new(None),
            _lock: None,
        };
        let Ok(lock) = lock(file) else { return (state, None) };
        state._lock = Some(lock);
        let bytes = std::fs::read(file).unwrap_or_default();
        let taken = state.take(&bytes, outcomes);
        if let Ok(Some(length)) = taken {
            if state.finished.is_none() {
                // The end of it may be a record that was being written when the process was killed.
                state.journal = Mutex::new(continue_at(file, length as u64).ok());
            }
            return (state, None);
        }
        (state.finished, state.known) = (None, HashMap::new());
        state.journal = Mutex::new(state.begin().ok());
        (state, taken.err())
    }

    /// The exploration is over: the next one of the same code finds its report.
    pub fn finish(self, report: &Report, outcomes: &Outcomes) {
        let Some(record) = report::encode(report, outcomes) else { return };
        if self._lock.is_some() {
            let bytes =
                [records::header(&self.keys.test.0), records::encode(RecordKind::Report, &record)].concat();
            // What cannot be kept is found out again.
            let _ = replace(&self.file, &bytes);
        }
    }

    /// Takes what a file says; up to where it can be believed, if it is about this test at all.
    fn take(&mut self, bytes: &[u8], outcomes: &Outcomes) -> Result<Option<usize>, Damaged> {
        for key in [self.keys.test, self.keys.program] {
            match records::read(bytes, &key.0) {
                Contents::Nothing => return Ok(None),
                Contents::Other => {}
                Contents::Damaged => return Err(Damaged),
                Contents::Records { records, length } => {
                    let is_current = self.take_records(&records, outcomes)?;
                    return Ok(is_current.then_some(length));
                }
            }
        }
        Ok(None)
    }

    fn take_records(
        &mut self,
        records: &[(RecordKind, &[u8])],
        outcomes: &Outcomes,
    ) -> Result<bool, Damaged> {
        for (kind, record) in records {
            match kind {
                RecordKind::Episode => {
                    let (episode, replies) = replies::decode(record).ok_or(Damaged)?;
                    self.known.insert(episode, replies);
                }
                RecordKind::Report => match report::decode(record, outcomes) {
                    Decoded::Report(report) => self.finished = Some(*report),
                    Decoded::Outdated => return Ok(false),
                    Decoded::Damaged => return Err(Damaged),
                },
            }
        }
        Ok(true)
    }

    fn begin(&self) -> io::Result<File> {
        let header = records::header(&self.keys.program.0);
        replace(&self.file, &header)?;
        continue_at(&self.file, header.len() as u64)
    }
}

impl Journal for TestState {
    fn recall(&self, episode: Episode) -> Option<Vec<Reply>> {
        self.known.get(&episode).cloned()
    }

    fn keep(&self, episode: Episode, replies: &[Reply]) {
        if self.known.contains_key(&episode) {
            return;
        }
        let record = records::encode(RecordKind::Episode, &replies::encode(episode, replies));
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        // What time decided is asked again the next time, and then all that follows may be different.
        if replies.contains(&Reply::Unanswered(Unknown::Timeout)) {
            *journal = None;
        }
        // After half a record nothing that follows could be read.
        if journal.as_mut().is_some_and(|file| file.write_all(&record).is_err()) {
            *journal = None;
        }
    }
}

fn continue_at(file: &Path, length: u64) -> io::Result<File> {
    let open = File::options().append(true).open(file)?;
    open.set_len(length)?;
    Ok(open)
}

struct Lock(File);

/// A process that is being started has all files of this one for a moment: to close this one would not be enough.
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// A file beside the state, because that one is replaced as a whole.
fn lock(file: &Path) -> io::Result<Lock> {
    if let Some(directory) = file.parent() {
        std::fs::create_dir_all(directory)?;
    }
    let lock = File::options().create(true).truncate(false).write(true).open(file.with_extension("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Lock(lock)),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = file.with_extension("new");
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(&unfinished, file)
}
