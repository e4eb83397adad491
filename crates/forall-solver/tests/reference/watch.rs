//! Limits in time of the processor for a program that a test has started: on a busy machine the time on the
//! wall says little.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use forall_solver::Cancel;

pub struct Watch {
    stop: Arc<AtomicBool>,
    query: Arc<AtomicU64>,
}

impl Watch {
    /// Cancels queries to the only program that this process has started when they have taken so much time.
    pub fn new(limit: Duration) -> Watch {
        let watch = Watch { stop: Arc::default(), query: Arc::default() };
        let (stop, query) = (watch.stop.clone(), watch.query.clone());
        thread::spawn(move || {
            let (mut seen, mut begin) = (0, Duration::ZERO);
            loop {
                thread::sleep(Duration::from_millis(5));
                let (current, time) = (query.load(Ordering::SeqCst), time_of_programs());
                if current != seen {
                    (seen, begin) = (current, time);
                } else if time.saturating_sub(begin) > limit {
                    stop.store(true, Ordering::SeqCst);
                }
            }
        });
        watch
    }

    pub fn cancel(&self) -> Cancel {
        Cancel::when(self.stop.clone())
    }

    /// Another query begins.
    pub fn next(&self) {
        self.query.fetch_add(1, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }
}

/// Nothing where the system does not tell.
fn time_of_programs() -> Duration {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(time_of).collect::<Vec<_>>()).sum()
}

fn time_of(program: &str) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{program}/schedstat")).unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0))
}
