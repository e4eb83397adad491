//! What the user decides about an exploration.

use crate::bounds::Bounds;
use crate::frontier::Strategy;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub bounds: Bounds,
    pub emit: Emit,
    pub strategy: Strategy,
}

/// Which of the inputs found are kept as cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emit {
    /// Enough to take every branch outcome that was reached, and one for each distinct failure.
    #[default]
    Coverage,
    /// One for each path.
    Paths,
    /// One for each distinct failure.
    Failures,
}
