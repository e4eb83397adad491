//! What the types ask for, and what they make of it.

#[cfg(unix)]
use super::os_string;
use super::{MakeInput, Passing, Pointee};
use crate::source::{Leaf, Origin, Room, Source};
use forall_protocol::inputs::InputKind;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::net::{IpAddr, Ipv4Addr, SocketAddrV4};
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, RangeInclusive};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

/// Gives the values in order, and writes down the names they are asked for under.
struct Listed<'a> {
    values: &'a [u128],
    names: Mutex<Vec<String>>,
    exact: bool,
}

impl Origin for Listed<'_> {
    fn fill(&self, name: &str, _: InputKind, leaf: &mut Leaf) {
        let mut names = self.names.lock().unwrap();
        leaf.0 = self.values.get(names.len()).copied().unwrap_or(0).to_le_bytes();
        names.push(name.to_owned());
    }

    fn is_exact(&self) -> bool {
        self.exact
    }
}

fn drawn<T: Pointee<By> + ?Sized, By>(values: &[u128], exact: bool) -> (T::Owned, Vec<String>) {
    let listed = Listed { values, names: Mutex::default(), exact };
    let mut room = Room::default();
    let value = Passing::Value.draw::<T, By>(&mut Source::new(&mut room, &listed).part("x"));
    (value, listed.names.into_inner().unwrap())
}

#[track_caller]
fn check<T: MakeInput<By> + PartialEq + std::fmt::Debug, By>(values: &[u128], expected: T, names: &[&str]) {
    let (value, asked) = drawn::<T, By>(values, true);
    assert_eq!(value, expected);
    assert_eq!(asked, names);
}

fn is_discarded<T: MakeInput<By>, By>(values: &[u128]) -> bool {
    std::panic::catch_unwind(|| drop(drawn::<T, By>(values, true))).is_err()
}

#[test]
fn parts_are_called_by_where_they_stand() {
    check(&[], (), &[]);
    check(&[1, 2], (1_u8, 2_i64), &["x.0", "x.1"]);
    check(&[1, 2], [1_u8, 2], &["x[0]", "x[1]"]);
    check(&[2, 5, 6], vec![5_u8, 6], &["x.len", "x[0]", "x[1]"]);
    check(&[1, 5], VecDeque::from([5_u8]), &["x.len", "x[0]"]);
    check(&[1, 5, 6], HashMap::from([(5_u8, 6_u8)]), &["x.len", "x[0].key", "x[0].value"]);
    check(&[0], None::<u8>, &["x.is_some"]);
    check(&[1, 7], Some(7_u8), &["x.is_some", "x.some"]);
    check(&[1, 7], Ok::<u8, bool>(7), &["x.is_ok", "x.ok"]);
    check(&[0, 1], Err::<u8, bool>(true), &["x.is_ok", "x.err"]);
    check(&[0, 7], Poll::Ready(7_u8), &["x.variant()", "x.0"]);
    check(&[1], Poll::<u8>::Pending, &["x.variant()"]);
    check(&[7], Rc::new(Box::new(7_u8)), &["x"]);
    check(&[1, 5], Duration::new(1, 5), &["x.secs", "x.nanos"]);
    check(&[1, 3], 1_i8..3, &["x.start", "x.end"]);
    check(&[3, 4], 3_i8..=4, &["x.start", "x.end"]);
    check(&[3], 3_i8.., &["x.start"]);
    check(&[3], ..3_i8, &["x.end"]);
    check(&[3], ..=3_i8, &["x.end"]);
    check(&[], .., &[]);
    check(&[0], Bound::<u8>::Unbounded, &["x.variant()"]);
    check(&[1, 3], Bound::Included(3_u8), &["x.variant()", "x.0"]);
    check(&[2, 3], Bound::Excluded(3_u8), &["x.variant()", "x.0"]);
    check(&[7], Wrapping(Reverse(7_u8)), &["x"]);
    check(&[7], NonZero::new(7_i32).unwrap(), &["x"]);
    check(&[2], Ordering::Greater, &["x"]);
    check(&[2, 5, 6], Box::<[u8]>::from([5, 6]), &["x.len", "x[0]", "x[1]"]);
    check(&[1, 'a'.into()], Arc::<str>::from("a"), &["x.len", "x[0]"]);
    check(&[1, 1, 'a'.into()], vec!["a"], &["x.len", "x[0].len", "x[0][0]"]);
    check(&[1, 1, 5], Some(&[5_u8][..]), &["x.is_some", "x.some.len", "x.some[0]"]);
    check(&[1, 5], Some(&5_u8), &["x.is_some", "x.some"]);
    check(&[2, 5, 6], LinkedList::from([5_u8, 6]), &["x.len", "x[0]", "x[1]"]);
    #[cfg(unix)]
    check(&[1, 97], PathBuf::from("a"), &["x.len", "x[0]"]);
    #[cfg(unix)]
    check(&[1, 0xFF], os_string(b"\xff"), &["x.len", "x[0]"]);
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    check(&[0, 127, 0, 0, 1], loopback, &["x.variant()", "x.0.a", "x.0.b", "x.0.c", "x.0.d"]);
    let names = ["x.ip.a", "x.ip.b", "x.ip.c", "x.ip.d", "x.port"];
    check(&[127, 0, 0, 1, 80], SocketAddrV4::new(Ipv4Addr::LOCALHOST, 80), &names);
    check(&[1, 1, 1, 2], vec![Some((true, 2_u8))], &["x.len", "x[0].is_some", "x[0].some.0", "x[0].some.1"]);
}

#[test]
fn floats_are_their_bits() {
    check(&[u128::from(1.5_f64.to_bits())], 1.5_f64, &["x"]);
    check(&[u128::from((-0.5_f32).to_bits())], -0.5_f32, &["x"]);
    assert!(drawn::<f64, _>(&[u128::from(f64::NAN.to_bits())], true).0.is_nan());
}

#[test]
fn texts_have_the_drawn_number_of_bytes() {
    check(&[0], String::new(), &["x.len"]);
    check(&[4, 'a'.into(), 'é'.into(), 'b'.into()], String::from("aéb"), &["x.len", "x[0]", "x[1]", "x[2]"]);
    check(&[4, '😀'.into()], String::from("😀"), &["x.len", "x[0]"]);
    for (room, c) in [(1, 'é'), (2, '€'), (3, '😀')] {
        assert!(is_discarded::<String, _>(&[room, c.into()]), "{c}");
        assert!(!is_discarded::<String, _>(&[room + 1, c.into()]), "{c}");
    }
    assert_eq!(drawn::<str, _>(&[1, 'z'.into()], true).0, "z");
}

#[test]
fn ordered_collections_are_drawn_in_their_order() {
    check(&[2, 3, 4], BTreeSet::from([3_u8, 4]), &["x.len", "x[0]", "x[1]"]);
    let names = ["x.len", "x[0].key", "x[0].value", "x[1].key", "x[1].value"];
    check(&[2, 3, 0, 4, 0], BTreeMap::from([(3_u8, 0_u8), (4, 0)]), &names);
    assert!(is_discarded::<BTreeSet<u8>, _>(&[2, 4, 3]));
    assert!(is_discarded::<BTreeMap<u8, u8>, _>(&[2, 4, 0, 4]));
    assert!(is_discarded::<HashMap<u8, u8>, _>(&[2, 4, 0, 4]));
}

#[test]
fn values_that_are_only_suggested_are_made_to_fit() {
    assert_eq!(drawn::<BTreeSet<u8>, _>(&[3, 4, 3, 4], false).0, BTreeSet::from([3, 4]));
    assert_eq!(drawn::<HashMap<u8, u8>, _>(&[2, 4, 0, 4, 1], false).0, HashMap::from([(4, 1)]));
    assert_eq!(drawn::<Duration, _>(&[1, 2_000_000_005], false).0, Duration::new(1, 5));
    assert_eq!(drawn::<String, _>(&[1, '😀'.into()], false).0, "😀");
}

#[test]
fn elements_past_the_length_are_not_drawn() {
    check(&[1, 0], vec![Vec::<u8>::new()], &["x.len", "x[0].len"]);
}

#[test]
fn what_is_no_value_is_discarded() {
    assert!(is_discarded::<NonZero<u8>, _>(&[0]));
    assert!(is_discarded::<Ordering, _>(&[3]));
    assert_eq!(drawn::<NonZero<i8>, _>(&[0], false).0, NonZero::<i8>::MAX);
    assert_eq!(drawn::<Ordering, _>(&[9], false).0, Ordering::Equal);
}

#[test]
fn both_variants_of_a_cow_are_drawn() {
    let text = |values: &[u128]| drawn::<Cow<'static, str>, _>(values, true);
    assert!(matches!(text(&[0, 1, 'a'.into()]).0, Cow::Borrowed("a")));
    assert!(matches!(text(&[1, 1, 'a'.into()]).0, Cow::Owned(owned) if owned == "a"));
    assert_eq!(text(&[0, 1, 'a'.into()]).1, ["x.is_owned()", "x.len", "x[0]"]);
    assert!(matches!(drawn::<Cow<'static, [u8]>, _>(&[0, 1, 5], true).0, Cow::Borrowed([5])));
    assert!(matches!(drawn::<Cow<'static, u8>, _>(&[0, 5], true).0, Cow::Borrowed(5)));
}

/// What can be seen of a drawn value is what can be seen of the one that the code of a case makes.
#[track_caller]
fn same<T: MakeInput<By>, By, P: PartialEq + std::fmt::Debug>(
    values: &[u128],
    written: T,
    seen: fn(&T) -> P,
) {
    assert_eq!(seen(&drawn::<T, By>(values, true).0), seen(&written));
}

/// Of all collections with so many elements.
fn same_of_length<const N: usize>() {
    let array: [u8; N] = std::array::from_fn(|index| index as u8);
    let elements = array.into_iter().map(u128::from);
    let values: Vec<u128> = std::iter::once(N as u128).chain(elements).collect();
    same(&values, Vec::from(array), |v| (v.clone(), v.capacity()));
    same(&values, VecDeque::from(array), |v| (v.clone(), v.capacity(), v.as_slices().0.len()));
    same(&values, HashSet::from(array), |s| (s.clone(), s.capacity()));
    let entries: Vec<u128> =
        std::iter::once(N as u128).chain(array.into_iter().flat_map(|key| [key.into(), 0])).collect();
    same(&entries, HashMap::from(array.map(|key| (key, 0_u8))), |m| (m.clone(), m.capacity()));
    same(&entries, HashMap::from(array.map(|key| (key, 0_u128))), |m| (m.clone(), m.capacity()));
    let characters: Vec<u128> = std::iter::once(N as u128).chain([u128::from('a'); N]).collect();
    same(&characters, String::from("a".repeat(N).as_str()), |s| (s.clone(), s.capacity()));
}

#[test]
fn drawn_values_are_what_is_written() {
    macro_rules! lengths {
        ($($length:literal)*) => { $(same_of_length::<$length>();)* };
    }
    lengths! { 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 28 29 }
    same(&[2, 0, 0], vec![(), ()], Vec::capacity);
    same(&[1, 3, 'a'.into(), 'b'.into(), 'c'.into()], vec![String::from("abc")], |v| {
        (v.capacity(), v[0].capacity())
    });
    same(&[1, 1, 5], Some(vec![5_u8]), |v| v.as_ref().map(Vec::capacity));
    same(&[1, 5], Box::new(vec![5_u8]), |v| v.capacity());
    same(&[1, 5], RefCell::new(vec![5_u8]), |v| v.try_borrow_mut().map(|v| v.capacity()).ok());
    same(&[1, 1, 5], Cow::<[u8]>::Owned(vec![5]), |v| v.clone().into_owned().capacity());
    same(&[1, 2, 'é'.into()], Cow::<str>::Owned(String::from("é")), |v| match v {
        Cow::Owned(text) => Some(text.capacity()),
        Cow::Borrowed(_) => None,
    });
    same(&[5], Rc::new(Cell::new(5_u8)), |v| (Rc::strong_count(v), Rc::weak_count(v)));
    same(&[1, 5], Rc::<[u8]>::from([5]), |v| (Rc::strong_count(v), Rc::weak_count(v)));
    same(&[5], Arc::new(5_u8), |v| (Arc::strong_count(v), Arc::weak_count(v)));
    same(&[3, 5, 7, 6], BinaryHeap::from([5_u8, 7, 6]), |heap| (heap.capacity(), heap.clone().into_vec()));
    same(&[3, 2], RangeInclusive::new(3_u8, 2), |v| (v.is_empty(), format!("{v:?}")));
}
