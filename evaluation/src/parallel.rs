//! What takes long and needs one processor goes on two at a time.

use anyhow::Result;
use std::sync::Mutex;

const AT_ONCE: usize = 2;

/// What comes of every item, in their order.
pub fn map<I: Send, R: Send>(items: Vec<I>, work: impl Fn(I) -> Result<R> + Sync) -> Result<Vec<R>> {
    let waiting = Mutex::new(items.into_iter().enumerate());
    let done: Mutex<Vec<(usize, R)>> = Mutex::default();
    std::thread::scope(|scope| {
        let turn = || -> Result<()> {
            loop {
                let next = waiting.lock().expect("nobody panics").next();
                let Some((number, item)) = next else { return Ok(()) };
                let result = work(item)?;
                done.lock().expect("nobody panics").push((number, result));
            }
        };
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(turn)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("nobody panics"))
    })?;
    let mut done = done.into_inner().expect("nobody panics");
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
