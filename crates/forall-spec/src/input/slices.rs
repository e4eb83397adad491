//! Slices and texts that a pointer owns.

use super::collections::sequence;
use super::text::text;
use super::{Input, Itself, MakeInput, Passing};
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Shape};
use std::rc::Rc;
use std::sync::Arc;

macro_rules! handle {
    ($source:ident, $path:literal, $draw:ident) => {
        $draw($source)
    };
    ($source:ident, $path:literal, $draw:ident handle) => {
        $source.complete_handle($path, $draw)
    };
}

/// They are written `Rc::from([1, 2])` and `Rc::from("ab")`. Several handles can lead to one of them.
macro_rules! pointers {
    ($($pointer:ident $path:literal $($handle:ident $lifetime:lifetime)?;)*) => { $(
        impl<T: Input $(+ $lifetime)?> Input for $pointer<[T]> {
            type By = T::By;
        }

        impl<T: MakeInput<By> $(+ $lifetime)?, By> MakeInput<By> for $pointer<[T]> {
            fn make(source: &mut Source<'_>) -> $pointer<[T]> {
                let draw = |source: &mut Source<'_>| source.built(&from($path), |source| sequence(source, Shape::Array)).into();
                handle!(source, $path, draw $($handle)?)
            }
        }

        impl Input for $pointer<str> {
            type By = Itself;
        }

        impl MakeInput<Itself> for $pointer<str> {
            fn make(source: &mut Source<'_>) -> $pointer<str> {
                let lent = |source: &mut Source<'_>| Passing::Reference.enclose(source, |source| text(source, Shape::Str));
                let draw = |source: &mut Source<'_>| source.built(&from($path), lent).into();
                handle!(source, $path, draw $($handle)?)
            }
        }
    )* };
}

pointers! { Box "std::boxed::Box"; Rc "std::rc::Rc" handle 'static; Arc "std::sync::Arc" handle 'static; }

const fn from(path: &'static str) -> Construction {
    Construction::of(Form::Parentheses, path, "from")
}
