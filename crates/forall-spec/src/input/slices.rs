//! Slices and texts that a pointer owns.

use super::collections::sequence;
use super::text::text;
use super::{Input, Itself, Made, Passing};
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Shape};
use std::rc::Rc;
use std::sync::Arc;

/// They are written `Rc::from([1, 2])` and `Rc::from("ab")`.
macro_rules! pointers {
    ($($pointer:ident $path:literal)*) => { $(
        impl<T: Input> Input for $pointer<[T]> {
            type By = T::By;
        }

        impl<T: Made<By>, By> Made<By> for $pointer<[T]> {
            fn make(source: &mut Source<'_>) -> $pointer<[T]> {
                source.built(&from($path), |source| sequence(source, Shape::Array)).into()
            }
        }

        impl Input for $pointer<str> {
            type By = Itself;
        }

        impl Made<Itself> for $pointer<str> {
            fn make(source: &mut Source<'_>) -> $pointer<str> {
                let lent = |source: &mut Source<'_>| Passing::Reference.enclose(source, |source| text(source, Shape::Str));
                source.built(&from($path), lent).into()
            }
        }
    )* };
}

pointers! { Box "std::boxed::Box" Rc "std::rc::Rc" Arc "std::sync::Arc" }

const fn from(path: &'static str) -> Construction {
    Construction::of(Form::Parentheses, path, "from")
}
