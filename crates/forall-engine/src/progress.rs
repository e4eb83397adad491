//! How an exploration in progress meets the world: it reads a clock and tells an observer how far it is.

use std::time::{Duration, Instant};

/// Time since the exploration began.
pub trait Clock {
    fn elapsed(&self) -> Duration;
}

impl Clock for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// Figures for a live line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub runs: u64,
    /// Distinct paths executed, discarded ones not counted.
    pub paths: u64,
    /// Sides of decisions that are still to be tried.
    pub open: u64,
    /// Distinct failures.
    pub failures: u64,
}

impl Progress {
    pub(crate) fn plus(self, other: Progress) -> Progress {
        Progress {
            runs: self.runs + other.runs,
            paths: self.paths + other.paths,
            open: self.open + other.open,
            failures: self.failures.max(other.failures),
        }
    }
}
