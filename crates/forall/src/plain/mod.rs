//! Running a test in an ordinary build: on boundary inputs, on committed cases, and on inputs that an
//! exploration wants repeated.

mod attempt;
mod boundary;
mod case;
#[cfg(target_os = "linux")]
mod child;
mod comes_back;
#[cfg(target_os = "linux")]
mod constructors;
mod example;
#[cfg(target_os = "linux")]
mod replay;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod traces;

pub use boundary::boundary_inputs;
pub use case::case;
#[cfg(target_os = "linux")]
pub use constructors::{Constructor, Start};
pub use example::example;
#[cfg(target_os = "linux")]
pub use replay::replay;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a test that panicked has left behind is still whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
