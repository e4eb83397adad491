//! Numbers that differ from others in what can be done with them, and how two compare.

use super::{Input, Itself, MakeInput};
use crate::__private::discard;
use crate::source::{Construction, Source};
use forall_protocol::inputs::InputKind;
use forall_protocol::value::Form;
use std::cmp::{Ordering, Reverse};
use std::num::{NonZero, Saturating, Wrapping};

macro_rules! non_zero {
    ($($integer:ident)*) => { $(
        impl Input for NonZero<$integer> {
            type By = Itself;
        }

        impl MakeInput<Itself> for NonZero<$integer> {
            fn make(source: &mut Source<'_>) -> NonZero<$integer> {
                const NEW: Construction = Construction::of(Form::Unwrapped, "std::num::NonZero", "new");
                source.built(&NEW, |source| match NonZero::new($integer::make(source)) {
                    Some(number) => number,
                    None if source.is_exact() => discard(),
                    None => {
                        source.instead($integer::MAX as u128);
                        NonZero::<$integer>::MAX
                    }
                })
            }
        }
    )* };
}

non_zero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// Values that are called like what is in them.
macro_rules! around_one {
    ($($type:ident $path:literal)*) => { $(
        impl<T: Input> Input for $type<T> {
            type By = T::By;
        }

        impl<T: MakeInput<By>, By> MakeInput<By> for $type<T> {
            fn make(source: &mut Source<'_>) -> $type<T> {
                source.built(&Construction::of(Form::Parentheses, $path, ""), |source| $type(T::make(source)))
            }
        }
    )* };
}

around_one! { Wrapping "std::num::Wrapping" Saturating "std::num::Saturating" Reverse "std::cmp::Reverse" }

impl Input for Ordering {
    type By = Itself;
}

impl MakeInput<Itself> for Ordering {
    fn make(source: &mut Source<'_>) -> Ordering {
        const ORDERINGS: [(Ordering, Construction); 3] = [
            (Ordering::Equal, Construction::of(Form::Bare, "std::cmp::Ordering", "Equal")),
            (Ordering::Less, Construction::of(Form::Bare, "std::cmp::Ordering", "Less")),
            (Ordering::Greater, Construction::of(Form::Bare, "std::cmp::Ordering", "Greater")),
        ];
        let number = u32::from_le(source.undisclosed(InputKind::Way).read()) as usize;
        // Which it is remains open: what does not look at it is one path.
        match ORDERINGS.get(number) {
            Some((ordering, how)) => source.built(how, |_| *ordering),
            None if source.is_exact() => discard(),
            None => {
                source.instead(0);
                source.built(&ORDERINGS[0].1, |_| Ordering::Equal)
            }
        }
    }
}
