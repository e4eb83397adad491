//! How an exploration in progress meets the world: it reads a clock and tells an observer how far it is.

pub use forall_report::Progress;
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
