//! What an exploration needs from outside: programs to run, solvers, time, somebody who watches, spare
//! processors, a memory.
//!
//! See docs/decisions/journal-of-solver-answers.md.

use crate::executor::{Executor, ExecutorError};
use crate::progress::{Clock, Progress};
use crate::report::{Case, Failure};
use crate::watch::Watcher;
use forall_solver::{Solver, Unknown};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What one exploration has around it. Several threads use it at once.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// Starts the program under exploration once more, with nothing known about it.
    pub executors: &'a (dyn Fn() -> Result<Box<dyn Executor + Send + 'a>, ExecutorError> + Sync),
    /// Makes a solver that has answered nothing yet.
    pub solvers: &'a (dyn Fn() -> Result<Box<dyn Solver + Send + 'a>, ExecutorError> + Sync),
    pub clock: &'a (dyn Clock + Sync),
    /// Called before every query; may stop the exploration, and what was found until then is reported.
    pub observer: &'a (dyn Fn(&Progress) -> ControlFlow<()> + Sync),
    pub permits: &'a Permits,
    pub journal: &'a dyn Journal,
    /// Does a panic at this place (`file:line:column`) only pass on a message that is made elsewhere, as in
    /// `panic!("{message}")`?
    pub passes_on: &'a (dyn Fn(&str) -> bool + Sync),
    /// Told of a run that fails as soon as it was made, at least of the first one: it is not judged whether
    /// others show the same more simply.
    pub on_failure: &'a (dyn Fn(Case, Failure) + Sync),
    /// Follows the search in detail, which takes time and memory; usually nobody does.
    pub watcher: Option<&'a dyn Watcher>,
}

/// How many threads may be started beyond those that run already.
#[derive(Debug, Default)]
pub struct Permits(AtomicUsize);

impl Permits {
    pub fn new(count: usize) -> Permits {
        Permits(AtomicUsize::new(count))
    }

    /// As many as there are, at most `wanted`; they are given back when the result is dropped.
    pub fn take(&self, wanted: usize) -> PermitGuard<'_> {
        let take = |free: usize| Some(free - free.min(wanted));
        let before = self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, take).unwrap_or(0);
        PermitGuard { permits: self, count: before.min(wanted) }
    }

    pub fn add(&self, count: usize) {
        self.0.fetch_add(count, Ordering::AcqRel);
    }
}

/// Permits in use.
pub struct PermitGuard<'a> {
    permits: &'a Permits,
    pub count: usize,
}

impl Drop for PermitGuard<'_> {
    fn drop(&mut self) {
        self.permits.add(self.count);
    }
}

/// A stretch of the search that depends on nothing but what came before it: it begins with a fresh solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Episode {
    /// The number of the worker.
    pub worker: u32,
    pub number: u32,
}

/// What became of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Values by input index.
    Values(Vec<u128>),
    Infeasible,
    Unanswered(Unknown),
}

/// Remembers the answers to queries, so that an exploration that is begun again gets quickly to where it was.
/// All else follows from them.
pub trait Journal: Sync {
    /// All answers of a whole episode, in their order, if they are known.
    fn recall(&self, episode: Episode) -> Option<Vec<Reply>>;
    /// An episode is over.
    fn keep(&self, episode: Episode, replies: &[Reply]);
}

/// Remembers nothing.
pub struct NoJournal;

impl Journal for NoJournal {
    fn recall(&self, _: Episode) -> Option<Vec<Reply>> {
        None
    }

    fn keep(&self, _: Episode, _: &[Reply]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_come_back() {
        let permits = Permits::new(3);
        let some = permits.take(2);
        assert_eq!((some.count, permits.take(2).count), (2, 1));
        drop(some);
        assert_eq!(permits.take(9).count, 3);
    }
}
