//! What the user decides about an exploration.

use crate::bounds::Bounds;
use crate::frontier::Strategy;
use forall_protocol::inputs::Input;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub bounds: Bounds,
    pub emit: Emit,
    pub strategy: Strategy,
    /// Inputs to begin with. Those that lie beyond the bounds are left out.
    pub seeds: Vec<Seed>,
    /// Failing inputs are made like the first seed, where others have to be simple.
    pub near_seeds: bool,
}

impl Options {
    /// The seed that failing inputs are to be like.
    pub fn near(&self) -> Option<&Seed> {
        self.seeds.iter().find(|seed| self.near_seeds && self.bounds.hold(seed))
    }

    /// How many inputs differ from that seed; none if there is no such seed.
    pub fn distance(&self, arguments: &[(Input, u128)]) -> usize {
        let Some(seed) = self.near() else { return 0 };
        arguments.iter().filter(|argument| !seed.contains(argument)).count()
    }
}

/// Values of inputs by their names, in the order in which they are asked for. What is not named is 0.
pub type Seed = Vec<(Input, u128)>;

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
