//! Runs a property with other tools. Failures are caught, and the search goes on until the time is up, so that one run gives both the
//! time of the first failing input and what is covered after a while. Whoever failed and has covered everything may go home.

#[cfg(feature = "libfuzzer")]
pub mod fuzz;
#[cfg(feature = "random")]
pub mod random;
mod watch;

use std::fmt::Debug;
pub use watch::Watch;

/// What the tools that are built can draw.
pub trait Input: Clone + Debug + ForRandom + ForFuzz {}

impl<T: Clone + Debug + ForRandom + ForFuzz> Input for T {}

#[cfg(feature = "random")]
use random::Drawn as ForRandom;

#[cfg(feature = "libfuzzer")]
use fuzz::Decoded as ForFuzz;

/// Of tools that are not built nothing is asked.
pub trait Anything {}

impl<T> Anything for T {}

#[cfg(not(feature = "random"))]
use Anything as ForRandom;

#[cfg(not(feature = "libfuzzer"))]
use Anything as ForFuzz;

/// Something that is done with a property, whatever its inputs.
pub trait Racer {
    /// `branches` is how many branches the property's code has, of two outcomes each.
    fn race<T: Input>(self, put: fn(T), branches: usize);
}
