//! Running a test in an ordinary build: on boundary inputs, on committed cases, and on inputs that an exploration wants repeated.

mod attempt;
mod boundary;
mod discard;
mod replay;

pub use boundary::boundary_inputs;
pub use discard::{case, discard};
pub use replay::replay;
