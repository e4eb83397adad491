//! Parameters that are references: the value is drawn as something owned, and lent to the test.

use super::{Itself, MakeInput, collections, text};
use crate::source::Source;
use forall_protocol::value::Shape;
use std::borrow::BorrowMut;

/// What a parameter can be, or be a reference to.
#[diagnostic::on_unimplemented(
    message = "forall has no inputs of type `{Self}`",
    label = "refers to something of which there are no inputs"
)]
pub trait Pointee<By> {
    type Owned: BorrowMut<Self>;

    fn draw(source: &mut Source<'_>) -> Self::Owned;
}

#[diagnostic::do_not_recommend]
impl<T: MakeInput<By>, By> Pointee<By> for T {
    type Owned = T;

    fn draw(source: &mut Source<'_>) -> T {
        T::make(source)
    }
}

impl<T: MakeInput<By>, By> Pointee<By> for [T] {
    type Owned = Vec<T>;

    fn draw(source: &mut Source<'_>) -> Vec<T> {
        collections::sequence(source, Shape::Slice)
    }
}

impl Pointee<Itself> for str {
    type Owned = String;

    fn draw(source: &mut Source<'_>) -> String {
        text::text(source, Shape::Str)
    }
}

/// How an argument is handed over.
#[derive(Clone, Copy)]
pub enum Passing {
    Value,
    Reference,
    MutableReference,
}

impl Passing {
    pub fn draw<T: Pointee<By> + ?Sized, By>(self, source: &mut Source<'_>) -> T::Owned {
        self.enclose(source, T::draw)
    }

    /// Tells that what is drawn is lent.
    pub(super) fn enclose<T>(self, source: &mut Source<'_>, draw: impl FnOnce(&mut Source<'_>) -> T) -> T {
        match self {
            Passing::Value => draw(source),
            Passing::Reference => source.whole(Shape::Reference, draw),
            Passing::MutableReference => source.whole(Shape::MutableReference, draw),
        }
    }
}
