//! How a run is brought to its end.

use crate::frames::{self, Extent};
use crate::runner::stacks;
use forall_protocol::shared::{Ending, MAX_MESSAGE, Shared};
use std::cell::Cell;

thread_local! {
    /// Whoever runs the test on this thread wants to go on after its end.
    static COMES_BACK: Cell<bool> = const { Cell::new(false) };
}

/// From here on, a run that ends on this thread leads back to where the test was called.
pub fn come_back_at_the_end() {
    COMES_BACK.set(true);
}

/// Writes how the run ended where the host looks for it.
#[derive(Clone, Copy)]
pub struct Report {
    shared: Shared,
    /// The program's `PLACE`; null when there is none.
    place: *const i32,
    program: Extent,
}

impl Report {
    /// # Safety
    /// `place` is null or points to an `i32` that lives as long as the process.
    pub unsafe fn new(shared: Shared, place: *const i32) -> Report {
        Report { shared, place, program: Extent::around(place.addr()) }
    }

    /// Ends the run; destructors and exit handlers of the explored program do not run.
    pub fn end(self, ending: Ending) -> ! {
        self.place();
        self.exit(ending)
    }

    /// The same, but the place has been recorded before.
    pub fn exit(self, ending: Ending) -> ! {
        if COMES_BACK.get() {
            self.set(ending);
            // SAFETY: this is the thread on which the test was called, and what the test has begun is taken
            // back as a whole.
            unsafe { stacks::go_back() }
        }
        self.exit_process(ending)
    }

    /// Ends the run and the process with it: all that can be done in a signal handler.
    pub fn die(self, ending: Ending) -> ! {
        self.place();
        self.exit_process(ending)
    }

    fn exit_process(self, ending: Ending) -> ! {
        self.set(ending);
        // SAFETY: `_exit` has no precondition.
        unsafe { libc::_exit(0) }
    }

    fn set(self, ending: Ending) {
        // SAFETY: the header lies in the mapping, and only the process that runs writes this field during a run.
        unsafe { (*self.shared.header()).ending = ending as u32 };
    }

    /// Records where in the tested package's own code the program is. Safe to call in a signal handler.
    pub fn place(self) {
        self.place_was(self.current_place());
    }

    /// Records where it was.
    pub fn place_was(self, site: u32) {
        // SAFETY: the header lies in the mapping, and only the process that runs writes this field during a run.
        unsafe { (*self.shared.header()).place = site };
    }

    /// Records which functions of the program are active: it has just failed, of its own doing.
    pub fn frames(&self) {
        frames::record(self.shared, &self.program);
    }

    /// What was recorded before is not how the run ends.
    pub fn forget_frames(self) {
        // SAFETY: the header lies in the mapping, and only the process that runs writes this field during a run.
        unsafe { (*self.shared.header()).frames = 0 };
    }

    /// The site of the call that the tested package's own code is in.
    pub fn current_place(self) -> u32 {
        if self.place.is_null() {
            return u32::MAX;
        }
        // SAFETY: by the contract of `new`; the program may be about to write it, so the read must really
        // happen now.
        unsafe { self.place.read_volatile() as u32 }
    }

    /// The program asked for more memory than it may have. Safe to call in a signal handler.
    pub fn memory_denied(self) {
        // SAFETY: the header lies in the mapping, and only the process that runs writes this field during a run.
        unsafe { (*self.shared.header()).memory_denied = 1 };
    }

    pub fn was_memory_denied(self) -> bool {
        // SAFETY: as above.
        unsafe { (*self.shared.header()).memory_denied != 0 }
    }

    pub fn location(self, file: &[u8], line: u32, column: u32) {
        let file = whole_characters(file);
        // SAFETY: the header lies in the mapping, and only the process that runs touches the record during a run.
        let record = unsafe { &mut (*self.shared.header()).panic };
        record.line = line;
        record.column = column;
        record.file_length = file.len() as u32;
        record.file[..file.len()].copy_from_slice(file);
    }

    pub fn message(self, message: &[u8]) {
        let message = whole_characters(message);
        // SAFETY: as in `location`.
        let record = unsafe { &mut (*self.shared.header()).panic };
        record.message_length = message.len() as u32;
        record.message[..message.len()].copy_from_slice(message);
    }

    /// In brackets, if there is room for it.
    pub fn add_to_message(self, text: &[u8]) {
        // SAFETY: as in `location`.
        let record = unsafe { &mut (*self.shared.header()).panic };
        let start = record.message_length as usize;
        let Some(room) = record.message.get_mut(start..start + text.len() + 3) else { return };
        for (to, from) in room.iter_mut().zip([b" (", text, b")"].into_iter().flatten()) {
            *to = *from;
        }
        record.message_length += text.len() as u32 + 3;
    }
}

/// As much of a text as there is room for, without cutting a character in two.
fn whole_characters(text: &[u8]) -> &[u8] {
    if text.len() <= MAX_MESSAGE {
        return text;
    }
    let mut end = MAX_MESSAGE;
    while end > 0 && text[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn what_is_added_to_a_message_is_there_or_not() {
        let memory = Memory::new();
        let report = memory.report();
        for (length, added) in [(0, true), (MAX_MESSAGE - 8, true), (MAX_MESSAGE - 7, false)] {
            report.message(&vec![b'x'; length]);
            report.add_to_message(b"twice");
            // SAFETY: the header lies in the mapping.
            let record = unsafe { &(*memory.shared().header()).panic };
            let message = &record.message[..record.message_length as usize];
            assert_eq!(&message[length..], if added { &b" (twice)"[..] } else { b"" });
        }
    }

    #[test]
    fn a_long_message_ends_with_a_whole_character() {
        for padding in 0..4 {
            let text = "x".repeat(padding) + &"\u{1F980}".repeat(MAX_MESSAGE);
            let kept = std::str::from_utf8(whole_characters(text.as_bytes())).unwrap();
            assert!(kept.len() > MAX_MESSAGE - 4);
        }
        assert_eq!(whole_characters(b"short"), b"short");
    }
}
