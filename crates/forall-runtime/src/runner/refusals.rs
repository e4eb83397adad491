//! What a confined program asks of the kernel, call by call: harmless calls pass unseen, all others come here.
//!
//! A call that is refused ends the run at once. To let it fail instead would lead the program down paths that
//! it does not have when it is not confined, and whatever is found there would be wrong.

use crate::confine::filter;
use crate::confine::syscall::perform;
use crate::ending::Report;
use forall_protocol::shared::Ending;
use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, Ordering};

static REPORT: AtomicPtr<Report> = AtomicPtr::new(std::ptr::null_mut());
/// The runner, which may do anything.
static RUNNER: AtomicI64 = AtomicI64::new(0);

/// The program made a system call that may have left a trace.
static TRACES: AtomicBool = AtomicBool::new(false);
/// Where the heap ended before the first run.
static PROGRAM_BREAK: AtomicI64 = AtomicI64::new(0);
/// The end of the heap may be elsewhere: until watched, nobody knows.
static BREAK_MOVED: AtomicBool = AtomicBool::new(true);

/// May a system call of this process have left a trace other than in memory?
pub fn left_traces() -> bool {
    TRACES.load(Ordering::Relaxed)
}

/// May the end of the heap be elsewhere than at the beginning? To be asked before memory is taken back, this
/// answer with it.
pub fn moved_break() -> bool {
    BREAK_MOVED.load(Ordering::Relaxed)
}

/// From here on, this thread and all that comes of it is watched, if the kernel can do it.
pub fn watch(report: Report) -> io::Result<bool> {
    if !filter::is_available() {
        return Ok(false);
    }
    REPORT.store(Box::into_raw(Box::new(report)), Ordering::Release);
    RUNNER.store(std::process::id().into(), Ordering::Release);
    let program = filter::watchful();
    // SAFETY: asks for the end of the heap.
    PROGRAM_BREAK.store(unsafe { perform(libc::SYS_brk, [0; 6]) }, Ordering::Release);
    // SAFETY: all zero is an action.
    let mut action: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    action.sa_sigaction = on_system_call as *const () as usize;
    // Not on the alternate stack, which the program may be about to replace; and open to calls made by other
    // handlers.
    action.sa_flags = libc::SA_SIGINFO | libc::SA_NODEFER;
    // SAFETY: the handler does only what a signal handler may do.
    if unsafe { libc::sigaction(libc::SIGSYS, &action, std::ptr::null_mut()) } < 0 {
        return Err(io::Error::last_os_error());
    }
    filter::install(&program)?;
    BREAK_MOVED.store(false, Ordering::Relaxed);
    Ok(true)
}

extern "C" fn on_system_call(_: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the kernel passes what is known of the signal, and the registers of what it interrupted.
    let (info, context) = unsafe { (&*info.cast::<Interrupted>(), &mut *context.cast::<libc::ucontext_t>()) };
    const SYS_SECCOMP: i32 = 1;
    if info.code != SYS_SECCOMP {
        return die_of_signal();
    }
    let number = i64::from(info.number);
    let register = |index: i32| context.uc_mcontext.gregs[index as usize] as u64;
    let arguments = [libc::REG_RDI, libc::REG_RSI, libc::REG_RDX, libc::REG_R10, libc::REG_R8, libc::REG_R9]
        .map(register);
    let result = match number {
        libc::SYS_rt_sigprocmask => change_mask(context, arguments),
        libc::SYS_rt_sigaction => change_handler(arguments),
        libc::SYS_brk => move_break(arguments),
        _ => decide(number, arguments),
    };
    context.uc_mcontext.gregs[libc::REG_RAX as usize] = result;
}

/// The beginning of `siginfo_t` as it is for this signal.
#[repr(C)]
struct Interrupted {
    signal: i32,
    error: i32,
    code: i32,
    address: u64,
    number: i32,
    architecture: u32,
}

/// Makes the call, or ends the run.
fn decide(number: i64, arguments: [u64; 6]) -> i64 {
    // SAFETY: this call has no precondition.
    let process = unsafe { perform(libc::SYS_getpid, [0; 6]) };
    if process == RUNNER.load(Ordering::Acquire) {
        // SAFETY: the runner's own call, as it made it.
        return unsafe { perform(number, arguments) };
    }
    TRACES.store(true, Ordering::Relaxed);
    if let Some(what) = filter::refused(number) {
        refuse(what);
    }
    let refused = match number {
        libc::SYS_clone => Some("start a process"),
        libc::SYS_kill | libc::SYS_tgkill | libc::SYS_rt_sigqueueinfo | libc::SYS_rt_tgsigqueueinfo
            if arguments[0] as i32 != process as i32 =>
        {
            Some("send a signal to another process")
        }
        _ => None,
    };
    if let Some(what) = refused {
        refuse(what);
    }
    // SAFETY: what the program does is its own affair; here it does what it was about to do.
    let result = unsafe { perform(number, arguments) };
    match i32::try_from(-result).unwrap_or(0) {
        libc::EACCES | libc::EPERM | libc::EROFS | libc::EXDEV if changes_files(number, arguments) => {
            refuse("change a file outside the scratch directory")
        }
        libc::ENOMEM if matches!(number, libc::SYS_mmap | libc::SYS_mremap) => {
            if let Some(report) = report() {
                report.memory_denied();
            }
        }
        _ => {}
    }
    result
}

fn changes_files(number: i64, arguments: [u64; 6]) -> bool {
    const WRITING: u64 =
        (libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_APPEND) as u64;
    match number {
        libc::SYS_open => arguments[1] & WRITING != 0,
        libc::SYS_openat => arguments[2] & WRITING != 0,
        // How it opens the file is told in memory; to look there would be more trouble than an odd refusal.
        libc::SYS_openat2 => true,
        libc::SYS_creat
        | libc::SYS_truncate
        | libc::SYS_unlink
        | libc::SYS_unlinkat
        | libc::SYS_rmdir
        | libc::SYS_mkdir
        | libc::SYS_mkdirat
        | libc::SYS_rename
        | libc::SYS_renameat
        | libc::SYS_renameat2
        | libc::SYS_link
        | libc::SYS_linkat
        | libc::SYS_symlink
        | libc::SYS_symlinkat
        | libc::SYS_mknod
        | libc::SYS_mknodat => true,
        _ => false,
    }
}

/// What is added at the end of the heap can be cut off again; what was there before cannot be brought back.
fn move_break(arguments: [u64; 6]) -> i64 {
    if (1..PROGRAM_BREAK.load(Ordering::Relaxed) as u64).contains(&arguments[0]) {
        TRACES.store(true, Ordering::Relaxed);
    }
    BREAK_MOVED.store(true, Ordering::Relaxed);
    // SAFETY: the program's own call, as it made it.
    unsafe { perform(libc::SYS_brk, arguments) }
}

/// The mask is what this handler returns to. `SIGSYS` stays out of it: were it blocked, the next call that
/// comes here would kill.
fn change_mask(context: &mut libc::ucontext_t, [how, new, old, size, ..]: [u64; 6]) -> i64 {
    // The kernel's mask is one word, of which the C library's is a longer form.
    if size != 8 {
        return -i64::from(libc::EINVAL);
    }
    let mask = (&raw mut context.uc_sigmask).cast::<u64>();
    // SAFETY: the mask is at least one word long, and the program hands over what the call demands.
    unsafe {
        let before = mask.read();
        if let Some(new) = (new as *const u64).as_ref() {
            let after = match how as i32 {
                libc::SIG_BLOCK => before | new,
                libc::SIG_UNBLOCK => before & !new,
                libc::SIG_SETMASK => *new,
                _ => return -i64::from(libc::EINVAL),
            };
            TRACES.store(true, Ordering::Relaxed);
            mask.write(after & !SIGSYS_BIT);
        }
        if let Some(old) = (old as *mut u64).as_mut() {
            *old = before;
        }
    }
    0
}

const SIGSYS_BIT: u64 = 1 << (libc::SIGSYS - 1);

/// The handler of `SIGSYS` stays what it is, and no other handler blocks it.
fn change_handler(mut arguments: [u64; 6]) -> i64 {
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct KernelAction {
        handler: u64,
        flags: u64,
        restorer: u64,
        mask: u64,
    }
    TRACES.store(true, Ordering::Relaxed);
    // SAFETY: the program hands over what the call demands.
    let mut action = unsafe { (arguments[1] as *const KernelAction).as_ref() }.copied();
    if let Some(action) = &mut action {
        if arguments[0] as i32 == libc::SIGSYS {
            return 0;
        }
        action.mask &= !SIGSYS_BIT;
        arguments[1] = (&raw const *action).addr() as u64;
    }
    // SAFETY: as above; a new action lives for the duration of the call.
    unsafe { perform(libc::SYS_rt_sigaction, arguments) }
}

fn refuse(what: &str) -> ! {
    if let Some(report) = report() {
        report.message(what.as_bytes());
        report.die(Ending::Refused);
    }
    // SAFETY: `_exit` has no precondition.
    unsafe { libc::_exit(1) }
}

/// Somebody sent the signal.
fn die_of_signal() {
    if let Some(report) = report() {
        report.place();
        report.forget_frames();
    }
    // SAFETY: all of these are allowed in a signal handler; the last one does not come back.
    unsafe {
        let default = [0_u64; 4];
        let action = (&raw const default).addr() as u64;
        perform(libc::SYS_rt_sigaction, [libc::SIGSYS as u64, action, 0, 8, 0, 0]);
        let (process, thread) = (perform(libc::SYS_getpid, [0; 6]), perform(libc::SYS_gettid, [0; 6]));
        perform(libc::SYS_tgkill, [process as u64, thread as u64, libc::SIGSYS as u64, 0, 0, 0]);
    }
}

fn report() -> Option<&'static Report> {
    // SAFETY: set once, to a report that is never freed.
    unsafe { REPORT.load(Ordering::Acquire).as_ref() }
}
