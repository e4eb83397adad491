//! Several things at once, told in their order.

use forall_engine::Permits;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does the work for all items on up to `jobs` threads, and tells of each as soon as all before it have been told of. Threads that are left
/// over, or find nothing more to do, become permits for whoever still works. What goes wrong in telling ends it all.
pub fn in_order<T: Sync, R: Send, E>(
    jobs: usize,
    items: &[T],
    permits: &Permits,
    work: impl Fn(&T) -> R + Sync,
    mut tell: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = jobs.min(items.len()).max(1);
    permits.add(jobs.saturating_sub(threads));
    let (next, given_up) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, given_up, work) = (sender.clone(), &next, &given_up, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    if given_up.load(Ordering::Relaxed) || sender.send((number, work(item))).is_err() {
                        break;
                    }
                }
                permits.add(1);
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut told = 0;
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&told) {
                if let Err(error) = tell(&items[told], result) {
                    given_up.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                told += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_done_early_is_told_in_its_turn() {
        for jobs in [1, 2, 7] {
            let mut told = Vec::new();
            let pause = |item: &u64| {
                std::thread::sleep(Duration::from_millis(5 - item));
                item * 10
            };
            let done = in_order(jobs, &[4, 0, 3, 1, 2], &Permits::default(), pause, |item, result| {
                told.push((*item, result));
                Ok::<(), ()>(())
            });
            assert_eq!(done, Ok(()));
            assert_eq!(told, [(4, 40), (0, 0), (3, 30), (1, 10), (2, 20)]);
        }
    }

    #[test]
    fn who_has_nothing_to_do_makes_room_for_others() {
        let permits = Permits::default();
        in_order(5, &[(); 2], &permits, |_| (), |_, _| Ok::<(), ()>(())).unwrap();
        assert_eq!(permits.take(10).count, 5);
    }

    #[test]
    fn an_error_ends_it() {
        let ended = in_order(2, &[1, 2, 3], &Permits::default(), |_| (), |item, _| Err(*item));
        assert_eq!(ended, Err(1));
    }
}
