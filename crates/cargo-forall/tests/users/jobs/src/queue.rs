//! Which job comes next, and who does it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

/// All jobs, the most important first; of equals, the lower number.
pub fn in_order(jobs: &[(u8, u8)]) -> Vec<(u8, u8)> {
    let mut heap: BinaryHeap<(u8, Reverse<u8>)> = jobs.iter().map(|(priority, number)| (*priority, Reverse(*number))).collect();
    std::iter::from_fn(|| heap.pop().map(|(priority, Reverse(number))| (priority, number))).collect()
}

/// The sum of all results, each computed by a thread of its own.
pub fn sum(jobs: &[u8]) -> u32 {
    let sum = Mutex::new(0);
    thread::scope(|scope| {
        for job in jobs {
            scope.spawn(|| *sum.lock().unwrap() += u32::from(*job));
        }
    });
    sum.into_inner().unwrap()
}

/// The answer of a job, if it comes in time.
pub fn answer(work: Duration, patience: Duration) -> Option<u8> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        thread::sleep(work);
        let _ = sender.send(42);
    });
    receiver.recv_timeout(patience).ok()
}

/// When it has to be done.
pub fn deadline(start: Duration, takes: Duration) -> Option<Duration> {
    start.checked_add(takes)?.checked_mul(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall(max_len = 4)]
    fn important_jobs_come_first(jobs: Vec<(u8, u8)>) {
        let order = in_order(&jobs);
        assert_eq!(order.len(), jobs.len());
        assert!(order.windows(2).all(|pair| pair[0].0 >= pair[1].0));
    }

    #[forall(max_len = 3)]
    fn order_does_not_matter(mut jobs: Vec<(u8, u8)>) {
        let order = in_order(&jobs);
        jobs.reverse();
        assert_eq!(in_order(&jobs), order);
    }

    #[forall(max_len = 3)]
    fn sums_are_sums(jobs: &[u8]) {
        assert_eq!(sum(jobs), jobs.iter().map(|job| u32::from(*job)).sum::<u32>());
    }

    #[forall]
    fn patience_is_rewarded(work: u8) {
        assume!(work < 5);
        assert_eq!(answer(Duration::from_millis(work.into()), Duration::from_secs(10)), Some(42));
    }

    #[forall]
    fn impatience_is_not(patience: u8) {
        assume!(patience < 3);
        assert_eq!(answer(Duration::from_millis(50), Duration::from_millis(patience.into())), None);
    }

    #[forall]
    fn deadlines_are_later(start: Duration, takes: Duration) {
        if let Some(deadline) = deadline(start, takes) {
            assert!(deadline >= start && deadline >= takes);
        }
    }
}
