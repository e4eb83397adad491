//! Counters that are shared: by all, by a thread, by several threads.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock};

static VISITS: AtomicU32 = AtomicU32::new(0);
static NAMES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static SQUARES: LazyLock<[u32; 64]> = LazyLock::new(|| std::array::from_fn(|i| (i * i) as u32));

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static SEEN: RefCell<BTreeMap<u8, u32>> = const { RefCell::new(BTreeMap::new()) };
}

/// Counts a visit; returns how many there were before.
pub fn visit() -> u32 {
    VISITS.fetch_add(1, Ordering::Relaxed)
}

/// The number of a name; the same for the same name.
pub fn number_of(name: &str) -> usize {
    let mut names = NAMES.lock().unwrap();
    if let Some(place) = names.iter().position(|known| known == name) {
        return place;
    }
    names.push(name.to_owned());
    names.len() - 1
}

/// Looked up in a table that is made when it is first used.
pub fn square(n: u8) -> u32 {
    SQUARES[usize::from(n)]
}

/// How often this thread has seen the number.
pub fn see(n: u8) -> u32 {
    SEEN.with_borrow_mut(|seen| {
        let count = seen.entry(n).or_default();
        *count += 1;
        *count
    })
}

/// Calls the function one level deeper.
pub fn deeper<T>(f: impl FnOnce(u32) -> T) -> T {
    DEPTH.set(DEPTH.get() + 1);
    let result = f(DEPTH.get());
    DEPTH.set(DEPTH.get() - 1);
    result
}

/// A switch that can be turned on once.
#[derive(Debug, Default)]
pub struct Once {
    done: AtomicBool,
    by: OnceLock<u8>,
}

impl Once {
    pub fn turn(&self, by: u8) -> bool {
        let first = !self.done.swap(true, Ordering::SeqCst);
        if first {
            self.by.set(by).unwrap();
        }
        first
    }

    pub fn by(&self) -> Option<u8> {
        self.by.get().copied()
    }
}

/// A counter of one byte.
#[derive(Debug, Default)]
pub struct Small(AtomicU8);

impl Small {
    pub fn add(&self, n: u8) -> u8 {
        self.0.fetch_add(n, Ordering::SeqCst).wrapping_add(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};
    use std::sync::{Arc, mpsc};
    use std::thread;

    /// It passes alone.
    #[forall]
    fn the_first_visit_is_number_zero(again: bool) {
        let number = visit();
        assert!(number == 0 || again);
    }

    #[forall]
    fn visits_are_counted(more: u8) {
        assume!(more < 5);
        let before = visit();
        for _ in 0..more {
            visit();
        }
        assert!(visit() > before);
    }

    #[forall(max_len = 3)]
    fn names_keep_their_numbers(a: &str, b: &str) {
        let first = number_of(a);
        let second = number_of(b);
        assert_eq!(number_of(a), first);
        assert_eq!(first == second, a == b);
    }

    #[forall]
    fn squares_are_squares(n: u8) {
        assert_eq!(square(n), u32::from(n) * u32::from(n));
    }

    #[forall]
    fn small_squares_are_squares(n: u8) {
        assume!(n < 64);
        assert_eq!(square(n), u32::from(n) * u32::from(n));
    }

    #[forall]
    fn seen_again(n: u8) {
        let before = see(n);
        assert_eq!(see(n), before + 1);
    }

    #[forall]
    fn nothing_was_seen_before(n: u8) {
        assert_eq!(see(n), 1);
    }

    #[forall]
    fn depth_comes_back(levels: u8) {
        fn down(levels: u8) -> u32 {
            if levels == 0 { deeper(|depth| depth) } else { deeper(|_| down(levels - 1)) }
        }
        assert_eq!(down(levels), u32::from(levels) + 1);
        assert_eq!(down(0), 1);
    }

    #[forall]
    fn a_switch_turns_once(a: u8, b: u8) {
        let once = Once::default();
        assert!(once.turn(a));
        assert!(!once.turn(b));
        assert_eq!(once.by(), Some(a));
    }

    #[forall(max_len = 5)]
    fn small_counters_count(steps: &[u8]) {
        let small = Small::default();
        let last = steps.iter().fold(0, |_, step| small.add(*step));
        assert_eq!(u32::from(last), steps.iter().map(|step| u32::from(*step)).sum::<u32>());
    }

    /// The sum of two threads.
    #[forall]
    fn two_threads_add_up(a: u8, b: u8) {
        let sum = Arc::new(Mutex::new(0u32));
        let threads = [a, b].map(|n| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || *sum.lock().unwrap() += u32::from(n))
        });
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(*sum.lock().unwrap(), u32::from(a) + u32::from(b));
    }

    /// What is sent first comes first; there is only one sender.
    #[forall(max_len = 3)]
    fn channels_keep_the_order(numbers: Vec<u16>) {
        let (sender, receiver) = mpsc::channel();
        let sent = numbers.clone();
        let thread = thread::spawn(move || {
            for number in sent {
                sender.send(number).unwrap();
            }
        });
        let received: Vec<u16> = receiver.iter().collect();
        thread.join().unwrap();
        assert_eq!(received, numbers);
    }

    /// With two senders, too?
    #[forall]
    fn the_first_thread_is_first(a: u8, b: u8) {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for n in [a, b] {
                let sender = sender.clone();
                scope.spawn(move || sender.send(n).unwrap());
            }
        });
        assert_eq!(receiver.recv().unwrap(), a);
    }

    /// The thread panics, and this one hears of it.
    #[forall]
    fn a_panic_is_heard(n: u8) {
        let outcome = thread::spawn(move || assert!(n < 100, "{n} is too much")).join();
        assert_eq!(outcome.is_err(), n >= 100);
    }
}
