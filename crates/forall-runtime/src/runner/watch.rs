//! Nothing outlives the host: the first thread of the runner waits for the other end of the stream to close.

use forall_protocol::shared::Shared;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::sync::atomic::Ordering;

/// Returns when the stream ends, be it the host's doing or this process's. What runs is killed.
pub fn until_the_end(stream: &UnixStream, shared: Shared) {
    let mut entry = libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLRDHUP, revents: 0 };
    // SAFETY: `entry` is one writable entry.
    while unsafe { libc::poll(&mut entry, 1, -1) } < 0 {
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
    // SAFETY: the header lies in the mapping.
    let child = unsafe { &(*shared.header()).child }.load(Ordering::Acquire);
    if child != 0 {
        // SAFETY: the child is not waited for before its number is taken out of the header.
        unsafe { libc::kill(child as libc::pid_t, libc::SIGKILL) };
    }
}
