//! The process that runs the explored program.
//!
//! It loads the instrumented library once and forks children from there. A child does one run after the other
//! as long as it can be taken back to its beginning in between, so that no run sees what another left behind,
//! and all see the same addresses. It has two threads: one serves the host and forks; the first one only
//! watches for the host's end.

mod child;
mod depth;
pub(crate) mod faults;
mod library;
mod loaded;
mod refusals;
mod rewind;
pub(crate) mod stacks;
mod usage;
mod watch;

use crate::confine::{self, Limits};
use crate::ending::Report;
use crate::hooks;
use crate::host::{
    ANSWERS_VARIABLE, ASKS_VARIABLE, CONTROL_VARIABLE, LIBRARY_VARIABLE, MEMORY_VARIABLE, ROLE_RUNNER,
    ROLE_VARIABLE, ROOM_VARIABLE, SCRATCH_VARIABLE, SHARED_VARIABLE,
};
use crate::mapping::Mapping;
use crate::run_state::RunState;
use crate::turn::{Bell, Ear};
use child::Child;
use forall_protocol::VERSION;
use forall_protocol::manifest::Hello;
use forall_protocol::shared::{MAX_OUTCOMES, Shared, control, layout};
use library::{Library, LibraryError};
use rewind::Plan;
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a runner cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    #[error(
        "the environment variable {0} is missing or malformed; a runner is started by cargo forall, not by hand"
    )]
    Environment(&'static str),
    #[error("cannot prepare the process that runs the tests: {0}")]
    Setup(#[source] io::Error),
    #[error("the memory shared with cargo forall has version {found}, this runner has version {VERSION}")]
    Version { found: u32 },
    #[error(transparent)]
    Library(#[from] LibraryError),
    #[error("lost the connection to cargo forall: {0}")]
    Control(#[source] io::Error),
    #[error("was asked for test {asked} of {count}")]
    NoSuchPut { asked: u32, count: usize },
    #[error("the process for a run died before the run began, with wait status {status}")]
    Stillborn { status: i32 },
    #[error("cannot fork: {0}")]
    Fork(#[source] io::Error),
    #[error("the thread that serves the host panicked")]
    Panicked,
}

/// Does a runner's work if this process was started as one; `None` if it was not.
pub fn serve_from_env() -> Option<Result<(), RunnerError>> {
    if std::env::var_os(ROLE_VARIABLE).as_deref() != Some(OsStr::new(ROLE_RUNNER)) {
        return None;
    }
    let descriptor = |variable: &'static str| {
        let number = std::env::var(variable).ok().and_then(|number| number.parse().ok());
        number.ok_or(RunnerError::Environment(variable))
    };
    let served = || {
        let library = std::env::var_os(LIBRARY_VARIABLE).ok_or(RunnerError::Environment(LIBRARY_VARIABLE))?;
        let memory = std::env::var(MEMORY_VARIABLE).ok().and_then(|bytes| bytes.parse().ok());
        let limits = Limits {
            scratch: std::env::var_os(SCRATCH_VARIABLE).map(PathBuf::from),
            max_memory: memory.ok_or(RunnerError::Environment(MEMORY_VARIABLE))?,
        };
        // What is mapped from here on lies below it.
        let room = std::env::var(ROOM_VARIABLE).ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
        let _room = (room > 0).then(|| Mapping::anonymous(room)).transpose().map_err(RunnerError::Setup)?;
        let descriptors = Descriptors {
            shared: descriptor(SHARED_VARIABLE)?,
            control: descriptor(CONTROL_VARIABLE)?,
            asks: descriptor(ASKS_VARIABLE)?,
            answers: descriptor(ANSWERS_VARIABLE)?,
        };
        serve(Path::new(&library), limits, &descriptors)
    };
    Some(served())
}

/// What the host made for this process.
struct Descriptors {
    /// The memory of both.
    shared: RawFd,
    /// The stream on which the host asks for processes.
    control: RawFd,
    /// Where a process hears that it is asked for another run, and tells that one is over.
    asks: RawFd,
    answers: RawFd,
}

/// Serves runs of the tests in an instrumented library until the host is gone. Takes over the descriptors.
fn serve(library: &Path, limits: Limits, descriptors: &Descriptors) -> Result<(), RunnerError> {
    let memory = map_and_close(descriptors.shared).map_err(RunnerError::Setup)?;
    // SAFETY: the mapping has the right length, and is never unmapped.
    let shared = unsafe { Shared::new(Box::leak(Box::new(memory)).start()) };
    // SAFETY: the header lies in the mapping; before the first run nobody writes it.
    let found = unsafe { (*shared.header()).version };
    if found != VERSION {
        return Err(RunnerError::Version { found });
    }
    let [stream, asks, answers] =
        [descriptors.control, descriptors.asks, descriptors.answers].map(out_of_reach);
    let stream = Arc::new(UnixStream::from(stream.map_err(RunnerError::Setup)?));
    let turns = Turns {
        asks: Ear(asks.map_err(RunnerError::Setup)?),
        answers: Bell(answers.map_err(RunnerError::Setup)?),
    };
    child::prepare_process().map_err(RunnerError::Setup)?;
    if let Some(scratch) = &limits.scratch {
        // Before the library is loaded: its initialisers are explored code, too.
        confine::keep_to(scratch).map_err(RunnerError::Setup)?;
    }

    let library = library.to_owned();
    let has_ended = Arc::new(AtomicBool::new(false));
    let served = EndsStream(Arc::clone(&stream), Arc::clone(&has_ended));
    let server = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let EndsStream(stream, _) = &served;
        Server::start(&library, shared, stream, turns).and_then(|mut server| server.serve(&limits))
    });
    let server = server.map_err(RunnerError::Setup)?;
    watch::until_the_end(&stream, shared);
    if !has_ended.load(Ordering::Acquire) {
        // The host is gone. The other thread may wait for a child, or be about to fork one: it ends with this
        // process. SAFETY: `_exit` has no precondition.
        unsafe { libc::_exit(0) };
    }
    server.join().map_err(|_| RunnerError::Panicked)?
}

/// However the serving thread ends, the watching thread and the host learn of it.
struct EndsStream(Arc<UnixStream>, Arc<AtomicBool>);

impl Drop for EndsStream {
    fn drop(&mut self) {
        self.1.store(true, Ordering::Release);
        // A failure means that the stream has ended already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// As large as no test thread's, so that instrumented frames do not overflow where plain ones would not.
const STACK: usize = 64 << 20;

/// Descriptors from here on, if the process may have so many: where the explored program does not stumble
/// over them.
const FAR: RawFd = 900;

/// How the host and a process that lasts wake each other.
struct Turns {
    asks: Ear,
    answers: Bell,
}

struct Server<'a> {
    stream: &'a UnixStream,
    turns: Turns,
    shared: Shared,
    library: Library,
    state: *mut RunState,
    report: Report,
    outcomes: usize,
    fork: Fork,
    /// This process, which the child knows as its parent.
    process: u32,
    plan: Plan,
    confined: bool,
    worth: Worth,
}

impl Server<'_> {
    fn start<'a>(
        library: &Path,
        shared: Shared,
        stream: &'a UnixStream,
        turns: Turns,
    ) -> Result<Server<'a>, RunnerError> {
        let library = Library::open(library)?;
        // SAFETY: the library stays loaded.
        let report = unsafe { Report::new(shared, library.place) };
        let Library { manifest, constants, tags, .. } = &library;
        // SAFETY: the library's tags are zero as long as nothing symbolic was stored, and it stays loaded.
        let state = unsafe { RunState::new(shared, report, manifest, constants, *tags) };
        let state = state.map_err(RunnerError::Setup)?;
        state.hashes.begin_after(library.early_keys);
        let outcomes = (library.manifest.outcomes as usize).min(MAX_OUTCOMES);
        let state = state.install();
        library.connect(&hooks::table(), shared.coverage());
        faults::handle(report).map_err(RunnerError::Setup)?;
        Ok(Server {
            stream,
            turns,
            shared,
            library,
            state,
            report,
            outcomes,
            fork: quickest_fork(),
            process: std::process::id(),
            plan: Plan::new().map_err(RunnerError::Setup)?,
            confined: false,
            worth: Worth::default(),
        })
    }

    /// Nothing in the loop allocates: the heap must look the same to every child.
    fn serve(&mut self, limits: &Limits) -> Result<(), RunnerError> {
        self.say_hello().map_err(RunnerError::Control)?;
        confine::limit_further_memory(limits.max_memory).map_err(RunnerError::Setup)?;
        if limits.scratch.is_some() {
            self.prepare_for_lasting().map_err(RunnerError::Setup)?;
        }
        self.prepare_child()?;
        let mut request = [0];
        while self.stream.read(&mut request).map_err(RunnerError::Control)? == 1 {
            if request[0] != control::RUN {
                return Err(RunnerError::Control(io::ErrorKind::InvalidData.into()));
            }
            self.answer()?;
        }
        Ok(())
    }

    /// A first child, before anybody asks for a run: it needs the time to be born only once.
    fn prepare_child(&mut self) -> Result<(), RunnerError> {
        // SAFETY: the header lies in the mapping.
        let phase = unsafe { &(*self.shared.header()).phase };
        let (nobody, done) = (control::NOBODY, control::DONE);
        let lasts = self.confined && !self.library.puts.is_empty();
        if lasts && phase.compare_exchange(nobody, done, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.answer()?;
        }
        Ok(())
    }

    fn say_hello(&mut self) -> io::Result<()> {
        let puts = self.library.puts.iter().map(|put| put.describe()).collect();
        let hello = Hello { puts, manifest: self.library.manifest.clone() }.encode();
        self.stream.write_all(&(hello.len() as u32).to_le_bytes())?;
        self.stream.write_all(&hello)
    }

    /// Where system calls are watched, children can be taken back after a run.
    fn prepare_for_lasting(&mut self) -> io::Result<()> {
        // SAFETY: the state is installed for good, and only this thread uses it.
        let state = unsafe { &*self.state };
        let kept = [state.inputs.memory(), state.recent.memory()];
        // Pages that are not there need neither be copied by a fork nor be looked at after a run.
        // SAFETY: gives free memory back.
        unsafe { libc::malloc_trim(0) };
        self.plan.complete(&kept)?;
        self.confined = refusals::watch(self.report)?;
        Ok(())
    }

    /// Sees to it that what the host asks for is done.
    fn answer(&mut self) -> Result<(), RunnerError> {
        let header = self.shared.header();
        // SAFETY: the header lies in the mapping.
        let phase = unsafe { &(*header).phase };
        let mut stillborn = 0;
        loop {
            let status = self.run()?;
            // SAFETY: the header lies in the mapping, and no child runs.
            stillborn = if unsafe { (*header).runs } == 0 { stillborn + 1 } else { 0 };
            if stillborn > STILLBORN {
                return Err(RunnerError::Stillborn { status });
            }
            match phase.load(Ordering::Acquire) {
                // It died in the middle of a run, or at its end.
                control::RUNNING => break self.tell(status),
                // It was asked, and could not go back to its beginning: the next one does what was asked.
                control::ASKED => {}
                // It could not go back, and nobody asked for more.
                _ => {
                    let left = phase.compare_exchange(
                        control::DONE,
                        control::NOBODY,
                        Ordering::AcqRel,
                        Ordering::Acquire,
                    );
                    if left != Err(control::ASKED) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// The run is over, and so is the process.
    fn tell(&self, status: i32) {
        // SAFETY: the header lies in the mapping; the host waits and no child runs.
        let header = unsafe { &mut *self.shared.header() };
        header.status = status;
        header.phase.store(control::NOBODY, Ordering::Release);
        self.turns.answers.ring();
    }

    /// Lets a child live; yields its wait status.
    fn run(&mut self) -> Result<i32, RunnerError> {
        // SAFETY: the state is installed for good, and only this thread uses it outside of children.
        let state = unsafe { &mut *self.state };
        state.inputs.refresh().map_err(RunnerError::Setup)?;
        // SAFETY: the header lies in the mapping; the host waits and no child runs.
        let header = unsafe { &mut *self.shared.header() };
        let (asked, count) = (header.put, self.library.puts.len());
        if asked as usize >= count {
            return Err(RunnerError::NoSuchPut { asked, count });
        }
        header.runs = 0;
        let child = Child {
            puts: &self.library.puts,
            state: self.state,
            shared: self.shared,
            outcomes: self.outcomes,
            plan: &self.plan,
            confined: self.confined,
            lasts: self.confined && self.worth.is_worth_trying(header.epoch),
            control: self.stream.as_raw_fd(),
            turns: &self.turns,
            parent: self.process,
        };
        // SAFETY: this process's other thread holds no lock, ever: all that the child may call works.
        match unsafe { (self.fork)() } {
            -1 => Err(RunnerError::Fork(io::Error::last_os_error())),
            0 => child::live(&child),
            process => {
                header.child.store(process as u32, Ordering::Release);
                let status = wait(process);
                header.child.store(0, Ordering::Release);
                if !self.confined {
                    // SAFETY: the group of the child, in which there may be nobody any more.
                    unsafe { libc::kill(-process, libc::SIGKILL) };
                }
                if child.lasts {
                    self.worth.learn(header.runs);
                }
                status.map_err(RunnerError::Fork)
            }
        }
    }
}

/// How many children in a row may die before they do anything.
const STILLBORN: u32 = 2;

/// Is it worth the trouble to take children back after a run? In some tests every run does something that
/// cannot be taken back.
#[derive(Default)]
struct Worth {
    epoch: u32,
    /// Children in a row that were of no use after their first run.
    disappointments: u32,
    forks: u32,
}

impl Worth {
    fn is_worth_trying(&mut self, epoch: u32) -> bool {
        if epoch != self.epoch {
            *self = Worth { epoch, ..Worth::default() };
        }
        self.forks += 1;
        self.disappointments < 2 || self.forks.is_multiple_of(64)
    }

    fn learn(&mut self, runs: u32) {
        self.disappointments = if runs > 1 { 0 } else { self.disappointments + 1 };
    }
}

type Fork = unsafe extern "C" fn() -> libc::pid_t;

/// `_Fork` leaves out the handlers that make `fork` safe among threads, and with them a good part of the
/// time; older systems lack it.
fn quickest_fork() -> Fork {
    // SAFETY: the name is a C string.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"_Fork".as_ptr()) };
    if found.is_null() {
        return libc::fork;
    }
    // SAFETY: `_Fork` has this type wherever it exists.
    unsafe { std::mem::transmute::<*mut libc::c_void, Fork>(found) }
}

fn wait(child: libc::pid_t) -> io::Result<i32> {
    let mut status = 0;
    loop {
        // SAFETY: `status` is writable.
        if unsafe { libc::waitpid(child, &mut status, 0) } == child {
            return Ok(status);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn map_and_close(shared_fd: RawFd) -> io::Result<Mapping> {
    // SAFETY: the host made the descriptor for this process.
    let _owned = unsafe { OwnedFd::from_raw_fd(shared_fd) };
    Mapping::shared(shared_fd, layout::LENGTH)
}

/// Moves a descriptor to a high number that programs started by this one do not inherit.
fn out_of_reach(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: the host made the descriptor for this process, or this process itself did.
    let near = unsafe { OwnedFd::from_raw_fd(fd) };
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is writable.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let lowest = FAR.min((limit.rlim_cur as RawFd).saturating_sub(8)).max(3);
    let near = near.into_raw_fd();
    // SAFETY: duplicating a descriptor that is open.
    let far = unsafe { libc::fcntl(near, libc::F_DUPFD_CLOEXEC, lowest) };
    if far < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: `near` is owned here and not used any more; `far` is new.
    unsafe {
        libc::close(near);
        Ok(OwnedFd::from_raw_fd(far))
    }
}
