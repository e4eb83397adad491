//! Whose turn it is: a word in shared memory on which processes wait for each other.

use crate::confine::syscall::perform;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Waits until the word is no longer `value`, or the time is up, or for no reason at all.
pub fn wait_while(word: &AtomicU32, value: u32, time: Option<Duration>) {
    let limit = time.map(|time| libc::timespec {
        tv_sec: time.as_secs() as libc::time_t,
        tv_nsec: time.subsec_nanos().into(),
    });
    let limit = limit.as_ref().map_or(0, |limit| (&raw const *limit).expose_provenance() as u64);
    let word = word.as_ptr().expose_provenance() as u64;
    // SAFETY: the kernel reads the word and the limit.
    unsafe { perform(libc::SYS_futex, [word, libc::FUTEX_WAIT as u64, value.into(), limit, 0, 0]) };
}

/// Sets the word and wakes whoever waits for it.
pub fn pass(word: &AtomicU32, value: u32) {
    word.store(value, Ordering::Release);
    wake(word);
}

pub fn wake(word: &AtomicU32) {
    let word = word.as_ptr().expose_provenance() as u64;
    // SAFETY: the kernel only needs the address.
    unsafe { perform(libc::SYS_futex, [word, libc::FUTEX_WAKE as u64, i32::MAX as u64, 0, 0, 0]) };
}
