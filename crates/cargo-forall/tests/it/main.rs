//! The tool as its users run it, on packages of `fixtures/` and `users/`.
//!
//! One program for all: each would be linked with everything again. What takes too long for every time is ignored, and says how to run it.

mod fixture;
mod hunting;
mod promise;

mod addresses;
mod architecture;
mod bad_input;
mod bounds;
mod case_files;
mod causes;
mod confinement;
mod evaluation;
mod exploration;
mod hunt;
mod interrupts;
mod layouts;
mod leftovers;
mod messages;
mod native;
mod open;
mod persistence;
mod processes;
mod shadowed;
mod solver;
mod truth;
mod users;
