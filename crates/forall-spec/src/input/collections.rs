//! Values of many parts of the same type.
//!
//! A collection is built by adding one element after the other while the drawn length is above their number: so its length is a
//! plain number in the test, and each length a path of its own. In the end it has the capacity that the code has which a case makes it by:
//! `vec![1, 2]`, `VecDeque::from([1, 2])`.
//!
//! See docs/decisions/draw-structures-leaf-by-leaf.md.

use super::{Input, MakeInput};
use crate::__private::discard;
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Shape};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;

impl<T: Input, const N: usize> Input for [T; N] {
    type By = T::By;
}

impl<T: MakeInput<By>, By, const N: usize> MakeInput<By> for [T; N] {
    fn make(source: &mut Source<'_>) -> [T; N] {
        source.whole(Shape::Array, |source| std::array::from_fn(|index| T::make(&mut source.element(index))))
    }
}

impl<T: Input> Input for Vec<T> {
    type By = T::By;
}

impl<T: MakeInput<By>, By> MakeInput<By> for Vec<T> {
    fn make(source: &mut Source<'_>) -> Vec<T> {
        sequence(source, Shape::Vec)
    }
}

/// The elements of something that is as good as a vector.
pub(super) fn sequence<T: MakeInput<By>, By>(source: &mut Source<'_>, shape: Shape) -> Vec<T> {
    let mut items = Vec::new();
    each(source, shape, |source| items.push(source.or_nothing(T::make)));
    items.shrink_to_fit();
    items
}

impl<T: Input> Input for VecDeque<T> {
    type By = T::By;
}

impl<T: MakeInput<By>, By> MakeInput<By> for VecDeque<T> {
    fn make(source: &mut Source<'_>) -> VecDeque<T> {
        sequence(source, Shape::VecDeque).into()
    }
}

/// Types that are made of an array: `BinaryHeap::from([1, 2])`. Their elements are not shared: a heap compares them, and of a list none
/// can be named by an index.
macro_rules! from_arrays {
    ($($type:ident ($($bound:ident)?);)*) => { $(
        impl<T: Input $(+ $bound)?> Input for $type<T> {
            type By = T::By;
        }

        impl<T: MakeInput<By> $(+ $bound)?, By> MakeInput<By> for $type<T> {
            fn make(source: &mut Source<'_>) -> $type<T> {
                const PATH: &str = concat!("std::collections::", stringify!($type));
                let how = Construction::of(Form::Parentheses, PATH, "from");
                let shares = source.share(false);
                let items = source.built(&how, |source| sequence(source, Shape::Array));
                source.share(shares);
                items.into_iter().collect()
            }
        }
    )* };
}

from_arrays! { BinaryHeap (Ord); LinkedList (); }

impl<T: Input + Ord> Input for BTreeSet<T> {
    type By = T::By;
}

impl<T: MakeInput<By> + Ord, By> MakeInput<By> for BTreeSet<T> {
    fn make(source: &mut Source<'_>) -> BTreeSet<T> {
        let mut items: Vec<T> = Vec::new();
        elements(source, Shape::BTreeSet, |source| {
            let item = T::make(source);
            ascends(source, items.last(), &item);
            items.push(item);
        });
        if !source.is_exact() {
            let mut order = last_of_each(&items, |item| item);
            order.sort_by_key(|index| &items[*index]);
            source.arrange(&order);
        }
        items.into_iter().collect()
    }
}

impl<K: Input + Ord, V: Input> Input for BTreeMap<K, V> {
    type By = (K::By, V::By);
}

impl<K: MakeInput<ByK> + Ord, V: MakeInput<ByV>, ByK, ByV> MakeInput<(ByK, ByV)> for BTreeMap<K, V> {
    fn make(source: &mut Source<'_>) -> BTreeMap<K, V> {
        let mut entries: Vec<(K, V)> = Vec::new();
        elements(source, Shape::BTreeMap, |source| {
            let entry =
                entry(source, |source, key| ascends(source, entries.last().map(|(last, _)| last), key));
            entries.push(entry);
        });
        if !source.is_exact() {
            let mut order = last_of_each(&entries, |(key, _)| key);
            order.sort_by_key(|index| &entries[*index].0);
            source.arrange(&order);
        }
        entries.into_iter().collect()
    }
}

impl<T: Input + Eq + Hash> Input for HashSet<T> {
    type By = T::By;
}

impl<T: MakeInput<By> + Eq + Hash, By> MakeInput<By> for HashSet<T> {
    fn make(source: &mut Source<'_>) -> HashSet<T> {
        if !source.is_exact() {
            let mut items: Vec<T> = Vec::new();
            elements(source, Shape::HashSet, |source| items.push(T::make(source)));
            source.arrange(&last_of_each(&items, |item| item));
            return items.into_iter().collect();
        }
        let mut items = HashSet::new();
        elements(source, Shape::HashSet, |source| {
            if !items.insert(T::make(source)) {
                discard();
            }
        });
        items
    }
}

impl<K: Input + Eq + Hash, V: Input> Input for HashMap<K, V> {
    type By = (K::By, V::By);
}

impl<K: MakeInput<ByK> + Eq + Hash, V: MakeInput<ByV>, ByK, ByV> MakeInput<(ByK, ByV)> for HashMap<K, V> {
    fn make(source: &mut Source<'_>) -> HashMap<K, V> {
        if !source.is_exact() {
            let mut entries: Vec<(K, V)> = Vec::new();
            elements(source, Shape::HashMap, |source| entries.push(entry(source, |_, _| {})));
            source.arrange(&last_of_each(&entries, |(key, _)| key));
            return entries.into_iter().collect();
        }
        let mut entries = HashMap::new();
        elements(source, Shape::HashMap, |source| {
            let (key, value) = entry(source, |_, _| {});
            if entries.insert(key, value).is_some() {
                discard();
            }
        });
        entries
    }
}

fn each(source: &mut Source<'_>, shape: Shape, mut draw: impl FnMut(&mut Source<'_>)) {
    source.whole(shape, |source| {
        let length = source.part("len").count();
        let mut index = 0;
        while index < length {
            draw(&mut source.element(index));
            index += 1;
        }
    });
}

/// Of a set or map. They are not shared: which of them remain, and in which order, is not always known while they are drawn.
fn elements(source: &mut Source<'_>, shape: Shape, draw: impl FnMut(&mut Source<'_>)) {
    let shares = source.share(false);
    each(source, shape, draw);
    source.share(shares);
}

/// The parts of an ordered collection are drawn in their order: any other order is the same value once more.
fn ascends<T: Ord>(source: &Source<'_>, last: Option<&T>, next: &T) {
    if source.is_exact() && last.is_some_and(|last| last >= next) {
        discard();
    }
}

/// Of several with one key, a collection keeps the last.
fn last_of_each<T, K: Eq>(items: &[T], key: impl Fn(&T) -> &K) -> Vec<usize> {
    let is_last = |index: &usize| items[index + 1..].iter().all(|later| key(later) != key(&items[*index]));
    (0..items.len()).filter(is_last).collect()
}

fn entry<K: MakeInput<ByK>, V: MakeInput<ByV>, ByK, ByV>(
    source: &mut Source<'_>,
    check: impl FnOnce(&Source<'_>, &K),
) -> (K, V) {
    source.whole(Shape::Tuple, |source| {
        let key = K::make(&mut source.part("key"));
        check(source, &key);
        (key, V::make(&mut source.part("value")))
    })
}
