//! The types of which inputs can be drawn.

mod borrowed;
mod collections;
mod scalars;
mod text;
mod wrappers;

pub use borrowed::{Passing, Pointee};

use crate::source::Source;

/// A type whose values can be the parameters of a [`#[forall]`](macro@crate::forall) test.
///
/// It cannot be implemented outside of this crate yet: `cargo forall` could not write down the values as code.
#[diagnostic::on_unimplemented(
    message = "forall has no inputs of type `{Self}`",
    label = "not a type of inputs",
    note = "the types of inputs are numbers, `bool`, `char`, `String`, tuples, arrays, `Option`, `Result`, `Box`, `Rc`, `Arc`, \
            `Duration`, ranges and the collections of the standard library"
)]
pub trait Input: Sized + sealed::Sealed {
    /// A value made of what the source gives. A value of several parts draws each from its own [`Source::part`].
    fn draw(source: &mut Source<'_>) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

#[cfg(test)]
mod tests;
