//! The engine between scripted fakes: tiny programs as executors, and solvers that answer, give up, or keep
//! count.

mod beyond;
mod boundaries;
mod cases;
mod exploration;
mod failures;
mod journal;
mod machine;
mod seeds;
mod setup;
mod solvers;
mod verdicts;
mod watching;
