//! Ranges and their limits.

use super::derived::VARIANT;
use super::{Input, Itself, MakeInput};
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Shape};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

macro_rules! ranges {
    ($($range:ident($($limit:ident),*) $value:expr;)*) => { $(
        impl<T: Input> Input for $range<T> {
            type By = T::By;
        }

        impl<T: MakeInput<By>, By> MakeInput<By> for $range<T> {
            fn make(source: &mut Source<'_>) -> $range<T> {
                source.whole(Shape::$range, |source| {
                    $(let $limit = T::make(&mut source.part(stringify!($limit)));)*
                    $value
                })
            }
        }
    )* };
}

ranges! {
    Range(start, end) start..end;
    RangeInclusive(start, end) start..=end;
    RangeFrom(start) start..;
    RangeTo(end) ..end;
    RangeToInclusive(end) ..=end;
}

impl Input for RangeFull {
    type By = Itself;
}

impl MakeInput<Itself> for RangeFull {
    fn make(source: &mut Source<'_>) -> RangeFull {
        source.whole(Shape::RangeFull, |_| ..)
    }
}

impl<T: Input> Input for Bound<T> {
    type By = T::By;
}

impl<T: MakeInput<By>, By> MakeInput<By> for Bound<T> {
    fn make(source: &mut Source<'_>) -> Bound<T> {
        const fn how(form: Form, item: &'static str) -> Construction {
            Construction::of(form, "std::ops::Bound", item)
        }
        match source.part(VARIANT).way(3) {
            0 => source.built(&how(Form::Bare, "Unbounded"), |_| Bound::Unbounded),
            1 => source.built(&how(Form::Parentheses, "Included"), |source| {
                Bound::Included(T::make(&mut source.part("0")))
            }),
            _ => source.built(&how(Form::Parentheses, "Excluded"), |source| {
                Bound::Excluded(T::make(&mut source.part("0")))
            }),
        }
    }
}
