//! In rounds all parts work, if there are processors for it side by side; between rounds they share what is left.

use super::part::{Part, Pause};
use super::{Exploration, Stop};
use crate::progress::Progress;
use crate::target::TargetError;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sides that each part tries in a round: few at first, so that an exploration that is killed early has little to do again.
fn quota(round: u32) -> u64 {
    64 << round.min(4)
}

impl Exploration<'_> {
    pub(super) fn search(&mut self) -> Result<Stop, TargetError> {
        let max_runs = self.setting.options.bounds.max_runs;
        if max_runs == 0 {
            return Ok(Stop::MaxRuns);
        }
        self.parts[0].runs += 1;
        if self.parts[0].observe(&[], None)?.full {
            return Ok(Stop::Full);
        }
        for round in 0.. {
            let pauses = self.work(quota(round), max_runs - self.runs())?;
            if let Some(Pause::Stop(stop)) = pauses.iter().find(|pause| matches!(pause, Pause::Stop(_))) {
                return Ok(*stop);
            }
            if self.open() == 0 {
                return Ok(Stop::Exhausted);
            }
            let left = max_runs - self.runs();
            if left == 0 && pauses.contains(&Pause::NoRunsLeft) {
                return Ok(Stop::MaxRuns);
            }
            self.share(left)?;
        }
        unreachable!("the rounds do not end by themselves")
    }

    pub(super) fn runs(&self) -> u64 {
        self.parts.iter().map(|part| part.runs).sum()
    }

    pub(super) fn open(&self) -> usize {
        self.parts.iter().map(|part| part.frontier.len()).sum()
    }

    /// One round, with at most `runs` runs; how it ended for each part that had something to do.
    pub(super) fn work(&mut self, quota: u64, runs: u64) -> Result<Vec<Pause>, TargetError> {
        let world = self.setting.world;
        let shown: Vec<Mutex<Progress>> = self.parts.iter().map(|part| Mutex::new(part.progress())).collect();
        let show = |number: usize, progress: &Progress| -> ControlFlow<()> {
            *lock(&shown[number]) = *progress;
            let all = shown.iter().map(|part| *lock(part)).fold(Progress::default(), Progress::plus);
            (world.observer)(&all)
        };
        let busy: Vec<(usize, &mut Part<'_>)> =
            self.parts.iter_mut().enumerate().filter(|(_, part)| part.frontier.len() > 0).collect();
        let count = busy.len() as u64;
        // Runs are dealt out before anybody starts: who is quicker must not have more of them.
        let tasks: Vec<Task<'_, '_>> = busy
            .into_iter()
            .zip(0..)
            .map(|((number, part), n)| {
                let runs = runs / count + u64::from(n < runs % count);
                Mutex::new((number, part, runs, None))
            })
            .collect();
        let next = AtomicUsize::new(0);
        let take_tasks = || {
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (number, part, runs, pause) = &mut *lock(task);
                *pause = Some(part.work(quota, *runs, &|progress| show(*number, progress)));
            }
        };
        let helpers = world.permits.take(tasks.len().saturating_sub(1));
        std::thread::scope(|scope| {
            for _ in 0..helpers.count {
                scope.spawn(take_tasks);
            }
            take_tasks();
        });
        let pause = |task: Task<'_, '_>| {
            let (_, _, _, pause) = task.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
            pause.expect("every task was taken")
        };
        tasks.into_iter().map(pause).collect()
    }
}

type Task<'p, 'a> = Mutex<(usize, &'p mut Part<'a>, u64, Option<Result<Pause, TargetError>>)>;

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
