//! What a query has left of its limit.

use std::cell::Cell;
use std::time::Instant;

use crate::solver::{Limit, Unknown};

/// Work is counted, so that a query ends the same way on every machine and however busy it is; time is only
/// there in case that takes too long.
#[derive(Debug)]
pub(crate) struct Meter {
    deadline: Instant,
    work: u64,
    spent: Cell<u64>,
}

impl Meter {
    pub fn new(limit: Limit) -> Meter {
        Meter { deadline: limit.deadline(), work: limit.work, spent: Cell::new(0) }
    }

    pub fn spend(&self, steps: u64) {
        self.spent.set(self.spent.get().saturating_add(steps));
    }

    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Is everything spent if so many further steps were taken?
    pub fn is_over_after(&self, steps: u64) -> bool {
        self.is_out_of_work_after(steps) || Instant::now() >= self.deadline
    }

    /// Why there is no answer when everything is spent.
    pub fn why(&self) -> Unknown {
        if self.is_out_of_work_after(0) { Unknown::Work } else { Unknown::Timeout }
    }

    fn is_out_of_work_after(&self, steps: u64) -> bool {
        self.spent.get().saturating_add(steps) >= self.work
    }
}
