//! Deadly signals in the explored program: the place is recorded, a stack overflow is told from other faults.
//!
//! Handlers and the stack they run on are set up in the runner and inherited by every child.

use crate::ending::Report;
use crate::mapping::Mapping;
use forall_protocol::shared::Ending;
use std::fmt::{self, Write};
use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Sent by the host when a run takes too long, and by the kernel when it takes too much of the processor; the
/// handler records the place before the process dies of it.
pub const TIME_IS_UP: i32 = libc::SIGXCPU;

const DEADLY: [i32; 7] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGSYS];

static REPORT: AtomicPtr<Report> = AtomicPtr::new(std::ptr::null_mut());
/// Addresses at which a fault means that the stack is full.
static GUARD_START: AtomicUsize = AtomicUsize::new(0);
static GUARD_END: AtomicUsize = AtomicUsize::new(0);

/// Called on the thread that forks: its stack is the one the test will use.
pub fn handle(report: Report) -> io::Result<()> {
    REPORT.store(Box::into_raw(Box::new(report)), Ordering::Release);
    find_guard()?;
    use_alternate_stack()?;
    for signal in DEADLY {
        install(signal, on_deadly_signal as *const () as usize)?;
    }
    install(TIME_IS_UP, on_time_is_up as *const () as usize)?;
    // SAFETY: the function only writes to shared memory, which is never unmapped.
    if unsafe { libc::atexit(on_exit) } != 0 {
        return Err(io::Error::other("no room for an exit handler"));
    }
    Ok(())
}

extern "C" fn on_deadly_signal(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let Some(report) = report() else { return };
    // SAFETY: the kernel passes the information of this signal.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
    // What a process sent has the sender in place of an address.
    let is_fault = matches!(signal, libc::SIGSEGV | libc::SIGBUS) && code > 0;
    let guard = GUARD_START.load(Ordering::Relaxed)..GUARD_END.load(Ordering::Relaxed);
    if is_fault && guard.contains(&address) {
        report.die(Ending::StackOverflow);
    }
    // The standard library aborts when there is no memory.
    if signal == libc::SIGABRT && report.was_memory_denied() {
        report.die(Ending::OutOfMemory);
    }
    report.place();
    if is_fault {
        // SAFETY: the kernel passes the registers of what the signal interrupted.
        let error = unsafe {
            let registers = &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs;
            registers[libc::REG_ERR as usize]
        };
        let mut text = Text::default();
        // In memory, and without a panic.
        let _ = describe_fault(&mut text, code, error, address);
        report.location(b"", 0, 0);
        report.message(text.bytes());
    }
    // What the program does to itself it does in a sound state.
    if matches!(signal, libc::SIGABRT | libc::SIGILL | libc::SIGTRAP) {
        report.frames()
    } else {
        report.forget_frames()
    }
    strike(signal);
}

/// What was wrong with an access to memory.
fn describe_fault(text: &mut Text, code: i32, error: i64, address: usize) -> fmt::Result {
    const SENT_BY_KERNEL: i32 = 0x80;
    const WRITE: i64 = 2;
    const FETCH: i64 = 16;
    if code == SENT_BY_KERNEL {
        return text.write_str("access to an address that no memory can have, or that is not aligned");
    }
    text.write_str(match error {
        _ if error & FETCH != 0 => "jump to an invalid address",
        _ if error & WRITE != 0 => "invalid write",
        _ => "invalid read",
    })?;
    // Others are near something of the program, which lies elsewhere in the next build.
    if address < FIRST_OF_PROGRAM { write!(text, " at address {address:#x}") } else { Ok(()) }
}

/// The system maps programs, their heaps and stacks above these addresses.
const FIRST_OF_PROGRAM: usize = 1 << 32;

/// A short text, made without allocating.
struct Text {
    bytes: [u8; 100],
    length: usize,
}

impl Default for Text {
    fn default() -> Text {
        Text { bytes: [0; 100], length: 0 }
    }
}

impl Text {
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.get_mut(self.length..self.length + text.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length += text.len();
        Ok(())
    }
}

extern "C" fn on_time_is_up(signal: i32) {
    if let Some(report) = report() {
        report.place();
        report.forget_frames();
    }
    strike(signal);
}

/// Lets a signal that was handled end the process after all. It is blocked until the handler returns; then it
/// strikes.
fn strike(signal: i32) {
    // SAFETY: both are allowed in a signal handler.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// The program calls `exit` in the middle of the test.
extern "C" fn on_exit() {
    if let Some(report) = report() {
        report.place();
        report.frames();
    }
}

fn report() -> Option<&'static Report> {
    // SAFETY: set once, to a report that is never freed.
    unsafe { REPORT.load(Ordering::Acquire).as_ref() }
}

fn install(signal: i32, handler: usize) -> io::Result<()> {
    // SAFETY: all zero is an action: the default one, with nothing blocked.
    let mut action: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    action.sa_sigaction = handler;
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    // SAFETY: the handlers do only what signal handlers may do. (One of them ignores the additional arguments.)
    check(unsafe { libc::sigaction(signal, &action, std::ptr::null_mut()) })
}

fn use_alternate_stack() -> io::Result<()> {
    let memory = Box::leak(Box::new(Mapping::anonymous(64 << 10)?));
    let stack = libc::stack_t { ss_sp: memory.start().cast(), ss_flags: 0, ss_size: memory.length() };
    // SAFETY: the memory is never unmapped.
    check(unsafe { libc::sigaltstack(&stack, std::ptr::null_mut()) })
}

fn find_guard() -> io::Result<()> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    // SAFETY: the attributes are initialised by the first call and only used if that succeeds.
    let (start, guard) = unsafe {
        let code = libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr());
        if code != 0 {
            return Err(io::Error::from_raw_os_error(code));
        }
        let (mut start, mut size, mut guard) = (std::ptr::null_mut(), 0, 0);
        libc::pthread_attr_getstack(attributes.as_ptr(), &mut start, &mut size);
        libc::pthread_attr_getguardsize(attributes.as_ptr(), &mut guard);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (start.addr(), guard)
    };
    // Some versions of glibc count the guard as part of the stack. Below it, code without stack probes may land.
    GUARD_START.store(start.saturating_sub(guard.max(64 << 10)), Ordering::Relaxed);
    GUARD_END.store(start + guard, Ordering::Relaxed);
    Ok(())
}

fn check(result: i32) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    #[test]
    fn a_fault_is_told_with_addresses_that_are_no_matter_of_layout() {
        let told = |code, error, address| {
            let mut text = Text::default();
            describe_fault(&mut text, code, error, address).unwrap();
            String::from_utf8(text.bytes().to_vec()).unwrap()
        };
        assert_eq!(told(1, 4, 0), "invalid read at address 0x0");
        assert_eq!(told(1, 6, 0xffff_ffff), "invalid write at address 0xffffffff");
        assert_eq!(told(1, 6, 0x7fff_0000_0000), "invalid write");
        assert_eq!(told(1, 0x14, 0x7fff_0000_0000), "jump to an invalid address");
        assert!(told(0x80, 0, 0).starts_with("access to an address that no memory can have"));
    }

    #[test]
    fn who_has_used_up_its_time_dies_of_that() {
        // SAFETY: the child only makes calls that are allowed after a fork.
        let status = unsafe {
            let child = libc::fork();
            if child == 0 {
                let _ = install(TIME_IS_UP, on_time_is_up as *const () as usize);
                libc::raise(TIME_IS_UP);
                libc::_exit(0);
            }
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            status
        };
        assert_eq!(ExitStatus::from_raw(status).signal(), Some(TIME_IS_UP));
    }
}
