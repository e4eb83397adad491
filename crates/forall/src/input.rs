//! The types of which inputs can be drawn.

use crate::__private::discard;
use crate::source::Source;
use forall_protocol::inputs::InputKind;

/// A type whose values can be the parameters of a [`#[forall]`](macro@crate::forall) test.
///
/// It cannot be implemented outside of this crate yet: `cargo forall` could not write down the values as code.
#[diagnostic::on_unimplemented(
    message = "forall has no inputs of type `{Self}`",
    label = "not a type of inputs",
    note = "the types of inputs are `bool`, `char` and all integers"
)]
pub trait Input: Sized + sealed::Sealed {
    /// A value made of what the source gives. A value of several parts draws each from its own [`Source::part`].
    fn draw(source: &mut Source<'_>) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! integers {
    ($($integer:ident $kind:ident,)*) => { $(
        impl sealed::Sealed for $integer {}

        impl Input for $integer {
            fn draw(source: &mut Source<'_>) -> $integer {
                $integer::from_le(source.leaf(InputKind::$kind).read())
            }
        }
    )* };
}

integers! {
    u8 U8, u16 U16, u32 U32, u64 U64, u128 U128, usize Usize,
    i8 I8, i16 I16, i32 I32, i64 I64, i128 I128, isize Isize,
}

impl sealed::Sealed for bool {}

impl Input for bool {
    fn draw(source: &mut Source<'_>) -> bool {
        source.leaf(InputKind::Bool).read::<u8>() != 0
    }
}

impl sealed::Sealed for char {}

impl Input for char {
    fn draw(source: &mut Source<'_>) -> char {
        let code = u32::from_le(source.leaf(InputKind::Char).read());
        match char::from_u32(code) {
            Some(c) => c,
            None => discard(),
        }
    }
}
