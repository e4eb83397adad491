//! What surrounds the test in the forked child, and what its parent does beforehand so that the child has little to do.

use crate::confine::syscall::perform;
use crate::host::SHOW_OUTPUT_VARIABLE;
use crate::state::{State, follow_this_thread};
use forall_protocol::put::{Expectation, Put};
use forall_protocol::shared::Ending;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};

static SHOW_OUTPUT: AtomicBool = AtomicBool::new(false);

/// Once, in the runner: settings that every child inherits.
pub fn prepare_process() -> io::Result<()> {
    SHOW_OUTPUT.store(std::env::var_os(SHOW_OUTPUT_VARIABLE).is_some_and(|v| v == "1"), Ordering::Relaxed);
    let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    for standard in [libc::STDIN_FILENO, libc::STDOUT_FILENO] {
        // SAFETY: standard input and output are not owned by anybody.
        check(unsafe { libc::dup2(null.as_raw_fd(), standard) })?;
    }
    // A child lives too briefly to earn back what clearing a huge page costs, and its crashes are reported, not dumped.
    // SAFETY: these change settings of this process only.
    unsafe {
        check(libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0))?;
        check(libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0))?;
    }
    Ok(())
}

/// In the child: runs the test.
pub fn run(put: &Put, state: &State, control: &UnixStream, parent: u32) -> ! {
    // SAFETY: these change settings and descriptors of this process only; nothing here uses the stream any more.
    unsafe {
        perform(libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as u64, libc::SIGKILL as u64, 0, 0, 0, 0]);
        if libc::getppid() as u32 != parent {
            // The parent died before the setting took effect.
            libc::_exit(0);
        }
        perform(libc::SYS_close, [control.as_raw_fd() as u64, 0, 0, 0, 0, 0]);
        if !SHOW_OUTPUT.load(Ordering::Relaxed) {
            perform(libc::SYS_dup2, [libc::STDOUT_FILENO as u64, libc::STDERR_FILENO as u64, 0, 0, 0, 0]);
        }
    }
    state.arena.prepare();
    follow_this_thread();
    if put.expectation != Expectation::Returns {
        state.expected_message.set(Some(put.expected.as_str()));
    }
    (put.run)();
    state.report.end(Ending::Returned)
}

fn check(result: i32) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
