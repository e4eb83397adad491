//! In rounds all workers work, if there are processors for it side by side; between rounds they share what is
//! left.

use super::worker::{Pause, Worker};
use super::{Exploration, Stop};
use crate::environment::Permits;
use crate::executor::ExecutorError;
use crate::progress::Progress;

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sides that each worker tries in a round: few at first, so that an exploration that is killed early has
/// little to do again.
fn quota(round: u32) -> u64 {
    64 << round.min(4)
}

impl Exploration<'_> {
    pub(super) fn search(&mut self) -> Result<Stop, ExecutorError> {
        let max_runs = self.setting.options.bounds.max_runs;
        if max_runs == 0 {
            return Ok(Stop::MaxRuns);
        }
        if let Some(stop) = self.workers[0].run_seeds()? {
            return Ok(stop);
        }
        if self.runs() >= max_runs {
            return Ok(Stop::MaxRuns);
        }
        self.workers[0].search.runs += 1;
        let (_, first) = self.workers[0].observe(&[], None)?;
        if first.end.full {
            return Ok(Stop::Full);
        }
        for round in 0.. {
            let pauses = self.work(quota(round), max_runs - self.runs())?;
            if let Some(Pause::Stop(stop)) = pauses.iter().find(|pause| matches!(pause, Pause::Stop(_))) {
                return Ok(*stop);
            }
            if let Some(stop) = self.try_boundaries(max_runs - self.runs())? {
                return Ok(stop);
            }
            if self.open() == 0 {
                return Ok(Stop::Exhausted);
            }
            let left = max_runs - self.runs();
            if left == 0 && pauses.contains(&Pause::NoRunsLeft) {
                return Ok(Stop::MaxRuns);
            }
            self.start_workers()?;
            self.share(left)?;
        }
        unreachable!("the rounds do not end by themselves")
    }

    pub(super) fn runs(&self) -> u64 {
        self.workers.iter().map(|worker| worker.search.runs).sum()
    }

    pub(super) fn open(&self) -> usize {
        self.workers.iter().map(Worker::open).sum()
    }

    /// One round, with at most `runs` runs; how it ended for each worker that had something to do.
    pub(super) fn work(&mut self, quota: u64, runs: u64) -> Result<Vec<Pause>, ExecutorError> {
        let setting = self.setting;
        self.deal_out_memory();
        let shown: Vec<Mutex<Progress>> =
            self.workers.iter().map(|worker| Mutex::new(worker.progress())).collect();
        let show = |number: usize, progress: &Progress| -> ControlFlow<()> {
            *lock(&shown[number]) = *progress;
            let all = shown.iter().map(|worker| *lock(worker)).fold(Progress::default(), Progress::plus);
            (setting.environment.observer)(&all)
        };
        let mut busy: Vec<(usize, &mut Worker<'_>)> =
            self.workers.iter_mut().enumerate().filter(|(_, worker)| worker.open() > 0).collect();
        let count = busy.len() as u64;
        // What takes longest comes first.
        busy.sort_by_key(|(number, worker)| (Reverse(worker.open()), *number));
        // Runs are dealt out before anybody starts: who is quicker must not have more of them.
        let dealt = (0..count).map(|n| runs / count + u64::from(n < runs % count));
        let tasks = busy.into_iter().zip(dealt).collect();
        let pauses = side_by_side(setting.environment.permits, tasks, |((number, worker), runs)| {
            worker.work(quota, runs, &|progress| show(number, progress))
        });
        let pauses = pauses.into_iter().collect::<Result<_, _>>()?;
        self.return_refused();
        Ok(pauses)
    }
}

/// Does all of this with as many threads as there may be; the results are in the order of the tasks.
pub(super) fn side_by_side<T: Send, R: Send>(
    permits: &Permits,
    tasks: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let tasks: Vec<Mutex<(Option<T>, Option<R>)>> =
        tasks.into_iter().map(|task| Mutex::new((Some(task), None))).collect();
    let next = AtomicUsize::new(0);
    let take_tasks = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (task, result) = &mut *lock(task);
            *result = task.take().map(&work);
        }
    };
    let helpers = permits.take(tasks.len().saturating_sub(1));
    std::thread::scope(|scope| {
        for _ in 0..helpers.count {
            scope.spawn(take_tasks);
        }
        take_tasks();
    });
    let result = |task: Mutex<(Option<T>, Option<R>)>| {
        let (_, result) = task.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        result.expect("every task was taken")
    };
    tasks.into_iter().map(result).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
