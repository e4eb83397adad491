//! Running a test once under exploration. The values come from the host, and so does the end: the process is
//! gone afterwards.

use crate::panic_text::panic_text;
use crate::returned::TestEnd;
use crate::test::Test;
use forall_protocol::shared::Ending;
use forall_spec::__private::{Explored, Room, shown};
use forall_spec::Source;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, PanicHookInfo};

// The instrumenter routes these to the table of hooks: `forall_protocol::hooks::CALLED_BY_NAME`.
unsafe extern "C" {
    fn __forall_returned(value: *const u8, length: u64);
    safe fn __forall_mute();
    fn __forall_panicked(
        message: *const u8,
        message_length: u64,
        file: *const u8,
        file_length: u64,
        line: u32,
        column: u32,
    );
    fn __forall_next_destructor(to: *mut Destructor) -> u32;
    fn __forall_finish(ending: u32, message: *const u8, message_length: u64) -> !;
}

/// Draws the arguments, runs the test and reports how it ended. Does not come back.
pub fn explore(test: &Test) {
    std::panic::set_hook(Box::new(report_panic));
    let mut room = Room::default();
    match std::panic::catch_unwind(AssertUnwindSafe(|| (test.run)(&mut Source::new(&mut room, &Explored)))) {
        Ok(TestEnd::Returned(_)) => {
            end_thread();
            finish(Ending::Returned, "")
        }
        Ok(TestEnd::Err(error)) => {
            // Formatting decides by the value of the error, and these decisions are not the test's.
            __forall_mute();
            match std::panic::catch_unwind(AssertUnwindSafe(|| shown(&error).0)) {
                Ok(text) => {
                    end_thread();
                    finish(Ending::Err, &text)
                }
                Err(payload) => finish(Ending::Panicked, panic_text(&*payload)),
            }
        }
        Err(payload) => {
            end_thread();
            finish(Ending::Panicked, panic_text(&*payload))
        }
    }
}

/// What is to be done with something thread-local when its thread ends.
#[repr(C)]
struct Destructor {
    run: unsafe extern "C" fn(*mut u8),
    argument: *mut u8,
}

/// Under `cargo test`, the thread of the test ends now: what is thread-local there is dropped.
fn end_thread() {
    let mut next = MaybeUninit::<Destructor>::uninit();
    // SAFETY: the hook writes a destructor if it says so.
    while unsafe { __forall_next_destructor(next.as_mut_ptr()) } != 0 {
        // SAFETY: as above. The thread-local is there, and is dropped once.
        unsafe {
            let Destructor { run, argument } = next.assume_init_read();
            run(argument);
        }
    }
}

/// Shows what the test returns.
pub fn returned<T>(value: &T) {
    // SAFETY: the hook looks up what is known of so many bytes.
    unsafe { __forall_returned((&raw const *value).cast(), size_of::<T>() as u64) }
}

/// The last thing it does is to report: until then nothing that happens is part of the path.
fn report_panic(info: &PanicHookInfo<'_>) {
    let message = panic_text(info.payload());
    let (file, line, column) = match info.location() {
        Some(location) => (location.file(), location.line(), location.column()),
        None => ("", 0, 0),
    };
    // SAFETY: the hook reads the texts, which live longer than the call.
    unsafe {
        __forall_panicked(
            message.as_ptr(),
            message.len() as u64,
            file.as_ptr(),
            file.len() as u64,
            line,
            column,
        );
    }
}

fn finish(ending: Ending, message: &str) -> ! {
    // SAFETY: the hook reads the message, which lives as long as the process.
    unsafe { __forall_finish(ending as u32, message.as_ptr(), message.len() as u64) }
}
