//! How far an exploration goes.

use std::time::Duration;

/// Every bound that bites is named in the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Length of each collection among the inputs.
    pub max_len: u64,
    /// Once all is explored within `max_len`, failures are looked for in collections up to this length, as long as that is greater.
    pub seek_len: u64,
    /// How often a value has another of its type inside, in types that are recursive.
    pub max_depth: u64,
    /// Runs of the test.
    pub max_runs: u64,
    /// Decisions in one run.
    pub max_branches: u32,
    /// Time for the whole exploration of one test.
    pub max_time: Duration,
    /// Time for one query.
    pub solver_time: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            max_len: 8,
            seek_len: 16,
            max_depth: 3,
            max_runs: 20_000,
            max_branches: 20_000,
            max_time: Duration::from_secs(60),
            solver_time: Duration::from_secs(2),
        }
    }
}
