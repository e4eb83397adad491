//! Runs small jobs, some of which go wrong.

pub mod guard;
pub mod queue;
pub mod run;
