//! The process that runs the explored program.
//!
//! It loads the instrumented library once and forks a child for every run, so that no run sees what another left behind, and all see the
//! same addresses. It has two threads: one serves the host and forks; the first one only watches for the host's end.

mod child;
pub(crate) mod faults;
mod library;
mod refusals;
mod watch;

use crate::confine::{self, Limits};
use crate::ending::Report;
use crate::hooks;
use crate::host::{
    CONTROL_VARIABLE, LIBRARY_VARIABLE, MEMORY_VARIABLE, ROLE_RUNNER, ROLE_VARIABLE, SCRATCH_VARIABLE,
    SHARED_VARIABLE,
};
use crate::mapping::Mapping;
use crate::state::State;
use forall_protocol::VERSION;
use forall_protocol::manifest::Hello;
use forall_protocol::shared::{Ending, MAX_OUTCOMES, Shared, control, layout};
use library::{Library, LibraryError};
use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

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
        let (shared, control) = (descriptor(SHARED_VARIABLE)?, descriptor(CONTROL_VARIABLE)?);
        serve(Path::new(&library), limits, shared, control)
    };
    Some(served())
}

/// Serves runs of the tests in an instrumented library until the host is gone. Takes over both descriptors: of the shared memory, and of
/// the stream on which the host asks for runs.
pub fn serve(library: &Path, limits: Limits, shared_fd: RawFd, control_fd: RawFd) -> Result<(), RunnerError> {
    let memory = map_and_close(shared_fd).map_err(RunnerError::Setup)?;
    // SAFETY: the mapping has the right length, and is never unmapped.
    let shared = unsafe { Shared::new(Box::leak(Box::new(memory)).start()) };
    // SAFETY: the header lies in the mapping; before the first run nobody writes it.
    let found = unsafe { (*shared.header()).version };
    if found != VERSION {
        return Err(RunnerError::Version { found });
    }
    let stream = Arc::new(out_of_reach(control_fd).map_err(RunnerError::Setup)?);
    child::prepare_process().map_err(RunnerError::Setup)?;
    if let Some(scratch) = &limits.scratch {
        // Before the library is loaded: its initialisers are explored code, too.
        confine::keep_to(scratch).map_err(RunnerError::Setup)?;
    }

    let library = library.to_owned();
    let served = EndsStream(Arc::clone(&stream));
    let server = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let EndsStream(stream) = &served;
        Server::start(&library, shared, stream).and_then(|mut server| server.serve(&limits))
    });
    let server = server.map_err(RunnerError::Setup)?;
    watch::until_the_end(&stream, shared);
    server.join().map_err(|_| RunnerError::Panicked)?
}

/// However the serving thread ends, the watching thread and the host learn of it.
struct EndsStream(Arc<UnixStream>);

impl Drop for EndsStream {
    fn drop(&mut self) {
        // A failure means that the stream has ended already.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

/// As large as no test thread's, so that instrumented frames do not overflow where plain ones would not.
const STACK: usize = 64 << 20;

/// Descriptors from here on, if the process may have so many: where the explored program does not stumble over them.
const FAR: RawFd = 900;

struct Server<'a> {
    stream: &'a UnixStream,
    shared: Shared,
    library: Library,
    state: *mut State,
    report: Report,
    outcomes: usize,
    fork: Fork,
    /// This process, which the child knows as its parent.
    process: u32,
}

impl Server<'_> {
    fn start<'a>(library: &Path, shared: Shared, stream: &'a UnixStream) -> Result<Server<'a>, RunnerError> {
        let library = Library::open(library)?;
        // SAFETY: the library stays loaded.
        let report = unsafe { Report::new(shared, library.place) };
        let Library { manifest, constants, tags, .. } = &library;
        // SAFETY: the library's tags are zero as long as nothing symbolic was stored, and it stays loaded.
        let state = unsafe { State::new(shared, report, manifest, constants, *tags) };
        let state = state.map_err(RunnerError::Setup)?;
        let outcomes = (library.manifest.outcomes as usize).min(MAX_OUTCOMES);
        let state = state.install();
        library.connect(&hooks::table(), shared.coverage());
        faults::handle(report).map_err(RunnerError::Setup)?;
        Ok(Server {
            stream,
            shared,
            library,
            state,
            report,
            outcomes,
            fork: quickest_fork(),
            process: std::process::id(),
        })
    }

    /// Nothing in the loop allocates: the heap must look the same to every child.
    fn serve(&mut self, limits: &Limits) -> Result<(), RunnerError> {
        self.say_hello().map_err(RunnerError::Control)?;
        confine::limit_further_memory(limits.max_memory).map_err(RunnerError::Setup)?;
        if limits.scratch.is_some() {
            refusals::watch(self.report).map_err(RunnerError::Setup)?;
        }
        let mut request = [0];
        while self.stream.read(&mut request).map_err(RunnerError::Control)? == 1 {
            if request[0] != control::RUN {
                return Err(RunnerError::Control(io::ErrorKind::InvalidData.into()));
            }
            let status = self.run()?;
            self.stream.write_all(&status.to_le_bytes()).map_err(RunnerError::Control)?;
        }
        Ok(())
    }

    fn say_hello(&mut self) -> io::Result<()> {
        let puts = self.library.puts.iter().map(|put| put.describe()).collect();
        let hello = Hello { puts, manifest: self.library.manifest.clone() }.encode();
        self.stream.write_all(&(hello.len() as u32).to_le_bytes())?;
        self.stream.write_all(&hello)
    }

    /// Runs the chosen test in a child; yields the wait status.
    fn run(&mut self) -> Result<i32, RunnerError> {
        // SAFETY: the state is installed for good, and only this thread uses it outside of children.
        let state = unsafe { &mut *self.state };
        state.inputs.refresh().map_err(RunnerError::Setup)?;
        // SAFETY: the header lies in the mapping; the host waits and no child runs.
        let header = unsafe { &mut *self.shared.header() };
        let puts = &self.library.puts;
        let put = puts
            .get(header.put as usize)
            .ok_or(RunnerError::NoSuchPut { asked: header.put, count: puts.len() })?;
        header.decisions = 0;
        header.notes = 0;
        header.drawn = 0;
        header.ending = Ending::Died as u32;
        header.place = u32::MAX;
        header.memory_denied = 0;
        header.panic.file_length = 0;
        header.panic.message_length = 0;
        // SAFETY: the coverage map has at least that many bytes.
        unsafe { self.shared.coverage().write_bytes(0, self.outcomes) };

        // SAFETY: this process's other thread holds no lock, ever: all that the child may call works.
        match unsafe { (self.fork)() } {
            -1 => Err(RunnerError::Fork(io::Error::last_os_error())),
            0 => child::run(put, state, self.stream, self.process),
            child => {
                header.child.store(child as u32, Ordering::Release);
                let status = wait(child);
                header.child.store(0, Ordering::Release);
                status.map_err(RunnerError::Fork)
            }
        }
    }
}

type Fork = unsafe extern "C" fn() -> libc::pid_t;

/// `_Fork` leaves out the handlers that make `fork` safe among threads, and with them a good part of the time; older systems lack it.
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
fn out_of_reach(fd: RawFd) -> io::Result<UnixStream> {
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
        Ok(UnixStream::from_raw_fd(far))
    }
}
