//! How far an exploration goes.
//!
//! See docs/decisions/count-work-instead-of-time.md.

use forall_solver::Limit;
use std::time::Duration;

/// Every bound that bites is named in the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Length of each collection among the inputs.
    pub max_len: u64,
    /// Once all is explored within `max_len`, failures are looked for in collections up to this length, as
    /// long as that is greater.
    pub seek_len: u64,
    /// Maximum depth of recursive types.
    pub max_depth: u64,
    /// How often a fake answers in one run.
    pub max_answers: u64,
    /// Runs of the test; without a limit unless told.
    pub max_runs: u64,
    /// Decisions in one run.
    pub max_branches: u32,
    /// Time for the whole exploration of one test.
    pub max_time: Duration,
    /// The same for one in which a loop or a recursion has gone round very often: it is likely to have no
    /// end.
    pub loop_time: Duration,
    /// Bytes for what is known of one test while it is explored.
    pub max_search_memory: u64,
    /// Work for one query, in millions of steps of the solver.
    pub solver_work: u64,
    /// Time for one query, however long these steps take.
    pub solver_time: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            max_len: 8,
            seek_len: 16,
            max_depth: 3,
            max_answers: 16,
            max_runs: u64::MAX,
            max_branches: 20_000,
            max_time: Duration::from_secs(60),
            loop_time: Duration::from_secs(10),
            max_search_memory: 1 << 30,
            solver_work: Limit::WORK / MILLION,
            solver_time: Limit::TIME,
        }
    }
}

const MILLION: u64 = 1_000_000;

impl Bounds {
    /// What one query may cost.
    pub(crate) fn of_a_query(&self) -> Limit {
        Limit { work: self.solver_work.saturating_mul(MILLION), time: self.solver_time }
    }
}
