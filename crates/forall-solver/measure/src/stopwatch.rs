//! The time of the processor, which other work on the machine does not change: that of this thread and of the
//! programs it has started.

use std::fs;
use std::time::Duration;

use cpu_time::ThreadTime;

pub struct Stopwatch {
    programs: Duration,
    thread: ThreadTime,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch { programs: time_of_programs(), thread: ThreadTime::now() }
    }

    pub fn elapsed(&self) -> Duration {
        let thread = self.thread.elapsed();
        thread + time_of_programs().saturating_sub(self.programs)
    }
}

/// Of those that still run. They wait for the next query when this is asked.
fn time_of_programs() -> Duration {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let times = lists.flat_map(|list| list.split_whitespace().map(time_of).collect::<Vec<_>>());
    times.sum()
}

fn time_of(program: &str) -> Duration {
    let text = fs::read_to_string(format!("/proc/{program}/schedstat")).unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
