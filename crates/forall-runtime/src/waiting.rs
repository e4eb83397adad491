//! Waiting for a process, and how long it has waited for a processor: what it takes on a busy machine is not the time that it needs.
//!
//! See docs/decisions/count-work-instead-of-time.md.

use std::fs;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// A clock that stands still while a process is ready to run and others run. It goes on while the process sleeps.
pub struct OwnTime {
    began: Instant,
    process: u32,
    waited_before: Duration,
}

impl OwnTime {
    pub fn of(process: u32) -> OwnTime {
        OwnTime { began: Instant::now(), process, waited_before: waited(process) }
    }

    /// Is it more than that, of this process or of another that has taken its place?
    pub fn is_more_than(&self, limit: Duration, process: u32) -> bool {
        // To ask the kernel takes longer than to look at the clock.
        self.began.elapsed() > limit && self.elapsed(process) > limit
    }

    fn elapsed(&self, process: u32) -> Duration {
        let before = if process == self.process { self.waited_before } else { Duration::ZERO };
        self.began.elapsed().saturating_sub(waited(process).saturating_sub(before))
    }
}

/// The longest that any thread of a process, or of those that it started, was ready to run while others ran.
/// Where the kernel does not tell, nothing.
fn waited(process: u32) -> Duration {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
    threads.flatten().map(|thread| waited_by(&thread.path())).max().unwrap_or_default()
}

fn waited_by(thread: &Path) -> Duration {
    let read = |name: &str| fs::read_to_string(thread.join(name)).unwrap_or_default();
    // The time it ran, the time it waited for that, and how often.
    let own = read("schedstat").split_whitespace().nth(1).and_then(|nanoseconds| nanoseconds.parse().ok());
    let started = read("children");
    let started = started.split_whitespace().filter_map(|process| process.parse().ok()).map(waited);
    started.chain([Duration::from_nanos(own.unwrap_or(0))]).max().unwrap_or_default()
}

/// The end of a child.
pub struct End(Option<OwnedFd>);

impl End {
    pub fn of(child: &Child) -> End {
        // A child that was not waited for keeps its number, so this is no other process.
        // SAFETY: the call touches no memory of this process.
        let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, child.id(), 0) };
        let descriptor = i32::try_from(descriptor).ok().filter(|descriptor| *descriptor >= 0);
        // SAFETY: the descriptor was just opened, and nobody else knows it.
        End(descriptor.map(|descriptor| unsafe { OwnedFd::from_raw_fd(descriptor) }))
    }

    /// Comes back at the end, but not later than after `longest`. Where the kernel has no descriptors of processes, it takes the whole time.
    pub fn wait(&self, longest: Duration) {
        let Some(descriptor) = &self.0 else { return std::thread::sleep(longest) };
        let mut poll = libc::pollfd { fd: descriptor.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // At least one millisecond: nobody is to spin.
        let milliseconds = longest.as_millis().max(1).try_into().unwrap_or(i32::MAX);
        // SAFETY: `poll` is one entry, and lives until the call returns. A call that is interrupted comes back early, which is no harm.
        unsafe { libc::poll(&mut poll, 1, milliseconds) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::thread::sleep;

    /// Never ends by itself, and has to share one processor with all others that are started so.
    fn spinning() -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do :; done"]);
        let keep_to_one = || {
            // SAFETY: changes on which processors this process runs; the set is initialised and as long as it
            // is said to be.
            unsafe {
                let mut all: libc::cpu_set_t = std::mem::zeroed();
                if libc::sched_getaffinity(0, size_of_val(&all), &mut all) != 0 {
                    return Err(std::io::Error::last_os_error());
                }
                let first = (0..libc::CPU_SETSIZE as usize).find(|cpu| libc::CPU_ISSET(*cpu, &all));
                let mut one: libc::cpu_set_t = std::mem::zeroed();
                libc::CPU_SET(first.unwrap_or(0), &mut one);
                match libc::sched_setaffinity(0, size_of_val(&one), &one) {
                    0 => Ok(()),
                    _ => Err(std::io::Error::last_os_error()),
                }
            }
        };
        // SAFETY: the closure makes system calls only.
        unsafe { command.pre_exec(keep_to_one) };
        command.spawn().unwrap()
    }

    #[test]
    fn the_end_of_a_process_is_not_overslept() {
        let mut short = Command::new("true").spawn().unwrap();
        let mut long = Command::new("sleep").arg("60").spawn().unwrap();
        let begin = Instant::now();
        End::of(&short).wait(Duration::from_secs(50));
        assert!(begin.elapsed() < Duration::from_secs(40));
        assert!(short.try_wait().unwrap().is_some());
        End::of(&long).wait(Duration::from_millis(20));
        assert!(long.try_wait().unwrap().is_none());
        long.kill().unwrap();
        long.wait().unwrap();
        End(None).wait(Duration::from_millis(1));
    }

    #[test]
    fn who_shares_a_processor_waits_for_it_and_who_sleeps_does_not() {
        let mut sleeping = Command::new("sleep").arg("60").spawn().unwrap();
        let mut all: Vec<Child> = (0..4).map(|_| spinning()).collect();
        let clocks: Vec<OwnTime> = all.iter().map(|child| OwnTime::of(child.id())).collect();
        let of_sleep = OwnTime::of(sleeping.id());
        let begin = Instant::now();
        sleep(Duration::from_millis(1200));
        let passed = begin.elapsed();
        let own: Vec<Duration> =
            clocks.iter().zip(&all).map(|(clock, child)| clock.elapsed(child.id())).collect();
        let slept = of_sleep.elapsed(sleeping.id());
        for child in all.iter_mut().chain([&mut sleeping]) {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let total: Duration = own.iter().sum();
        assert!(total < 2 * passed, "four on one processor: {own:?} in {passed:?}");
        assert!(slept > passed / 2, "{slept:?}");
        assert_eq!(waited(u32::MAX), Duration::ZERO, "who is not there does not wait");
    }
}
