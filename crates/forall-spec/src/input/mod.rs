//! The types of which inputs can be drawn.

mod borrowed;
mod cells;
mod collections;
mod derived;
mod errors;
mod function;
mod leaked;
mod made_of;
mod matching;
mod material;
mod net;
mod numbers;
#[cfg(unix)]
mod paths;
mod ranges;
mod scalars;
mod slices;
mod text;
mod wrappers;

pub use borrowed::{Passing, Pointee};
#[cfg(not(forall_explore))]
pub(crate) use derived::VARIANT;
pub use derived::{built, invariant, invariant_of_lent, one_of, or_else, single, within};
pub use function::{factory, value_of, values, with};
pub use made_of::{Arguments, KeptArgument, MadeOf};
pub use matching::{PatternState, Text};
pub use material::material;
#[cfg(unix)]
pub use paths::{leaked_os_str, leaked_path, os_string, path};

use crate::source::Source;

/// A type whose values can be the parameters of a `#[forall]` test.
///
/// It is implemented by [`#[derive(Input)]`](derive@crate::Input) and for the types of the standard library; by hand it cannot be:
/// `cargo forall` could not write down the values as code.
#[diagnostic::on_unimplemented(
    message = "forall has no inputs of type `{Self}`",
    label = "not a type of inputs",
    note = "add `#[derive(forall::Input)]` to the type if it is yours",
    note = "if a `#[forall::factory]` makes it, write `forall::choose!({Self})`"
)]
pub trait Input: MakeInput<<Self as Input>::By> {
    /// How its values are made.
    #[doc(hidden)]
    type By;
}

/// A type of which values can be drawn, in the way `By`.
///
/// There is one way for each type, so that the compiler finds it where it is left out: `<T as MakeInput<_>>::make`. It is a parameter
/// because it belongs to whoever says how: a crate may say how to make a type of another crate (`#[factory]`), and the
/// compiler allows that only if something in the `impl` is its own.
#[diagnostic::on_unimplemented(
    message = "forall has no inputs of type `{Self}`",
    label = "not a type of inputs",
    note = "add `#[derive(forall::Input)]` to the type if it is yours, or say how it is made with `#[forall::factory]`"
)]
pub trait MakeInput<By>: Sized {
    fn make(source: &mut Source<'_>) -> Self;
}

/// The way of types that make themselves.
pub struct Itself;

#[cfg(test)]
mod tests;
