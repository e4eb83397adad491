//! The tool as its users run it, on packages of `fixtures/`: what it says, what it writes, and what plain `cargo test` makes of it.
//!
//! One program for all: each would be linked with everything again. What takes longer is in `thorough`.

#[path = "../common/fixture.rs"]
mod fixture;
#[path = "../common/promise.rs"]
mod promise;

mod architecture;
mod bad_input;
mod bounds;
mod case_files;
mod confinement;
mod explain_contract;
mod exploration;
mod factories;
mod generalize;
mod generalize_kinds;
mod interrupts;
mod layouts;
mod leftovers;
mod messages;
mod model;
mod persistence;
mod processes;
mod shadowed;
mod solver;
