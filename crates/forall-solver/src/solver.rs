//! The interface between those who ask and those who answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::model::Model;
use crate::terms::{Term, Terms};

/// Finds an assignment that makes terms true.
pub trait Solver {
    /// Is there an assignment under which every assertion, one bit wide each, is 1?
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer;

    /// The same question, given an assignment that satisfies all assertions but the last: what the last one
    /// has nothing to do with may stay as it is there.
    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        let _ = known;
        self.check(terms, assertions, limit)
    }

    /// From here on no answer depends on what was asked before. False where only a new solver can promise that.
    fn forget(&mut self) -> bool {
        false
    }

    /// The work of all queries so far, in the steps of [`Limit::work`]; of a solver that does not count it, 0.
    fn work(&self) -> u64 {
        0
    }
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        (**self).check(terms, assertions, limit)
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        (**self).check_last(terms, assertions, known, limit)
    }

    fn forget(&mut self) -> bool {
        (**self).forget()
    }

    fn work(&self) -> u64 {
        (**self).work()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The model has been checked: it makes every assertion true.
    Sat(Model),
    Unsat,
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// [`Limit::work`] is done: it would be so on any machine.
    Work,
    /// [`Limit::time`] is over: on another machine, or at another time, there may be an answer.
    Timeout,
    /// The query would need more memory than the solver may use.
    Memory,
    /// Whoever asked does not want to know any more.
    Cancelled,
    /// The program that was asked does not answer, and why.
    Failed(String),
    /// Another solver says the opposite, and what: a defect of one of them.
    Contradicted(String),
    /// The solver contradicted itself: a model it found does not satisfy the assertions. A defect of the
    /// solver, never an answer.
    Internal,
}

/// How much a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Steps of the embedded solver, about as many as clauses are looked at: the same query takes the same
    /// ones everywhere.
    pub work: u64,
    /// However long these steps take; and all that bounds another program.
    pub time: Duration,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { work: Limit::WORK, time: Limit::TIME }
    }
}

impl Limit {
    /// That takes one to three seconds.
    pub const WORK: u64 = 200_000_000;
    /// Much more than this work takes, even on a machine with other things to do.
    pub const TIME: Duration = Duration::from_secs(30);

    /// Nothing but time bounds the query.
    pub const fn of_time(time: Duration) -> Limit {
        Limit { work: u64::MAX, time }
    }

    /// When the time is over. A limit too far away to be a time is a year.
    pub(crate) fn deadline(&self) -> Instant {
        let now = Instant::now();
        now.checked_add(self.time).unwrap_or(now + Duration::from_secs(365 * 24 * 3600))
    }
}

/// Stops queries from elsewhere: from another thread, or when a signal arrives.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Queries stop when this becomes true.
    pub fn when(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
