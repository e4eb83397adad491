//! Threads of the explored program, one at a time.
//!
//! A new thread runs at once, while the one that started it stands still, until it ends or is about to wait.
//! So everything it does is followed, and happens in the same order in every run. Other orders are not tried,
//! which is noted. A thread that waits is let go: from then on it runs beside the others, and what it does is
//! not followed.
//!
//! See docs/decisions/threads-take-turns.md.

use crate::run_state::{self, RunState, is_followed};
use forall_protocol::hooks::Address;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

/// What a new thread needs to know; lies on the stack of the one that waits for it.
struct Handover {
    start: Address,
    argument: Address,
    stage: AtomicU32,
}

const RUNNING: u32 = 0;
const ENDED: u32 = 1;
const LET_GO: u32 = 2;

thread_local! {
    /// Somebody stands still for this thread: null if nobody does.
    static HANDOVER: Cell<*const Handover> = const { Cell::new(std::ptr::null()) };
    static SPAWNED: Cell<bool> = const { Cell::new(false) };
}

/// Was this thread started by the test?
pub fn is_spawned() -> bool {
    SPAWNED.get()
}

pub unsafe extern "C" fn spawn(
    thread: Address,
    attributes: Address,
    start: Address,
    argument: Address,
) -> u32 {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    state.shadow.clear(thread.addr(), size_of::<libc::pthread_t>());
    if !is_followed() {
        // SAFETY: this is the call that the program makes.
        return unsafe {
            let start: extern "C" fn(*mut libc::c_void) -> *mut libc::c_void = std::mem::transmute(start);
            libc::pthread_create(thread.cast(), attributes.cast(), start, argument.cast()) as u32
        };
    }
    state.note_thread_order();
    let handover = Handover { start, argument, stage: AtomicU32::new(RUNNING) };
    let beginning = (&raw const handover).cast_mut().cast();
    // SAFETY: the handover outlives the thread's use of it: this function returns only after the thread has
    // said that it is done with it.
    let code = unsafe { libc::pthread_create(thread.cast(), attributes.cast(), run, beginning) };
    if code != 0 {
        return code as u32;
    }
    while handover.stage.load(Ordering::Acquire) == RUNNING {
        wait(&handover.stage);
    }
    if handover.stage.load(Ordering::Acquire) == ENDED {
        // SAFETY: the kernel has written the thread's number there.
        let thread = unsafe { thread.cast::<libc::pthread_t>().read_unaligned() };
        state.threads.end(thread);
    }
    0
}

pub unsafe extern "C" fn join(thread: u64, result: Address) -> u32 {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    if is_followed()
        && let Some(value) = state.threads.take(thread)
    {
        if !result.is_null() {
            state.shadow.clear(result.addr(), size_of::<*mut libc::c_void>());
            // SAFETY: the program has room for the result there.
            unsafe { result.cast::<*mut libc::c_void>().write_unaligned(value) };
        }
        return 0;
    }
    let_go();
    // SAFETY: this is the call that the program makes.
    unsafe { libc::pthread_join(thread, result.cast()) as u32 }
}

pub unsafe extern "C" fn detach(thread: u64) -> u32 {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    if is_followed() && state.threads.take(thread).is_some() {
        return 0;
    }
    // SAFETY: this is the call that the program makes.
    unsafe { libc::pthread_detach(thread) as u32 }
}

// Of the C library, which `libc` does not declare.
unsafe extern "C" {
    fn __cxa_thread_atexit_impl(
        destructor: unsafe extern "C" fn(*mut libc::c_void),
        argument: *mut libc::c_void,
        library: *mut libc::c_void,
    ) -> libc::c_int;
}

/// The test's own thread does not end, but is taken back: so its destructors are kept, until the test is over.
pub unsafe extern "C" fn at_thread_exit(destructor: Address, argument: Address, library: Address) -> u32 {
    if is_followed() && !is_spawned() {
        // SAFETY: hooks run only while a state is installed.
        let state = unsafe { RunState::any_thread() };
        if !state.destructors.add(destructor, argument) {
            state.note_lost_destructor();
        }
        return 0;
    }
    // SAFETY: this is the call that the program makes.
    unsafe {
        let destructor: unsafe extern "C" fn(*mut libc::c_void) = std::mem::transmute(destructor);
        __cxa_thread_atexit_impl(destructor, argument.cast(), library.cast()) as u32
    }
}

pub unsafe extern "C" fn next_destructor(to: Address) -> u32 {
    // SAFETY: hooks run only while a state is installed.
    let state = unsafe { RunState::any_thread() };
    let Some((destructor, argument)) = state.destructors.take() else {
        state.end_thread();
        return 0;
    };
    state.shadow.clear(to.addr(), size_of::<[Address; 2]>());
    // SAFETY: the forall crate has room for both there.
    unsafe { to.cast::<[Address; 2]>().write_unaligned([destructor, argument]) };
    1
}

pub unsafe extern "C" fn system(number: u64, detail: u64) {
    let waits = matches!(detail as i32 & libc::FUTEX_CMD_MASK, libc::FUTEX_WAIT | libc::FUTEX_WAIT_BITSET);
    if number == libc::SYS_futex as u64 && waits {
        let_go();
    }
}

/// Where every followed thread begins.
extern "C" fn run(handover: *mut libc::c_void) -> *mut libc::c_void {
    let handover: *const Handover = handover.cast();
    // SAFETY: whoever made it stands still until it is told otherwise.
    let (start, argument) = unsafe { ((*handover).start, (*handover).argument) };
    HANDOVER.set(handover);
    SPAWNED.set(true);
    run_state::follow_this_thread();
    // SAFETY: the program asks for this function to be called so.
    let result = unsafe {
        let start: extern "C" fn(*mut libc::c_void) -> *mut libc::c_void = std::mem::transmute(start);
        start(argument.cast())
    };
    pass_on(ENDED);
    result
}

/// This thread is about to wait, perhaps for the one that waits for it.
fn let_go() {
    if !HANDOVER.get().is_null() {
        // SAFETY: hooks run only while a state is installed.
        unsafe { RunState::any_thread() }.note_waiting_thread();
        run_state::follow_no_more();
        pass_on(LET_GO);
    }
}

/// Lets the other thread go on. Its end of the handover may be gone right afterwards; waking nobody does no harm.
fn pass_on(stage: u32) {
    let handover = HANDOVER.replace(std::ptr::null());
    if handover.is_null() {
        return;
    }
    // SAFETY: whoever made it stands still until this very store.
    let stage_of = unsafe { &raw const (*handover).stage };
    // SAFETY: as above.
    unsafe { (*stage_of).store(stage, Ordering::Release) };
    // SAFETY: the kernel looks for waiters at an address, and does not touch what lies there.
    unsafe { libc::syscall(libc::SYS_futex, stage_of, libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, 1) };
}

fn wait(stage: &AtomicU32) {
    let operation = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    let no_limit = std::ptr::null::<libc::timespec>();
    // SAFETY: the kernel reads the stage, and returns at once when it has changed.
    unsafe { libc::syscall(libc::SYS_futex, stage.as_ptr(), operation, RUNNING, no_limit) };
}
