//! Processes that take turns wake each other here. Whose turn it is says a word in their shared memory, not
//! what they hear.
//!
//! These are pipes because the kernel takes who writes to a pipe for somebody about to wait, and wakes the
//! reader on the same processor. Who waits on a futex is woken on an idle processor if there is one, and to
//! rouse that takes longer than most runs.

use crate::confine::syscall::perform;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// A bell, and the ear that hears it.
pub fn pair() -> io::Result<(Bell, Ear)> {
    let (ear, bell) = io::pipe()?;
    // SAFETY: changes a flag of a descriptor that is open.
    if unsafe { libc::fcntl(bell.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok((Bell(bell.into()), Ear(ear.into())))
}

/// Wakes who waits at the other end, now or later.
pub struct Bell(pub OwnedFd);

impl Bell {
    pub fn ring(&self) {
        let byte = 0u8;
        // If nothing fits in any more, there is enough to hear already. If nobody is there, that is noticed
        // otherwise. SAFETY: the kernel reads one byte.
        unsafe {
            perform(libc::SYS_write, [self.0.as_raw_fd() as u64, address(&raw const byte), 1, 0, 0, 0])
        };
    }
}

pub struct Ear(pub OwnedFd);

impl Ear {
    /// Waits for a ring since the last time. It may be an old one, or of no meaning. `false`: there will be none.
    pub fn wait(&self) -> bool {
        let mut heard = [0u8; 64];
        let fd = self.0.as_raw_fd() as u64;
        // SAFETY: the kernel writes at most that many bytes.
        let count =
            unsafe { perform(libc::SYS_read, [fd, address(&raw mut heard), heard.len() as u64, 0, 0, 0]) };
        count > 0 || count == -i64::from(libc::EINTR)
    }

    /// The same, but not longer than that. `false`: there was no ring.
    pub fn wait_for(&self, time: Duration) -> bool {
        let mut entry = libc::pollfd { fd: self.0.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        let limit =
            libc::timespec { tv_sec: time.as_secs() as libc::time_t, tv_nsec: time.subsec_nanos().into() };
        // SAFETY: one entry, which the kernel writes; it reads the limit.
        let ready = unsafe {
            perform(libc::SYS_ppoll, [address(&raw mut entry), 1, address(&raw const limit), 0, 0, 0])
        };
        ready > 0 && self.wait()
    }
}

fn address<T>(memory: *const T) -> u64 {
    memory.expose_provenance() as u64
}
