//! What explored code may not do, and how much it may take.
//!
//! Three walls, none of which needs privileges. `landlock` keeps files outside a scratch directory as they
//! are; a `filter` of system calls keeps the program from the network, from other processes and from settings
//! of the machine; resource limits bound its memory. All are inherited by whatever the program starts, and
//! none can be taken off again.
//!
//! They guard against what a test does by mistake or by design, not against an attack on the kernel or on forall.
//!
//! See docs/decisions/refused-system-calls-end-the-run.md.

pub(crate) mod filter;
mod landlock;
pub(crate) mod syscall;

use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Duration;

/// How far explored code is trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The directory in which files may be changed; `None`: the program may do whatever its user may.
    pub scratch: Option<PathBuf>,
    /// Bytes of memory that a run may ask for.
    pub max_memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { scratch: None, max_memory: 2 << 30 }
    }
}

/// What this kernel cannot keep explored code from, in words for the user.
pub fn missing() -> Vec<&'static str> {
    let mut missing = Vec::new();
    if landlock::version() == 0 {
        missing.push("files outside the scratch directory can be changed (the kernel lacks Landlock)");
    }
    if !filter::is_available() {
        missing.push(
            "the network can be reached and processes can be started (the kernel lacks seccomp filters)",
        );
    }
    missing
}

/// Confines a program that knows nothing of forall. What it is refused kills it with `SIGSYS`, but for
/// changes to files, which fail. The `files` may be written besides. After so much processor time it is
/// killed with `SIGXCPU`: whoever watches the clock may be gone by then.
pub fn confine_command(
    command: &mut Command,
    limits: &Limits,
    files: &[PathBuf],
    time: Duration,
) -> io::Result<()> {
    let mut ruleset = None;
    let mut program = Vec::new();
    if let Some(scratch) = &limits.scratch {
        command.env("TMPDIR", scratch);
        ruleset = landlock::ruleset(scratch, files)?;
        if filter::is_available() {
            program = filter::deadly();
        }
    }
    let max_memory = limits.max_memory.saturating_add(PROGRAM_ITSELF);
    // The first one has begun when the program begins.
    let seconds = time.as_secs().saturating_add(1);
    let confine = move || {
        limit_memory(max_memory)?;
        limit_time(seconds);
        if let Some(ruleset) = &ruleset {
            ruleset.enforce()?;
        }
        if !program.is_empty() {
            filter::install(&program)?;
        }
        Ok(())
    };
    // SAFETY: the closure makes system calls only.
    unsafe { command.pre_exec(confine) };
    Ok(())
}

/// Leaves the process one of the processors that this one may use.
pub fn one_processor(command: &mut Command) {
    let restrict = || {
        // SAFETY: a set of no processors is one, and both calls get its size; only system calls are made.
        unsafe {
            let mut all: libc::cpu_set_t = std::mem::zeroed();
            if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut all) != 0 {
                return Ok(());
            }
            let first = (0..libc::CPU_SETSIZE as usize).find(|&processor| libc::CPU_ISSET(processor, &all));
            let mut one: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(first.unwrap_or(0), &mut one);
            // Where this is forbidden, it has all of them.
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &one);
        }
        Ok(())
    };
    // SAFETY: the closure makes system calls only.
    unsafe { command.pre_exec(restrict) };
}

/// Kills what is left of a process that was started in a group of its own, and of those that it started.
pub fn end_group(process: &Child) {
    if let Ok(group @ 2..) = libc::pid_t::try_from(process.id()) {
        // SAFETY: signals the group of the process; there may be nobody in it any more.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

/// What a small test program takes before it does anything.
const PROGRAM_ITSELF: u64 = 64 << 20;

/// Keeps this process from changing files outside the scratch directory.
pub(crate) fn keep_to(scratch: &std::path::Path) -> io::Result<()> {
    match landlock::ruleset(scratch, &[])? {
        Some(ruleset) => ruleset.enforce(),
        None => Ok(()),
    }
}

/// Lets this process have so many bytes more than it has now.
pub(crate) fn limit_further_memory(further: u64) -> io::Result<()> {
    let statistics = std::fs::read_to_string("/proc/self/statm")?;
    let pages: Option<u64> = statistics.split(' ').next().and_then(|pages| pages.parse().ok());
    let pages = pages.ok_or(io::ErrorKind::InvalidData)?;
    limit_memory((pages * PAGE).saturating_add(further))
}

/// Lets this process use so many seconds of processor time, all its threads together; then it gets `SIGXCPU`.
/// A limit that cannot be set is none: the host's clock goes on.
pub(crate) fn limit_time(seconds: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    let of_time = |limit: &mut libc::rlimit| [libc::RLIMIT_CPU.into(), address(&raw mut *limit), 0, 0, 0, 0];
    // SAFETY: the kernel writes one structure.
    if unsafe { syscall::perform(libc::SYS_getrlimit, of_time(&mut limit)) } != 0 {
        return;
    }
    limit.rlim_cur = limit.rlim_max.min(seconds);
    // SAFETY: the kernel reads one structure.
    unsafe { syscall::perform(libc::SYS_setrlimit, of_time(&mut limit)) };
}

fn address<T>(pointer: *const T) -> u64 {
    pointer.expose_provenance() as u64
}

const PAGE: u64 = 4096;

fn limit_memory(bytes: u64) -> io::Result<()> {
    // A file as large as that would fill a disk rather than memory.
    for resource in [libc::RLIMIT_AS, libc::RLIMIT_FSIZE] {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: `limit` is writable.
        check(unsafe { libc::getrlimit(resource, &mut limit) })?;
        limit.rlim_cur = limit.rlim_max.min(bytes);
        // SAFETY: changes a limit of this process only.
        check(unsafe { libc::setrlimit(resource, &limit) })?;
    }
    Ok(())
}

fn check(result: i32) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::time::Instant;

    #[test]
    fn who_takes_too_much_of_the_processor_is_killed_though_nobody_watches() {
        let begin = Instant::now();
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do :; done"]);
        confine_command(&mut command, &Limits::default(), &[], Duration::from_secs(0)).unwrap();
        let status = command.status().unwrap();
        assert_eq!(status.signal(), Some(libc::SIGXCPU), "{status}");
        assert!(begin.elapsed() >= Duration::from_millis(500));
    }

    #[test]
    fn who_only_waits_is_not() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 2"]);
        confine_command(&mut command, &Limits::default(), &[], Duration::from_secs(0)).unwrap();
        assert!(command.status().unwrap().success());
    }
}
