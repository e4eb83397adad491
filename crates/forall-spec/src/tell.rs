//! Values that were not drawn, told as if they had been, so that they can be written as code.

use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Shape, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::time::Duration;

/// A value as a tree.
pub trait Tell {
    fn tell(&self) -> Value;
}

fn node(shape: Shape, parts: Vec<Value>) -> Value {
    Value::Node { shape, parts }
}

macro_rules! leaves {
    ($($type:ident $kind:ident $bits:expr,)*) => { $(
        impl Tell for $type {
            fn tell(&self) -> Value {
                let bits: fn($type) -> u128 = $bits;
                Value::Leaf { kind: InputKind::$kind, bits: bits(*self) }
            }
        }
    )* };
}

leaves! {
    u8 U8 |value| value.into(),
    u16 U16 |value| value.into(),
    u32 U32 |value| value.into(),
    u64 U64 |value| value.into(),
    u128 U128 |value| value,
    usize Usize |value| value as u128,
    i8 I8 |value| value.cast_unsigned().into(),
    i16 I16 |value| value.cast_unsigned().into(),
    i32 I32 |value| value.cast_unsigned().into(),
    i64 I64 |value| value.cast_unsigned().into(),
    i128 I128 |value| value.cast_unsigned(),
    isize Isize |value| value.cast_unsigned() as u128,
    bool Bool |value| value.into(),
    char Char |value| value.into(),
    f32 F32 |value| value.to_bits().into(),
    f64 F64 |value| value.to_bits().into(),
}

macro_rules! tuples {
    ($(($($part:ident),*))*) => { $(
        impl<$($part: Tell),*> Tell for ($($part,)*) {
            fn tell(&self) -> Value {
                #[allow(non_snake_case)]
                let ($($part,)*) = self;
                node(Shape::Tuple, vec![$($part.tell()),*])
            }
        }
    )* };
}

tuples! { () (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) }

fn characters(text: &str) -> Vec<Value> {
    text.chars().map(|c| c.tell()).collect()
}

impl Tell for String {
    fn tell(&self) -> Value {
        node(Shape::String, characters(self))
    }
}

/// A literal is a reference already.
impl Tell for &str {
    fn tell(&self) -> Value {
        node(Shape::Reference, vec![node(Shape::Str, characters(self))])
    }
}

macro_rules! sequences {
    ($($type:ident)*) => { $(
        impl<T: Tell> Tell for $type<T> {
            fn tell(&self) -> Value {
                node(Shape::$type, self.iter().map(Tell::tell).collect())
            }
        }
    )* };
}

sequences! { Vec VecDeque BTreeSet }

impl<T: Tell, const N: usize> Tell for [T; N] {
    fn tell(&self) -> Value {
        node(Shape::Array, self.iter().map(Tell::tell).collect())
    }
}

/// What hashes has no order of its own: it is told in one that stays.
impl<T: Tell, S> Tell for HashSet<T, S> {
    fn tell(&self) -> Value {
        node(Shape::HashSet, ordered(self.iter().map(Tell::tell).collect()))
    }
}

impl<K: Tell, V: Tell, S> Tell for HashMap<K, V, S> {
    fn tell(&self) -> Value {
        node(Shape::HashMap, ordered(self.iter().map(entry).collect()))
    }
}

impl<K: Tell, V: Tell> Tell for BTreeMap<K, V> {
    fn tell(&self) -> Value {
        node(Shape::BTreeMap, self.iter().map(entry).collect())
    }
}

fn entry<K: Tell, V: Tell>((key, value): (&K, &V)) -> Value {
    node(Shape::Tuple, vec![key.tell(), value.tell()])
}

fn ordered(mut values: Vec<Value>) -> Vec<Value> {
    values.sort_by_cached_key(|value| format!("{value:?}"));
    values
}

impl<T: Tell> Tell for Option<T> {
    fn tell(&self) -> Value {
        match self {
            Some(value) => node(Shape::Some, vec![value.tell()]),
            None => node(Shape::None, vec![]),
        }
    }
}

impl<T: Tell> Tell for &T {
    fn tell(&self) -> Value {
        node(Shape::Reference, vec![(**self).tell()])
    }
}

impl<T: Tell> Tell for &[T] {
    fn tell(&self) -> Value {
        node(Shape::Reference, vec![node(Shape::Slice, self.iter().map(Tell::tell).collect())])
    }
}

impl<T: Tell, E: Tell> Tell for Result<T, E> {
    fn tell(&self) -> Value {
        match self {
            Ok(value) => node(Shape::Ok, vec![value.tell()]),
            Err(error) => node(Shape::Err, vec![error.tell()]),
        }
    }
}

impl<T: Tell> Tell for Box<T> {
    fn tell(&self) -> Value {
        node(Shape::Box, vec![(**self).tell()])
    }
}

impl Tell for Duration {
    fn tell(&self) -> Value {
        node(Shape::Duration, vec![self.as_secs().tell(), self.subsec_nanos().tell()])
    }
}
