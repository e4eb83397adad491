//! The host's end: starting a runner, asking for runs, reading what they did.

mod raw_run;
mod start;

pub use raw_run::RawRun;
pub use start::disable_address_randomisation;

use crate::confine::Limits;
use crate::log;
use crate::mapping::Mapping;
use crate::runner::faults::TIME_IS_UP;
use crate::turn::{Bell, Ear};
use crate::waiting::OwnTime;
use forall_protocol::manifest::Hello;
use forall_protocol::shared::{FIRST_HASH_LEVEL, MAX_INPUTS, MAX_QUEUED_VALUES, Shared, control, layout};
use forall_protocol::wire::Malformed;
use raw_run::ReadSoFar;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Environment of a runner: its role, the library to load, the numbers of the descriptors it inherits.
pub const ROLE_VARIABLE: &str = "FORALL_ROLE";
pub const ROLE_RUNNER: &str = "runner";
pub const LIBRARY_VARIABLE: &str = "FORALL_LIBRARY";
pub const SHARED_VARIABLE: &str = "FORALL_SHARED_FD";
pub const CONTROL_VARIABLE: &str = "FORALL_CONTROL_FD";
pub const ASKS_VARIABLE: &str = "FORALL_ASKS_FD";
pub const ANSWERS_VARIABLE: &str = "FORALL_ANSWERS_FD";
/// Where explored code may change files; not set when it is not confined.
pub const SCRATCH_VARIABLE: &str = "FORALL_SCRATCH";
/// How many bytes a run may ask for.
pub const MEMORY_VARIABLE: &str = "FORALL_MAX_MEMORY";
/// So many bytes of addresses are taken before the library is loaded.
pub const ROOM_VARIABLE: &str = "FORALL_ROOM";
/// `1`: what the explored program writes to standard error is shown.
pub const SHOW_OUTPUT_VARIABLE: &str = "FORALL_SHOW_OUTPUT";
/// Set: every run checks its terms.
pub const CHECK_TERMS_VARIABLE: &str = "FORALL_CHECK_TERMS";

/// Why there is no run.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    #[error("cannot start the process that runs the tests: {0}")]
    Start(#[source] io::Error),
    #[error("cannot talk to the process that runs the tests: {0}")]
    Control(#[source] io::Error),
    #[error("the process that runs the tests ended ({status}){}", said(stderr))]
    RunnerEnded { status: ExitStatus, stderr: String },
    #[error("the process that runs the tests introduced itself wrongly: {0}")]
    Hello(#[from] Malformed),
    #[error("the process that runs the tests begins none, or has written over what it did")]
    NoRun,
    #[error("there is no test number {put}")]
    NoSuchPut { put: u32 },
    #[error("{values} values are more than a run takes")]
    TooManyValues { values: usize },
    #[error("cannot clear the memory shared with the process that runs the tests: {0}")]
    Reset(#[source] io::Error),
}

/// A process that runs the tests of one instrumented library, on one input after the other.
///
/// Inputs and terms are kept from run to run; [`Runner::reset`] forgets them. The process ends with this value.
pub struct Runner {
    process: Child,
    stream: UnixStream,
    /// Wakes the process that did the last run.
    asks: Bell,
    answers: Ear,
    memory: Mapping,
    file: File,
    /// What the runner itself wrote to standard error; `None` when that is shown.
    stderr: Option<File>,
    hello: Hello,
    read: ReadSoFar,
}

/// How long a process that was told to record its place may take to die of it.
const GRACE: Duration = Duration::from_millis(100);
const RETRY: Duration = Duration::from_millis(10);
/// How often to make sure that the runner is still there.
const LOOK_AFTER_RUNNER: Duration = Duration::from_millis(50);
/// How often a run that did not begin is asked for.
const ATTEMPTS: u32 = 3;
/// How much of what a dead runner said is repeated.
const SAID: u64 = 2000;

impl Runner {
    /// Starts `executable` as a runner: it must call [`crate::runner::serve_from_env`] first thing.
    pub fn spawn(executable: &Path, library: &Path, limits: &Limits) -> Result<Runner, HostError> {
        Runner::spawn_elsewhere(executable, library, limits, Path::new("."), 0)
    }

    /// Likewise, but the tests run in another directory; and what the library consists of, its statics among
    /// it, lies elsewhere by about so many bytes.
    pub fn spawn_elsewhere(
        executable: &Path,
        library: &Path,
        limits: &Limits,
        directory: &Path,
        bytes: usize,
    ) -> Result<Runner, HostError> {
        let started =
            start::start(executable, library, limits, directory, bytes).map_err(HostError::Start)?;
        let mut runner = Runner {
            process: started.process,
            stream: started.stream,
            asks: started.asks,
            answers: started.answers,
            memory: started.memory,
            file: started.file,
            stderr: started.stderr,
            hello: Hello { puts: Vec::new(), manifest: Default::default() },
            read: ReadSoFar::NOTHING,
        };
        let mut length = [0; 4];
        runner.receive(&mut length)?;
        let mut hello = vec![0; u32::from_le_bytes(length) as usize];
        runner.receive(&mut hello)?;
        runner.hello = Hello::decode(&hello)?;
        Ok(runner)
    }

    /// The tests and what is known of the program.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Number of the runner process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Runs a test once with the given values, by input index; inputs past them are 0. A run that takes
    /// longer than `time_limit`, not counting what it waits for a processor, is killed.
    pub fn run(
        &mut self,
        put: u32,
        values: &[u128],
        max_decisions: u32,
        time_limit: Duration,
    ) -> Result<RawRun, HostError> {
        self.run_some(put, &[values], max_decisions, time_limit)?.pop().ok_or(HostError::NoRun)
    }

    /// Runs a test with one input after the other, at least with the first, as far as it goes without a
    /// pause: what is left over must be asked for again. That is cheaper than to ask for each by itself, and
    /// nothing else.
    pub fn run_some(
        &mut self,
        put: u32,
        series: &[&[u128]],
        max_decisions: u32,
        time_limit: Duration,
    ) -> Result<Vec<RawRun>, HostError> {
        if series.is_empty() {
            return Ok(Vec::new());
        }
        for _ in 0..ATTEMPTS {
            let runs = self.try_some(put, series, max_decisions, time_limit)?;
            if !runs.is_empty() {
                return Ok(runs);
            }
        }
        Err(HostError::NoRun)
    }

    /// None when the process that was to do it was killed, too late for the run before.
    fn try_some(
        &mut self,
        put: u32,
        series: &[&[u128]],
        max_decisions: u32,
        time_limit: Duration,
    ) -> Result<Vec<RawRun>, HostError> {
        if put as usize >= self.hello.puts.len() {
            return Err(HostError::NoSuchPut { put });
        }
        if let Some(values) = series.iter().map(|values| values.len()).find(|length| *length > MAX_INPUTS) {
            return Err(HostError::TooManyValues { values });
        }
        let Some(asked) = self.prepare(series) else { return Ok(Vec::new()) };
        let shared = self.shared();
        // SAFETY: the header lies in the mapping; between runs only the host writes it.
        unsafe {
            let header = &mut *shared.header();
            header.put = put;
            header.max_decisions = max_decisions;
            header.max_seconds =
                u32::try_from(time_limit.as_secs()).unwrap_or(u32::MAX - 1).saturating_add(1);
        }
        self.ask()?;
        let killed = self.wait(time_limit)?;
        let status = ExitStatus::from_raw(match self.phase().load(Ordering::Acquire) {
            // SAFETY: the header lies in the mapping; between runs only the host uses it.
            control::NOBODY => unsafe { (*shared.header()).status },
            _ => 0,
        });
        let mut runs = Vec::new();
        for entry in log::entries(shared) {
            runs.push(RawRun::logged(shared, entry, self.read));
            self.read.add(&runs[runs.len() - 1]);
        }
        // What was killed may be the run after the one that took too long.
        let begun = self.begun().load(Ordering::Acquire);
        if begun as usize == runs.len() + 1 && runs.len() < asked && killed.is_none_or(|run| run == begun) {
            let timed_out = killed.is_some() || status.signal() == Some(libc::SIGXCPU);
            let run = RawRun::read(shared, &self.hello, self.read, status, timed_out);
            self.read.add(&run);
            runs.push(run);
        }
        Ok(runs)
    }

    /// Puts the values where the runs find them, as many as there is room for; tells for how many runs.
    fn prepare(&mut self, series: &[&[u128]]) -> Option<usize> {
        let (first, others) = series.split_first()?;
        let shared = self.shared();
        // SAFETY: header, values and queue lie in the mapping and have these capacities; between runs only
        // the host writes them.
        unsafe {
            let header = &mut *shared.header();
            header.values = first.len() as u32;
            shared.values().copy_from_nonoverlapping(first.as_ptr(), first.len());
            let (mut queued, mut length) = (0, 0);
            for (values, queued_values) in others.iter().zip(&mut header.queued) {
                if length + values.len() > MAX_QUEUED_VALUES {
                    break;
                }
                shared.queue().add(length).copy_from_nonoverlapping(values.as_ptr(), values.len());
                *queued_values = values.len() as u32;
                length += values.len();
                queued += 1;
            }
            header.series = 1 + queued;
            *header.enough.get_mut() = 0;
            *header.begun.get_mut() = 0;
            *header.logged.get_mut() = 0;
            header.log_length = 0;
            Some(header.series as usize)
        }
    }

    /// From the next run on, the stack and what is allocated lie elsewhere by so many bytes.
    pub fn shift(&mut self, bytes: u32) {
        // SAFETY: the header lies in the mapping; between runs only the host uses it.
        unsafe { (*self.shared().header()).shift = bytes };
    }

    /// From the next run on, a fake answers so often.
    pub fn bound_answers(&mut self, most: u32) {
        // SAFETY: as above.
        unsafe { (*self.shared().header()).max_answers = most };
    }

    /// Forgets all inputs and terms: the next run begins a new exploration.
    pub fn reset(&mut self) -> Result<(), HostError> {
        let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        let (start, length) = (layout::TERMS, layout::LENGTH - layout::TERMS);
        // SAFETY: the range lies in the file; between runs nobody reads it.
        if unsafe { libc::fallocate(self.file.as_raw_fd(), mode, start as i64, length as i64) } != 0 {
            return Err(HostError::Reset(io::Error::last_os_error()));
        }
        // SAFETY: the header lies in the mapping; between runs only the host writes it.
        let header = unsafe { &mut *self.shared().header() };
        *header.terms.get_mut() = 1;
        header.inputs = 0;
        header.name_bytes = 0;
        header.hash_level = FIRST_HASH_LEVEL;
        header.epoch = header.epoch.wrapping_add(1);
        self.read = ReadSoFar::NOTHING;
        Ok(())
    }

    fn shared(&self) -> Shared {
        // SAFETY: the mapping has the right length and lives as long as the runner; no `Shared` is handed out.
        unsafe { Shared::new(self.memory.start()) }
    }

    /// How many runs of the series have begun.
    fn begun(&self) -> &AtomicU32 {
        // SAFETY: the header lies in the mapping, which lives as long as the runner.
        unsafe { &(*self.shared().header()).begun }
    }

    fn enough(&self) -> &AtomicU32 {
        // SAFETY: as above.
        unsafe { &(*self.shared().header()).enough }
    }

    fn phase(&self) -> &AtomicU32 {
        // SAFETY: the header lies in the mapping, which lives as long as the runner.
        unsafe { &(*self.shared().header()).phase }
    }

    /// Asks the process that did the last run, or the runner for a new one.
    fn ask(&mut self) -> Result<(), HostError> {
        // In one step: between two, the runner could prepare a process that nobody would wake.
        if self.phase().swap(control::ASKED, Ordering::AcqRel) == control::DONE {
            self.asks.ring();
            return Ok(());
        }
        self.stream.write_all(&[control::RUN]).map_err(|error| self.broken(error))
    }

    /// Waits for the answer, if need be by killing what runs. Tells which run of the series took too long:
    /// not counted is the time in which others had the processors.
    fn wait(&mut self, time_limit: Duration) -> Result<Option<u32>, HostError> {
        if self.answered(Instant::now() + LOOK_AFTER_RUNNER)? {
            return Ok(None);
        }
        let mut run = self.begun().load(Ordering::Acquire).max(1);
        let mut clock = OwnTime::of(self.child());
        while !clock.is_more_than(time_limit, self.child()) {
            // Who asked may have something else to do by now.
            self.enough().store(1, Ordering::Relaxed);
            if self.answered(Instant::now() + time_limit.min(LOOK_AFTER_RUNNER))? {
                return Ok(None);
            }
            let begun = self.begun().load(Ordering::Acquire);
            if begun > run {
                (run, clock) = (begun, OwnTime::of(self.child()));
            }
        }
        self.signal_child(TIME_IS_UP);
        let grace = OwnTime::of(self.child());
        while !self.answered(Instant::now() + RETRY)? {
            if grace.is_more_than(GRACE, self.child()) {
                // More than once: the child may not have existed yet a moment ago.
                self.signal_child(libc::SIGKILL);
            }
        }
        Ok(Some(run))
    }

    fn answered(&mut self, deadline: Instant) -> Result<bool, HostError> {
        loop {
            if ![control::ASKED, control::RUNNING].contains(&self.phase().load(Ordering::Acquire)) {
                return Ok(true);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            if !self.answers.wait_for(left) && self.has_runner_ended() {
                return Err(self.broken(io::ErrorKind::UnexpectedEof.into()));
            }
        }
    }

    /// It has said everything it had to say, so that anything on the stream is its end.
    fn has_runner_ended(&self) -> bool {
        let mut entry = libc::pollfd { fd: self.stream.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: `entry` is one writable entry.
        unsafe { libc::poll(&mut entry, 1, 0) > 0 }
    }

    /// Number of the process that runs.
    fn child(&self) -> u32 {
        // SAFETY: the header lies in the mapping.
        unsafe { &(*self.shared().header()).child }.load(Ordering::Acquire)
    }

    fn signal_child(&self, signal: i32) {
        if let Ok(child @ 2..) = libc::pid_t::try_from(self.child()) {
            // SAFETY: the runner has started this process and has not yet waited for it.
            unsafe { libc::kill(child, signal) };
        }
    }

    fn receive(&mut self, buffer: &mut [u8]) -> Result<(), HostError> {
        self.stream.read_exact(buffer).map_err(|error| self.broken(error))
    }

    /// What a failure to talk to the runner means. A runner that breaks off ends at once.
    fn broken(&mut self, error: io::Error) -> HostError {
        let gone = [io::ErrorKind::UnexpectedEof, io::ErrorKind::BrokenPipe, io::ErrorKind::ConnectionReset];
        if !gone.contains(&error.kind()) {
            return HostError::Control(error);
        }
        match self.process.wait() {
            Ok(status) => HostError::RunnerEnded { status, stderr: self.last_words() },
            Err(error) => HostError::Control(error),
        }
    }

    fn last_words(&self) -> String {
        let Some(file) = &self.stderr else { return String::new() };
        let length = file.metadata().map_or(0, |metadata| metadata.len());
        let mut words = vec![0; length.min(SAID) as usize];
        match file.read_exact_at(&mut words, length.saturating_sub(SAID)) {
            Ok(()) => String::from_utf8_lossy(&words).trim().to_owned(),
            Err(_) => String::new(),
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.signal_child(libc::SIGKILL);
        // Both fail only when the process has ended before.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(": {stderr}") }
}
