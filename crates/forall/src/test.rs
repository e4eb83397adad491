//! What is known of a test.

use crate::returned::TestEnd;
use forall_protocol::put::{Expectation, Returns};
#[cfg(not(forall_explore))]
use forall_spec::__private::Sink;
use forall_spec::Source;

/// A test as `#[forall]` describes it.
pub struct Test {
    /// The path of the module that was made for it.
    pub path: &'static str,
    /// What that module is called.
    pub module: &'static str,
    /// Source file, as the compiler was given it.
    pub file: &'static str,
    pub line: u32,
    /// What the cases call.
    pub function: &'static str,
    /// Where its cases are kept, relative to the package.
    pub cases: &'static str,
    /// Parameter names, separated by `,`.
    pub parameters: &'static str,
    pub expectation: Expectation,
    /// The text of `panics` or `may_panic`; else empty.
    pub expected: &'static str,
    pub returns: Returns,
    /// The paths in the types of the parameters, separated by `,`.
    pub types: &'static str,
    /// Bounds of its own: `max_len=3,max_time=10s`.
    pub bounds: &'static str,
    /// The function whose contract it tests, or empty.
    pub contract: &'static str,
    /// What it has to be given for that, separated by `;`.
    pub wanted: &'static str,
    /// A bit for each of these that cannot be made.
    pub missing: u64,
    /// How many examples it has.
    pub example_count: u32,
    /// The examples; none under exploration.
    pub examples: &'static [Example],
    /// Draws the arguments and runs the test once.
    pub run: fn(&mut Source<'_>) -> TestEnd,
}

/// Arguments that the author of a test wrote down.
pub struct Example {
    /// As they are written.
    pub arguments: &'static [&'static str],
    /// Adds what they would be drawn from.
    #[cfg(not(forall_explore))]
    pub leaves: fn(&mut Sink<'_>),
    /// Runs the test on them.
    pub run: fn() -> TestEnd,
}
