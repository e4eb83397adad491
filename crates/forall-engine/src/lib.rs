//! Decides which input forall runs next, and what may be said of a parameterized test in the end.
//!
//! Pure: an [`Executor`] runs inputs, a [`forall_solver::Solver`] answers queries, time comes from outside.

mod bounds;
mod bug;
mod cases;
mod cover;
mod coverage;
mod domains;
mod environment;
mod executor;
mod explore;
mod frontier;
mod import;
mod inputs;
mod judge;
mod options;
mod origins;
mod progress;
mod reasons;
mod report;
mod tree;
mod watch;
mod witnesses;

pub use bounds::{Bounds, ParameterBounds};
pub use environment::{Environment, Episode, Journal, NoJournal, Permits, Reply};
pub use executor::{Decision, End, Executor, ExecutorError, Note, Run};
pub use explore::explore;
pub use frontier::Strategy;
pub use judge::{failure, killed};
pub use options::{Emit, Options, Seed};
pub use progress::{Clock, Progress};
pub use report::{Case, Failure, Report};
pub use watch::{Condition, PathOutcome, Query, QueryAnswer, WatchedPath, Watcher};
