//! The hooks an instrumented program calls, and the two processes around them.
//!
//! The *host* ([`host::Runner`]) starts a *runner* process ([`runner`]), which loads the instrumented
//! library, fills in its table of [`hooks`], and forks children, each of which does as many runs as it can be
//! taken back after. Only children execute the program. What the hooks learn goes into memory that all three
//! share: terms and inputs are kept for the whole exploration, decisions, notes and coverage for one run.
//!
//! Nothing here allocates from the C heap between the first run and the last: the explored program uses the
//! same heap, and its addresses must not depend on what earlier runs did.

mod addresses;
mod arena;
mod by_term;
mod check;
pub mod confine;
mod decided;
mod decisions;
mod ending;
mod frames;
mod hashes;
pub mod hooks;
pub mod host;
mod implied;
mod inputs;
mod left_open;
mod lock;
mod log;
mod mapping;
mod notes;
mod objects;
mod panics;
mod ranges;
mod results;
mod run_state;
pub mod runner;
mod selection;
mod shadow;
mod tables;
mod terms;
#[cfg(test)]
mod testing;
mod threads;
mod turn;
pub mod waiting;
mod windows;
