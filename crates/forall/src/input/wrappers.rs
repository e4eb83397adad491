//! Values of a fixed number of parts.

use super::{Input, sealed::Sealed};
use crate::__private::discard;
use crate::source::Source;
use forall_protocol::value::Shape;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

macro_rules! tuples {
    ($(($($part:ident $name:literal),*))*) => { $(
        impl<$($part: Input),*> Sealed for ($($part,)*) {}

        impl<$($part: Input),*> Input for ($($part,)*) {
            fn draw(source: &mut Source<'_>) -> Self {
                #[allow(unused_variables, clippy::unused_unit)]
                source.whole(Shape::Tuple, |source| ($($part::draw(&mut source.part($name)),)*))
            }
        }
    )* };
}

tuples! {
    ()
    (A "0")
    (A "0", B "1")
    (A "0", B "1", C "2")
    (A "0", B "1", C "2", D "3")
    (A "0", B "1", C "2", D "3", E "4")
    (A "0", B "1", C "2", D "3", E "4", F "5")
    (A "0", B "1", C "2", D "3", E "4", F "5", G "6")
    (A "0", B "1", C "2", D "3", E "4", F "5", G "6", H "7")
    (A "0", B "1", C "2", D "3", E "4", F "5", G "6", H "7", I "8")
    (A "0", B "1", C "2", D "3", E "4", F "5", G "6", H "7", I "8", J "9")
    (A "0", B "1", C "2", D "3", E "4", F "5", G "6", H "7", I "8", J "9", K "10")
    (A "0", B "1", C "2", D "3", E "4", F "5", G "6", H "7", I "8", J "9", K "10", L "11")
}

impl<T: Input> Sealed for Option<T> {}

impl<T: Input> Input for Option<T> {
    fn draw(source: &mut Source<'_>) -> Option<T> {
        if source.part("is_some").choice() {
            source.whole(Shape::Some, |source| Some(T::draw(&mut source.part("some"))))
        } else {
            source.whole(Shape::None, |_| None)
        }
    }
}

impl<T: Input, E: Input> Sealed for Result<T, E> {}

/// What comes without a choice is an error: it is the simplest value, and the one that is forgotten.
impl<T: Input, E: Input> Input for Result<T, E> {
    fn draw(source: &mut Source<'_>) -> Result<T, E> {
        if source.part("is_ok").choice() {
            source.whole(Shape::Ok, |source| Ok(T::draw(&mut source.part("ok"))))
        } else {
            source.whole(Shape::Err, |source| Err(E::draw(&mut source.part("err"))))
        }
    }
}

/// Values that are called like what they point to.
macro_rules! pointers {
    ($($pointer:ident)*) => { $(
        impl<T: Input> Sealed for $pointer<T> {}

        impl<T: Input> Input for $pointer<T> {
            fn draw(source: &mut Source<'_>) -> $pointer<T> {
                source.whole(Shape::$pointer, |source| $pointer::new(T::draw(source)))
            }
        }
    )* };
}

pointers! { Box Rc Arc }

impl Sealed for Duration {}

impl Input for Duration {
    fn draw(source: &mut Source<'_>) -> Duration {
        const SECOND: u32 = 1_000_000_000;
        source.whole(Shape::Duration, |source| {
            let seconds = u64::draw(&mut source.part("secs"));
            let mut nanoseconds = u32::draw(&mut source.part("nanos"));
            if nanoseconds >= SECOND {
                if source.is_exact() {
                    discard();
                }
                nanoseconds %= SECOND;
            }
            Duration::new(seconds, nanoseconds)
        })
    }
}

impl<T: Input> Sealed for Range<T> {}

impl<T: Input> Input for Range<T> {
    fn draw(source: &mut Source<'_>) -> Range<T> {
        source.whole(Shape::Range, |source| {
            let start = T::draw(&mut source.part("start"));
            start..T::draw(&mut source.part("end"))
        })
    }
}

impl<T: Input> Sealed for RangeInclusive<T> {}

impl<T: Input> Input for RangeInclusive<T> {
    fn draw(source: &mut Source<'_>) -> RangeInclusive<T> {
        source.whole(Shape::RangeInclusive, |source| {
            let start = T::draw(&mut source.part("start"));
            start..=T::draw(&mut source.part("end"))
        })
    }
}
