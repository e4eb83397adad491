//! Values of a fixed number of parts.

use super::derived::VARIANT;
use super::{Input, Itself, MakeInput};
use crate::__private::discard;
use crate::source::{Construction, Source};
use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Form, Shape};
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

macro_rules! tuples {
    ($(($($part:ident $by:ident $name:literal),*))*) => { $(
        impl<$($part: Input),*> Input for ($($part,)*) {
            type By = ($($part::By,)*);
        }

        impl<$($part: MakeInput<$by>, $by),*> MakeInput<($($by,)*)> for ($($part,)*) {
            fn make(source: &mut Source<'_>) -> Self {
                #[allow(unused_variables, clippy::unused_unit)]
                source.whole(Shape::Tuple, |source| ($($part::make(&mut source.part($name)),)*))
            }
        }
    )* };
}

tuples! {
    ()
    (A ByA "0")
    (A ByA "0", B ByB "1")
    (A ByA "0", B ByB "1", C ByC "2")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5", G ByG "6")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5", G ByG "6", H ByH "7")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5", G ByG "6", H ByH "7", I ByI "8")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5", G ByG "6", H ByH "7", I ByI "8", J ByJ "9")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5", G ByG "6", H ByH "7", I ByI "8", J ByJ "9", K ByK "10")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", F ByF "5", G ByG "6", H ByH "7", I ByI "8", J ByJ "9", K ByK "10", L ByL "11")
}

impl<T: Input> Input for Option<T> {
    type By = T::By;
}

impl<T: MakeInput<By>, By> MakeInput<By> for Option<T> {
    fn make(source: &mut Source<'_>) -> Option<T> {
        if source.part("is_some").choice() {
            source.whole(Shape::Some, |source| Some(source.part("some").or_nothing(T::make)))
        } else {
            source.whole(Shape::None, |_| None)
        }
    }
}

impl<T: Input, E: Input> Input for Result<T, E> {
    type By = (T::By, E::By);
}

/// What comes without a choice is an error: it is the simplest value, and the one that is forgotten.
impl<T: MakeInput<ByT>, E: MakeInput<ByE>, ByT, ByE> MakeInput<(ByT, ByE)> for Result<T, E> {
    fn make(source: &mut Source<'_>) -> Result<T, E> {
        if source.part("is_ok").choice() {
            source.whole(Shape::Ok, |source| Ok(T::make(&mut source.part("ok"))))
        } else {
            source.whole(Shape::Err, |source| Err(E::make(&mut source.part("err"))))
        }
    }
}

impl<T: Input> Input for Poll<T> {
    type By = T::By;
}

impl<T: MakeInput<By>, By> MakeInput<By> for Poll<T> {
    fn make(source: &mut Source<'_>) -> Poll<T> {
        const fn how(form: Form, item: &'static str) -> Construction {
            Construction::of(form, "std::task::Poll", item)
        }
        match source.part(VARIANT).way(2) {
            0 => source.built(&how(Form::Parentheses, "Ready"), |source| {
                Poll::Ready(T::make(&mut source.part("0")))
            }),
            _ => source.built(&how(Form::Bare, "Pending"), |_| Poll::Pending),
        }
    }
}

/// It is called like what it points to.
impl<T: Input> Input for Box<T> {
    type By = T::By;
}

impl<T: MakeInput<By>, By> MakeInput<By> for Box<T> {
    fn make(source: &mut Source<'_>) -> Box<T> {
        source.whole(Shape::Box, |source| Box::new(T::make(source)))
    }
}

/// These, too. Several can point to one thing.
macro_rules! handles {
    ($($handle:ident $path:literal)*) => { $(
        impl<T: Input + 'static> Input for $handle<T> {
            type By = T::By;
        }

        impl<T: MakeInput<By> + 'static, By> MakeInput<By> for $handle<T> {
            fn make(source: &mut Source<'_>) -> $handle<T> {
                source.handle(Shape::$handle, $path, T::make)
            }
        }
    )* };
}

handles! { Rc "std::rc::Rc" Arc "std::sync::Arc" }

impl Input for Duration {
    type By = Itself;
}

impl MakeInput<Itself> for Duration {
    fn make(source: &mut Source<'_>) -> Duration {
        const SECOND: u32 = 1_000_000_000;
        source.whole(Shape::Duration, |source| {
            let seconds = u64::make(&mut source.part("secs"));
            let below = source.part("nanos").leaf_as(InputKind::Nanoseconds, InputKind::U32);
            let mut nanoseconds = u32::from_le(below.read());
            if nanoseconds >= SECOND {
                if source.is_exact() {
                    discard();
                }
                nanoseconds %= SECOND;
                source.part("nanos").instead(nanoseconds.into());
            }
            Duration::new(seconds, nanoseconds)
        })
    }
}
