//! Running a test in an ordinary build: on boundary inputs, on committed cases, and on inputs that an exploration wants repeated.

mod attempt;
mod boundary;
mod chosen;
mod discard;
mod replay;

pub use boundary::boundary_inputs;
pub use chosen::{Choices, choices, chosen};
pub use discard::{case, discard};
pub use replay::replay;
