//! Values that are one leaf.

use super::{Input, Itself, MakeInput};
use crate::__private::discard;
use crate::source::Source;
use forall_protocol::inputs::InputKind;
use std::any::Any;

macro_rules! integers {
    ($($integer:ident $kind:ident,)*) => { $(
        impl Input for $integer {
            type By = Itself;
        }

        impl MakeInput<Itself> for $integer {
            fn make(source: &mut Source<'_>) -> $integer {
                $integer::from_le(source.leaf(InputKind::$kind).read())
            }
        }
    )* };
}

integers! {
    u8 U8, u16 U16, u32 U32, u64 U64, u128 U128, usize Usize,
    i8 I8, i16 I16, i32 I32, i64 I64, i128 I128, isize Isize,
}

impl Input for bool {
    type By = Itself;
}

impl MakeInput<Itself> for bool {
    fn make(source: &mut Source<'_>) -> bool {
        source.leaf(InputKind::Bool).read::<u8>() != 0
    }
}

impl Input for char {
    type By = Itself;
}

impl MakeInput<Itself> for char {
    fn make(source: &mut Source<'_>) -> char {
        let code = u32::from_le(source.leaf(InputKind::Char).read());
        match char::from_u32(code) {
            Some(c) => c,
            None => discard(),
        }
    }
}

impl Input for f32 {
    type By = Itself;
}

impl MakeInput<Itself> for f32 {
    fn make(source: &mut Source<'_>) -> f32 {
        f32::from_bits(u32::from_le(source.leaf(InputKind::F32).read()))
    }
}

impl Input for f64 {
    type By = Itself;
}

impl MakeInput<Itself> for f64 {
    fn make(source: &mut Source<'_>) -> f64 {
        f64::from_bits(u64::from_le(source.leaf(InputKind::F64).read()))
    }
}

/// The bits of a value that is one number or character.
pub(super) fn bits(value: &dyn Any) -> Option<u128> {
    macro_rules! numbers {
        ($($number:ident)*) => { $(
            if let Some(number) = value.downcast_ref::<$number>() {
                let mut bytes = [0; 16];
                bytes[..size_of::<$number>()].copy_from_slice(&number.to_le_bytes());
                return Some(u128::from_le_bytes(bytes));
            }
        )* };
    }
    numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
    value.downcast_ref::<char>().map(|c| u128::from(*c))
}
