//! Drawing from the leaves of a value gives the value back.

use super::{ByLeaves as _, Gathered, Leaves, Probe, WithoutLeaves as _};
use crate::input::{Passing, Pointee};
use crate::source::{Leaf, Origin, Room, Source};
use forall_protocol::inputs::InputKind;
use forall_protocol::replay::Values;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::Bound;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

/// Gives leaves by name and kind, and writes down which were asked for.
struct Given {
    values: Values,
    asked: Mutex<Values>,
}

impl Origin for Given {
    fn fill(&self, name: &str, kind: InputKind, leaf: &mut Leaf) {
        let known = self.values.iter().find(|(input, _)| input.name == name && input.kind == kind);
        let (input, bits) = known.unwrap_or_else(|| panic!("there is no leaf {name} of kind {kind:?}"));
        self.asked.lock().unwrap().push((input.clone(), *bits));
        leaf.0 = bits.to_le_bytes();
    }
}

fn leaves(value: &(impl Leaves + ?Sized)) -> Values {
    let mut gathered = Gathered::default();
    value.leaves(&mut gathered.sink().part("x"));
    gathered.complete().expect("all of them are known")
}

/// All leaves are asked for, in their order, and make the value.
#[track_caller]
fn comes_back<T: Leaves + Pointee<By, Owned: Debug> + Debug + ?Sized, By>(value: &T) {
    assert_eq!(format!("{:?}", drawn::<T, By>(&leaves(value))), format!("{value:?}"));
}

#[track_caller]
fn drawn<T: Pointee<By> + ?Sized, By>(values: &Values) -> T::Owned {
    let given = Given { values: values.clone(), asked: Mutex::default() };
    let mut room = Room::default();
    let drawn = Passing::Value.draw::<T, By>(&mut Source::new(&mut room, &given).part("x"));
    assert_eq!(&given.asked.into_inner().unwrap(), values);
    drawn
}

#[test]
fn numbers_come_back() {
    macro_rules! integers {
        ($($integer:ident)*) => { $(
            for number in [$integer::MIN, 1, 42, $integer::MAX] {
                comes_back(&number);
                NonZero::new(number).iter().for_each(|number| comes_back(number));
            }
        )* };
    }
    integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
    [0.0, -1.5, f32::INFINITY].iter().for_each(|number| comes_back(number));
    [0.0, -0.0, f64::MIN_POSITIVE].iter().for_each(|number| comes_back(number));
    [true, false].iter().for_each(|value| comes_back(value));
    ['\0', 'a', 'é', char::MAX].iter().for_each(|c| comes_back(c));
    comes_back(&Wrapping(7_u8));
    comes_back(&Saturating(-7_i8));
    comes_back(&Reverse(7_u64));
    [Ordering::Less, Ordering::Equal, Ordering::Greater].iter().for_each(|order| comes_back(order));
    comes_back(&Duration::new(3, 999_999_999));
}

#[test]
fn texts_come_back() {
    for text in ["", "a", "aé😀", "a longer one"] {
        comes_back(text);
        comes_back(&text);
        comes_back(&text.to_owned());
        comes_back(&Box::<str>::from(text));
        comes_back(&Rc::<str>::from(text));
        comes_back(&Cow::Borrowed(text));
        comes_back(&Cow::<str>::Owned(text.into()));
    }
}

#[test]
fn structures_come_back() {
    comes_back(&());
    comes_back(&(1_u8,));
    comes_back(&(1_u8, -2_i8, ('a', true), 4_u8, 5_u8, 6_u8, 7_u8, 8_u8, 9_u8, 10_u8, 11_u8, 12_u8));
    comes_back(&[1_u8, 2, 3]);
    comes_back(&Some(Some(3_u8)));
    comes_back(&None::<u8>);
    comes_back(&Ok::<u8, String>(1));
    comes_back(&Err::<u8, String>("no".into()));
    comes_back(&Poll::Ready(1_u8));
    comes_back(&Poll::<u8>::Pending);
    comes_back(&Box::new(1_u8));
    comes_back(&Rc::new(1_u8));
    comes_back(&Arc::new(Box::new(1_u8)));
    comes_back(&Arc::<[u8]>::from([1, 2]));
    comes_back(&Cell::new(1_u8));
    comes_back(&RefCell::new(vec![1_u8]));
    comes_back(&PhantomData::<str>);
    comes_back(&(1_u8..3));
    comes_back(&(1_u8..=3));
    comes_back(&(1_u8..));
    comes_back(&(..1_u8));
    comes_back(&(..=1_u8));
    comes_back(&(..));
    [Bound::Unbounded, Bound::Included(1_u8), Bound::Excluded(2)].iter().for_each(|limit| comes_back(limit));
}

#[test]
fn collections_come_back() {
    comes_back(&[1_u8, 2][..]);
    comes_back(&vec![vec!["a", "é"], vec![]]);
    comes_back(&VecDeque::from([1_u8, 2]));
    comes_back(&LinkedList::from([1_u8, 2]));
    comes_back(&BinaryHeap::from([1_u8, 3, 2]));
    comes_back(&BTreeSet::from([3_u8, 1, 2]));
    comes_back(&BTreeMap::from([("b".to_owned(), 1_u8), ("a".to_owned(), 2)]));
    let numbers = HashSet::from([3_i8, -1, 2]);
    assert_eq!(drawn::<HashSet<i8>, _>(&leaves(&numbers)), numbers);
    let entries = HashMap::from([(1_u8, vec!['a']), (2, vec![])]);
    assert_eq!(drawn::<HashMap<u8, Vec<char>>, _>(&leaves(&entries)), entries);
    assert_eq!(leaves(&entries), leaves(&entries.clone()), "in an order that stays");
}

#[test]
#[allow(clippy::needless_borrow)]
fn what_has_no_leaves_is_told() {
    struct Opaque;
    let mut gathered = Gathered::default();
    (&&Probe(&1_u8)).add(&mut gathered.sink().part("x"));
    assert_eq!(gathered.values.len(), 1);
    (&&Probe(&vec![Opaque])).add(&mut gathered.sink().part("y"));
    assert_eq!(gathered.complete(), None);
}
