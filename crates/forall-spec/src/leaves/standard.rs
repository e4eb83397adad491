//! The leaves of types of the language and of the standard library. `input` draws them.

use super::{Gathered, Leaves, Sink};
use forall_protocol::inputs::InputKind;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

macro_rules! scalars {
    ($($type:ident $kind:ident $bits:expr,)*) => { $(
        impl Leaves for $type {
            fn leaves(&self, to: &mut Sink<'_>) {
                let bits: fn($type) -> u128 = $bits;
                to.leaf(InputKind::$kind, bits(*self));
            }
        }
    )* };
}

scalars! {
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

macro_rules! non_zero {
    ($($integer:ident)*) => { $(
        impl Leaves for NonZero<$integer> {
            fn leaves(&self, to: &mut Sink<'_>) {
                self.get().leaves(to);
            }
        }
    )* };
}

non_zero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// Values that are called like what is in them.
macro_rules! around_one {
    ($($type:ident)*) => { $(
        impl<T: Leaves> Leaves for $type<T> {
            fn leaves(&self, to: &mut Sink<'_>) {
                self.0.leaves(to);
            }
        }
    )* };
}

around_one! { Wrapping Saturating Reverse }

macro_rules! pointers {
    ($($type:ty)*) => { $(
        impl<T: Leaves + ?Sized> Leaves for $type {
            fn leaves(&self, to: &mut Sink<'_>) {
                T::leaves(self, to);
            }
        }
    )* };
}

pointers! { &T Box<T> Rc<T> Arc<T> }

impl Leaves for Ordering {
    fn leaves(&self, to: &mut Sink<'_>) {
        let number = match self {
            Ordering::Equal => 0,
            Ordering::Less => 1,
            Ordering::Greater => 2,
        };
        to.leaf(InputKind::Way, number);
    }
}

macro_rules! tuples {
    ($(($($part:ident $name:literal),*))*) => { $(
        impl<$($part: Leaves),*> Leaves for ($($part,)*) {
            fn leaves(&self, #[allow(unused)] to: &mut Sink<'_>) {
                #[allow(non_snake_case)]
                let ($($part,)*) = self;
                $($part.leaves(&mut to.part($name));)*
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

impl<T: Leaves> Leaves for Option<T> {
    fn leaves(&self, to: &mut Sink<'_>) {
        self.is_some().leaves(&mut to.part("is_some"));
        if let Some(value) = self {
            value.leaves(&mut to.part("some"));
        }
    }
}

impl<T: Leaves, E: Leaves> Leaves for Result<T, E> {
    fn leaves(&self, to: &mut Sink<'_>) {
        self.is_ok().leaves(&mut to.part("is_ok"));
        match self {
            Ok(value) => value.leaves(&mut to.part("ok")),
            Err(error) => error.leaves(&mut to.part("err")),
        }
    }
}

impl<T: Leaves> Leaves for Poll<T> {
    fn leaves(&self, to: &mut Sink<'_>) {
        match self {
            Poll::Ready(value) => {
                to.way(0, 2);
                value.leaves(&mut to.part("0"));
            }
            Poll::Pending => to.way(1, 2),
        }
    }
}

impl Leaves for Duration {
    fn leaves(&self, to: &mut Sink<'_>) {
        self.as_secs().leaves(&mut to.part("secs"));
        to.part("nanos").leaf(InputKind::Nanoseconds, self.subsec_nanos().into());
    }
}

impl Leaves for str {
    fn leaves(&self, to: &mut Sink<'_>) {
        to.length(self.len());
        elements(self.chars(), to);
    }
}

impl Leaves for String {
    fn leaves(&self, to: &mut Sink<'_>) {
        self.as_str().leaves(to);
    }
}

fn elements<T: Leaves>(items: impl IntoIterator<Item = T>, to: &mut Sink<'_>) {
    for (index, item) in items.into_iter().enumerate() {
        item.leaves(&mut to.element(index));
    }
}

impl<T: Leaves, const N: usize> Leaves for [T; N] {
    fn leaves(&self, to: &mut Sink<'_>) {
        elements(self, to);
    }
}

impl<T: Leaves> Leaves for [T] {
    fn leaves(&self, to: &mut Sink<'_>) {
        to.length(self.len());
        elements(self, to);
    }
}

macro_rules! sequences {
    ($($type:ident)*) => { $(
        impl<T: Leaves> Leaves for $type<T> {
            fn leaves(&self, to: &mut Sink<'_>) {
                to.length(self.len());
                elements(self, to);
            }
        }
    )* };
}

sequences! { Vec VecDeque BTreeSet BinaryHeap LinkedList }

impl<K: Leaves, V: Leaves> Leaves for BTreeMap<K, V> {
    fn leaves(&self, to: &mut Sink<'_>) {
        to.length(self.len());
        for (index, (key, value)) in self.iter().enumerate() {
            entry(key, value, &mut to.element(index));
        }
    }
}

fn entry(key: &impl Leaves, value: &impl Leaves, to: &mut Sink<'_>) {
    key.leaves(&mut to.part("key"));
    value.leaves(&mut to.part("value"));
}

/// What hashes has no order of its own: it is told in one that stays.
impl<T: Leaves, S> Leaves for HashSet<T, S> {
    fn leaves(&self, to: &mut Sink<'_>) {
        to.length(self.len());
        elements(ordered(self.iter().collect(), |item| *item), to);
    }
}

impl<K: Leaves, V: Leaves, S> Leaves for HashMap<K, V, S> {
    fn leaves(&self, to: &mut Sink<'_>) {
        to.length(self.len());
        for (index, (key, value)) in ordered(self.iter().collect(), |(key, _)| *key).into_iter().enumerate() {
            entry(key, value, &mut to.element(index));
        }
    }
}

fn ordered<T, K: Leaves>(mut items: Vec<T>, key: impl Fn(&T) -> &K) -> Vec<T> {
    items.sort_by_cached_key(|item| {
        let mut gathered = Gathered::default();
        key(item).leaves(&mut gathered.sink());
        gathered.values.into_iter().map(|(_, bits)| bits).collect::<Vec<u128>>()
    });
    items
}

impl<T: Leaves + Copy> Leaves for Cell<T> {
    fn leaves(&self, to: &mut Sink<'_>) {
        self.get().leaves(to);
    }
}

impl<T: Leaves> Leaves for RefCell<T> {
    fn leaves(&self, to: &mut Sink<'_>) {
        match self.try_borrow() {
            Ok(value) => value.leaves(to),
            Err(_) => to.unknown(),
        }
    }
}

impl<B: ToOwned + Leaves + ?Sized> Leaves for Cow<'_, B> {
    fn leaves(&self, to: &mut Sink<'_>) {
        matches!(self, Cow::Owned(_)).leaves(&mut to.part("is_owned()"));
        B::leaves(self, to);
    }
}

impl<T: ?Sized> Leaves for PhantomData<T> {
    fn leaves(&self, _: &mut Sink<'_>) {}
}

macro_rules! ranges {
    ($($range:ident($($limit:ident),*);)*) => { $(
        impl<T: Leaves> Leaves for $range<T> {
            fn leaves(&self, to: &mut Sink<'_>) {
                $(self.$limit.leaves(&mut to.part(stringify!($limit)));)*
            }
        }
    )* };
}

ranges! { Range(start, end); RangeFrom(start); RangeTo(end); RangeToInclusive(end); }

impl Leaves for RangeFull {
    fn leaves(&self, _: &mut Sink<'_>) {}
}

impl<T: Leaves> Leaves for RangeInclusive<T> {
    fn leaves(&self, to: &mut Sink<'_>) {
        self.start().leaves(&mut to.part("start"));
        self.end().leaves(&mut to.part("end"));
    }
}

impl<T: Leaves> Leaves for Bound<T> {
    fn leaves(&self, to: &mut Sink<'_>) {
        let (way, limit) = match self {
            Bound::Unbounded => (0, None),
            Bound::Included(limit) => (1, Some(limit)),
            Bound::Excluded(limit) => (2, Some(limit)),
        };
        to.way(way, 3);
        if let Some(limit) = limit {
            limit.leaves(&mut to.part("0"));
        }
    }
}
