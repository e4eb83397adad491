//! Running a test in an ordinary build: on boundary inputs, on committed cases, and on inputs that an exploration wants repeated.

mod attempt;
mod boundary;
#[cfg(target_os = "linux")]
mod child;
mod chosen;
mod comes_back;
#[cfg(target_os = "linux")]
mod constructors;
mod discard;
#[cfg(target_os = "linux")]
mod replay;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod traces;

pub use boundary::boundary_inputs;
pub use chosen::{Choices, choices, chosen};
#[cfg(target_os = "linux")]
pub use constructors::{Constructor, Start};
pub use discard::{case, discard};
#[cfg(target_os = "linux")]
pub use replay::replay;
