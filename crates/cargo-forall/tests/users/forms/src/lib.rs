//! Checks what people write in forms.
#![warn(clippy::unwrap_used)]

pub mod fields;
#[path = "../shared/numbers.rs"]
pub mod numbers;
mod form;

#[cfg(test)]
#[path = "testing.rs"]
mod only_in_tests;

pub use form::{Answer, Form, Problem};
