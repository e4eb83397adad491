//! Processes that begin as this one is now.
//!
//! See docs/decisions/fork-per-replay-process.md.

use forall_protocol::replay::FORK;
use std::ffi::{c_int, c_long};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn _exit(code: c_int) -> !;
}

/// The number of the system call.
const CLONE: c_long = if cfg!(target_arch = "x86_64") { 56 } else { 220 };
/// How the parent hears of the end.
const SIGCHLD: c_long = 17;

/// Runs `life` in a child, and gives its status as `waitpid` does: 0 when it came to its end. Only for
/// processes with a single thread.
pub fn in_a_child(life: impl FnOnce() -> io::Result<()>) -> io::Result<c_int> {
    let none: c_long = 0;
    // SAFETY: with these flags it is `fork`: the child has a copy of everything. There is but one thread, so
    // no lock is held by another.
    match unsafe { syscall(CLONE, SIGCHLD, none, c_long::from(FORK), none, none) } {
        0 => {
            let result = catch_unwind(AssertUnwindSafe(life));
            exit_at_once(if matches!(result, Ok(Ok(()))) { 0 } else { 1 })
        }
        child @ 1.. => wait_for(child as c_int),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Without flushing, destructors and handlers: the process is not what it seems to be to them.
pub fn exit_at_once(code: c_int) -> ! {
    // SAFETY: the process is gone.
    unsafe { _exit(code) }
}

fn wait_for(child: c_int) -> io::Result<c_int> {
    loop {
        let mut status = 0;
        // SAFETY: `status` is writable.
        if unsafe { waitpid(child, &mut status, 0) } == child {
            return Ok(status);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}
