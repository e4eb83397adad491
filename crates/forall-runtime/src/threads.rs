//! Threads that have ended before the program asked, and what is to be done when the test's own one ends.

use forall_protocol::hooks::Address;
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

/// The destructors of what is thread-local in the test's own thread, with what they take.
pub struct Destructors {
    kept: [Cell<Option<(Address, Address)>>; Destructors::MOST],
    count: Cell<usize>,
}

impl Default for Destructors {
    fn default() -> Destructors {
        Destructors { kept: [const { Cell::new(None) }; Destructors::MOST], count: Cell::new(0) }
    }
}

impl Destructors {
    const MOST: usize = 64;

    /// False if there is no room for it.
    pub fn add(&self, destructor: Address, argument: Address) -> bool {
        let Some(free) = self.kept.get(self.count.get()) else { return false };
        free.set(Some((destructor, argument)));
        self.count.set(self.count.get() + 1);
        true
    }

    /// The last that is still to come.
    pub fn take(&self) -> Option<(Address, Address)> {
        let last = self.count.get().checked_sub(1)?;
        self.count.set(last);
        self.kept[last].take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_last_is_destroyed_first() {
        let destructors = Destructors::default();
        let address = |number: usize| std::ptr::without_provenance_mut::<u8>(number);
        assert!(destructors.add(address(1), address(2)));
        assert!(destructors.add(address(3), address(4)));
        assert_eq!(destructors.take(), Some((address(3), address(4))));
        assert!(destructors.add(address(5), address(6)));
        assert_eq!(destructors.take(), Some((address(5), address(6))));
        assert_eq!(destructors.take(), Some((address(1), address(2))));
        assert_eq!(destructors.take(), None);
        assert!((0..Destructors::MOST).all(|_| destructors.add(address(1), address(2))));
        assert!(!destructors.add(address(1), address(2)));
    }
}
