//! The life of a forked child: one run after the other, as long as it can be taken back to its beginning in
//! between.

use super::Turns;
use super::depth;
use super::refusals;
use super::rewind::{Plan, Rewind};
use super::stacks;
use super::usage::Usage;
use crate::confine::{self, syscall::perform};
use crate::ending;
use crate::host::SHOW_OUTPUT_VARIABLE;
use crate::log;
use crate::run_state::{RunState, follow_this_thread};
use crate::turn::{Bell, Ear};
use forall_protocol::put::{Expectation, Put};
use forall_protocol::shared::{Ending, MAX_INPUTS, MAX_QUEUED_VALUES, Shared, control};
use std::ffi::c_void;
use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

static SHOW_OUTPUT: AtomicBool = AtomicBool::new(false);

/// Once, in the runner: settings that every child inherits.
pub fn prepare_process() -> io::Result<()> {
    SHOW_OUTPUT.store(std::env::var_os(SHOW_OUTPUT_VARIABLE).is_some_and(|v| v == "1"), Ordering::Relaxed);
    let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    for standard in [libc::STDIN_FILENO, libc::STDOUT_FILENO] {
        // SAFETY: standard input and output are not owned by anybody.
        check(unsafe { libc::dup2(null.as_raw_fd(), standard) })?;
    }
    // A child lives too briefly to earn back what clearing a huge page costs, and its crashes are reported,
    // not dumped. SAFETY: these change settings of this process only.
    unsafe {
        check(libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0))?;
        check(libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0))?;
    }
    keep_the_heap_in_one_piece();
    Ok(())
}

/// All memory comes from the end of the heap and stays there: that much can be taken back.
fn keep_the_heap_in_one_piece() {
    const NO_TRIMMING: i32 = -1;
    const SLACK: i32 = 1 << 20;
    const ARENAS: i32 = -8;
    // SAFETY: these change how the allocator of this process works from now on. An allocator that does not
    // know them has no need to.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, NO_TRIMMING);
        libc::mallopt(libc::M_TOP_PAD, SLACK);
        libc::mallopt(libc::M_MMAP_MAX, 0);
        libc::mallopt(ARENAS, 1);
    }
}

/// What a child needs to know.
pub struct Child<'a> {
    pub puts: &'a [&'static Put],
    pub state: *mut RunState,
    pub shared: Shared,
    /// How much of the coverage map is used.
    pub outcomes: usize,
    pub plan: &'a Plan,
    /// It cannot start processes.
    pub confined: bool,
    /// It is worth trying to do more than one run.
    pub lasts: bool,
    /// The stream, which is not for children.
    pub control: RawFd,
    pub turns: &'a Turns,
    /// The process that the child knows as its parent.
    pub parent: u32,
}

/// In the child: everything to its end.
pub fn live(child: &Child<'_>) -> ! {
    // SAFETY: these change settings and descriptors of this process only; nothing here uses the stream any more.
    unsafe {
        perform(libc::SYS_prctl, [libc::PR_SET_PDEATHSIG as u64, libc::SIGKILL as u64, 0, 0, 0, 0]);
        if libc::getppid() as u32 != child.parent {
            // The parent died before the setting took effect.
            quit();
        }
        if !child.confined {
            // What it starts can be found again.
            perform(libc::SYS_setpgid, [0; 6]);
        }
        perform(libc::SYS_close, [child.control as u64, 0, 0, 0, 0, 0]);
        if !SHOW_OUTPUT.load(Ordering::Relaxed) {
            perform(libc::SYS_dup2, [libc::STDOUT_FILENO as u64, libc::STDERR_FILENO as u64, 0, 0, 0, 0]);
        }
    }
    if !child.lasts {
        let Turns { asks: Ear(asks), answers: Bell(answers) } = child.turns;
        for unused in [asks, answers] {
            // SAFETY: nothing in this process uses it any more.
            unsafe { perform(libc::SYS_close, [unused.as_raw_fd() as u64, 0, 0, 0, 0, 0]) };
        }
        // SAFETY: the state is installed for good.
        unsafe { &*child.state }.arena.prepare();
    }
    follow_this_thread();
    ending::come_back_at_the_end();
    // SAFETY: the stack was made for this, and the function does not unwind.
    unsafe { stacks::run_on(stacks::top(child.plan.stack()), run_after_run, child) };
    quit()
}

/// On the stack of its own.
extern "C" fn run_after_run(child: *const c_void) {
    // SAFETY: `live` passes its argument.
    let child = unsafe { &*child.cast::<Child<'_>>() };
    // SAFETY: the header lies in the mapping.
    let phase = unsafe { &(*child.shared.header()).phase };
    let mut epoch = child.epoch();
    let mut rewind = if child.lasts { Rewind::new(child.plan) } else { None };
    let mut limit = TimeLimit::default();
    // What was used when the child was last taken back.
    let mut before = None;
    loop {
        while phase.load(Ordering::Acquire) == control::DONE {
            if !child.turns.asks.wait() {
                quit();
            }
        }
        // After another exploration there may be much to take back that this one never writes.
        let is_new = std::mem::replace(&mut epoch, child.epoch()) != child.epoch();
        if is_new && rewind.as_ref().is_none_or(Rewind::is_heavy)
            || phase
                .compare_exchange(control::ASKED, control::RUNNING, Ordering::AcqRel, Ordering::Acquire)
                .is_err()
        {
            quit();
        }
        let mut next = Queue::default();
        loop {
            limit.begin(child, before);
            child.run();
            let after = Usage::now();
            let quiet = after
                .zip(before)
                .is_some_and(|(after, before): (Usage, Usage)| after.faults == before.faults);
            if !quiet {
                child.tell_depth();
            }
            let Some(rewind) = &mut rewind else { quit() };
            if refusals::left_traces() || child.went_deep() || !rewind.is_possible() {
                quit();
            }
            // SAFETY: the state is installed for good, and only this thread uses it.
            let untouched = unsafe { &*child.state }.arena.untouched();
            let goes_on = child.is_more_wanted() && log::append(child.shared, child.outcomes);
            if !goes_on {
                phase.store(control::DONE, Ordering::Release);
                child.turns.answers.ring();
            }
            if !rewind.rewind(&untouched, quiet) {
                quit();
            }
            // Taking back what is not watched meets no fault; if it does, the next run does not count as quiet.
            before = if quiet { after } else { Usage::now() };
            if !goes_on {
                break;
            }
            next.give(child.shared);
        }
    }
}

impl Child<'_> {
    fn epoch(&self) -> u32 {
        // SAFETY: the header lies in the mapping; the host may be about to write it, so it must really be read.
        unsafe { (&raw const (*self.shared.header()).epoch).read_volatile() }
    }

    /// Pages of the stack that were used once look as if they were used again.
    fn went_deep(&self) -> bool {
        // SAFETY: the header lies in the mapping; the host waits.
        unsafe { (*self.shared.header()).stack != 0 }
    }

    /// Is there another run to make before anybody is told?
    fn is_more_wanted(&self) -> bool {
        // SAFETY: the header lies in the mapping; the host waits, and at most says that it is enough.
        let header = unsafe { &*self.shared.header() };
        header.begun.load(Ordering::Relaxed) < header.series && header.enough.load(Ordering::Relaxed) == 0
    }

    fn run(&self) {
        // SAFETY: the state is installed for good, and only this thread uses it.
        let refreshed = unsafe { &mut *self.state }.refresh(self.epoch());
        // SAFETY: the header lies in the mapping; the host waits.
        let header = unsafe { &mut *self.shared.header() };
        let Some(put) = self.puts.get(header.put as usize).filter(|_| refreshed.is_ok()) else { quit() };
        header.runs += 1;
        header.decisions = 0;
        header.notes = 0;
        header.drawn = 0;
        header.ending = Ending::Died as u32;
        header.place = u32::MAX;
        header.frames = 0;
        header.memory_denied = 0;
        header.stack = 0;
        header.panic.file_length = 0;
        header.panic.message_length = 0;
        // SAFETY: the coverage map has at least that many bytes.
        unsafe { self.shared.coverage().write_bytes(0, self.outcomes) };
        let test = Test { put, state: self.state };
        let shift = header.shift as usize & !15;
        if shift > 0 {
            // SAFETY: nobody uses the memory, and it goes with the child.
            unsafe { libc::malloc(shift) };
        }
        let stack = self.stack() - shift;
        // From here on what is found in the header is this run's.
        header.begun.store(header.begun.load(Ordering::Relaxed) + 1, Ordering::Release);
        // SAFETY: nobody uses this part of the stack: the thread is on another one. The test does not unwind
        // out of its function.
        unsafe { stacks::run_on(std::ptr::with_exposed_provenance_mut(stack), run_test, &test) };
    }

    /// Below everything that this thread has on its stack.
    fn stack(&self) -> usize {
        ((&raw const *self).addr() & !(STACK_ALIGNMENT - 1)) - STACK_ALIGNMENT
    }

    /// A run that met no fault used no more of the stack than those before it.
    fn tell_depth(&self) {
        // SAFETY: the header lies in the mapping; the host waits.
        unsafe { (*self.shared.header()).stack = depth::extraordinary(self.stack()) as u64 };
    }
}

/// The values of the runs that are still to be made.
#[derive(Default)]
struct Queue {
    taken: usize,
    values: usize,
}

impl Queue {
    /// Gives the next run its values.
    fn give(&mut self, shared: Shared) {
        // SAFETY: the header lies in the mapping; the host waits.
        let header = unsafe { &mut *shared.header() };
        let left = MAX_QUEUED_VALUES.saturating_sub(self.values).min(MAX_INPUTS);
        let count = header.queued.get(self.taken).map_or(0, |count| (*count as usize).min(left));
        // SAFETY: both tables lie in the mapping and are long enough for so many; the host waits.
        unsafe { shared.values().copy_from_nonoverlapping(shared.queue().add(self.values), count) };
        header.values = count as u32;
        self.taken += 1;
        self.values += count;
    }
}

/// The processor time of a run, which the kernel counts in whole seconds.
#[derive(Default)]
struct TimeLimit {
    /// Seconds used before, and allowed.
    set: Option<(u64, u32)>,
}

impl TimeLimit {
    fn begin(&mut self, child: &Child<'_>, before: Option<Usage>) {
        // SAFETY: the header lies in the mapping; the host waits.
        let seconds = unsafe { (*child.shared.header()).max_seconds };
        let Some(used) = before.or_else(Usage::now).map(|usage| usage.seconds) else { return };
        if self.set != Some((used, seconds)) {
            // The current one has begun.
            confine::limit_time(used + 1 + u64::from(seconds));
            self.set = Some((used, seconds));
        }
    }
}

/// More than the frames that lie below the description of the child.
const STACK_ALIGNMENT: usize = 64 << 10;

struct Test<'a> {
    put: &'a Put,
    state: *mut RunState,
}

/// On the stack on which the child was born.
extern "C" fn run_test(test: *const c_void) {
    // SAFETY: `Child::run` passes its test; the state is installed for good.
    let (put, state) = unsafe {
        let test = &*test.cast::<Test<'_>>();
        (test.put, &*test.state)
    };
    if put.expectation != Expectation::Returns {
        state.expected_message.set(Some(put.expected.as_str()));
    }
    (put.run)();
    state.report.end(Ending::Returned)
}

fn quit() -> ! {
    // SAFETY: `_exit` has no precondition.
    unsafe { libc::_exit(0) }
}

fn check(result: i32) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
