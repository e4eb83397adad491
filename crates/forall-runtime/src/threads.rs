//! Threads that have ended before the program asked.

use std::cell::Cell;

/// More are waited for only when the program asks.
const MOST: usize = 64;

/// Numbers and results of threads that were joined in advance.
pub struct Threads {
    ended: [Cell<Option<(libc::pthread_t, *mut libc::c_void)>>; MOST],
}

impl Default for Threads {
    fn default() -> Threads {
        Threads { ended: [const { Cell::new(None) }; MOST] }
    }
}

impl Threads {
    /// A thread has done its work: waits until it is gone, with all it does on its way out, and keeps its result.
    pub fn end(&self, thread: libc::pthread_t) {
        let Some(free) = self.ended.iter().find(|entry| entry.get().is_none()) else { return };
        let mut result = std::ptr::null_mut();
        // SAFETY: the thread was started by the program, which has not joined it: it stands still.
        if unsafe { libc::pthread_join(thread, &mut result) } == 0 {
            free.set(Some((thread, result)));
        }
    }

    /// The result of such a thread, once. Numbers can be given out again: the oldest comes first.
    pub fn take(&self, thread: libc::pthread_t) -> Option<*mut libc::c_void> {
        let found =
            self.ended.iter().find(|entry| entry.get().is_some_and(|(number, _)| number == thread))?;
        found.take().map(|(_, result)| result)
    }
}
