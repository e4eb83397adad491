//! `#[forall]` as a user has it under plain `cargo test`. Tests that have cases find them in `forall/test-usage`; tests that fail are
//! in `tests/programs`.

use forall::{assume, forall};
use std::num::ParseIntError;

#[forall]
fn without_parameters() {
    assert_eq!("7".parse(), Ok(7));
}

#[forall]
fn halves_add_up(x: u32) {
    assert_eq!(x / 2 + x.div_ceil(2), x);
}

#[forall]
#[allow(clippy::too_many_arguments)]
fn every_type_of_input(
    u: u8,
    v: u16,
    w: u32,
    x: u64,
    y: u128,
    z: usize,
    i: i8,
    j: i16,
    k: i32,
    l: i64,
    m: i128,
    n: isize,
    b: bool,
    c: char,
) {
    let unsigned = [u.into(), v.into(), w.into(), x.into(), y, z as u128];
    let signed = [i.into(), j.into(), k.into(), l.into(), m, n as i128];
    assert!(unsigned.iter().all(|value| value.checked_add(1).is_none_or(|next| next > *value)));
    assert!(signed.iter().all(|value| value.checked_abs().is_none_or(|value| value >= 0)));
    assert_eq!(u32::from(b) ^ u32::from(!b), 1);
    assert_eq!(char::from_u32(c.into()), Some(c));
}

#[forall]
#[allow(clippy::too_many_arguments)]
fn every_structure_of_inputs(
    array: [u8; 3],
    tuple: (u8, (), f64),
    option: Option<Box<i8>>,
    result: Result<u8, std::rc::Rc<bool>>,
    mut vector: Vec<std::sync::Arc<u8>>,
    deque: std::collections::VecDeque<u8>,
    tree: std::collections::BTreeMap<u8, std::collections::BTreeSet<char>>,
    hashed: std::collections::HashMap<String, std::collections::HashSet<u8>>,
    time: std::time::Duration,
    range: std::ops::Range<f32>,
    closed: std::ops::RangeInclusive<i64>,
) {
    assert_eq!(array.len(), 3);
    assert!(tuple.2 <= f64::INFINITY || tuple.2.is_nan());
    assert_eq!(option.is_some(), option.iter().count() == 1);
    assert_eq!(result.is_ok(), result.iter().count() == 1);
    vector.truncate(1);
    assert!(vector.len() <= 1 && deque.len() <= 4 && tree.len() <= 4 && hashed.len() <= 4);
    assert!(time.subsec_nanos() < 1_000_000_000);
    assert!(range.start.to_bits() | range.end.to_bits() == u32::MAX || closed.start() <= &i64::MAX);
}

#[forall]
#[allow(clippy::ptr_arg, clippy::too_many_arguments)]
fn references_of_every_kind(
    number: &u8,
    text: &str,
    slice: &[u8],
    whole: &Vec<u8>,
    changed: &mut u8,
    items: &mut [u8],
    list: &mut Vec<u8>,
    letters: &mut str,
) {
    *changed ^= number;
    assert_eq!(*changed ^ number ^ *changed, *number);
    items.reverse();
    list.extend_from_slice(slice);
    assert!(list.len() >= slice.len() && whole.len() <= 4 && text.is_char_boundary(text.len()));
    letters.make_ascii_uppercase();
    assert!(!letters.contains('a'));
}

#[forall]
fn assumptions_discard(a: u64, mut b: u64) {
    assume!(b != 0);
    assume!(a.checked_mul(b).is_some(), "{a} * {b} overflows");
    b *= 1;
    assert_eq!(a * b / b, a);
}

#[forall(panics = "attempt to divide by zero")]
fn division_by_zero_panics(a: i32) {
    assume!(a != 1);
    let zero = a & !a;
    let _ = a / zero;
}

#[forall(may_panic = "out of range")]
fn slots_are_checked(slot: usize) {
    assert!(slot < 8, "slot {slot} is out of range");
}

#[forall]
fn numbers_survive_printing(x: i64) -> Result<(), ParseIntError> {
    assert_eq!(x.to_string().parse::<i64>()?, x);
    Ok(())
}

#[forall]
fn values_are_returned(x: u8) -> Option<u8> {
    x.checked_add(1)
}

mod inner {
    #[derive(Debug, PartialEq)]
    pub struct Wide;

    pub type Small = u8;

    mod tests {
        use super::super::{assume, forall};

        type Own = i8;

        #[forall]
        fn paths_are_found(a: super::Small, b: self::Own, c: super::super::Alias) -> Result<super::Wide, ()> {
            assume!(a > 1);
            assert_ne!(i16::from(a) + 256, i16::from(b));
            let _ = c;
            Ok(super::Wide)
        }

        #[forall]
        #[cfg(not(test))]
        fn left_out(a: NoSuchType) {}
    }
}

type Alias = u32;

mod written {
    use forall::{assume, forall};

    #[forall]
    fn unit(x: u8, positive: bool) {
        assume!(x < 100);
        assert!(positive || x < 100);
    }

    #[forall]
    fn result(x: u8) -> Result<(), u8> {
        assume!(x < 100);
        Err(x).or(Ok(()))
    }

    #[forall(panics = "too large")]
    fn panics(x: u8) {
        assume!(x > 100);
        panic!("{x} is too large");
    }

    #[forall(may_panic = "too large")]
    fn may_panic(x: u8) -> u8 {
        assert!(x < 100, "{x} is too large");
        x
    }
}

/// Each example is a test, with and without cases.
mod examples {
    use forall::{assume, choose, forall};
    use std::fmt::Display;

    const SEVEN: u8 = 7;

    #[forall(examples((1, "a"), (self::SEVEN, "b")))]
    fn several(x: u8, s: &str) {
        assert!(x == 0 || s != "never drawn");
    }

    #[forall(examples(1, (2), (SEVEN,)))]
    fn single(x: u8) {
        assert!(x.checked_add(1).is_none_or(|next| next > x));
    }

    #[forall(examples((1, 2), ((3, 4),)))]
    fn single_tuple(pair: (u8, u8)) {
        assert!(pair.0 <= u8::MAX - pair.1 || pair.1 > 0);
    }

    #[forall(examples((1,), ((2,),)))]
    fn single_tuple_of_one(one: (u8,)) {
        assert!(u16::from(one.0) < 256);
    }

    #[forall(examples((&[1, 2], &mut vec![3], Some("x")), (&vec![], &mut Vec::new(), None)))]
    fn lent(slice: &[u8], vector: &mut Vec<u8>, text: Option<&str>) -> usize {
        vector.extend(slice);
        vector.len() + text.map_or(0, str::len)
    }

    #[forall(panics = "too large", examples(101, 1))]
    fn panics(x: u8) {
        assume!(x > 100);
        panic!("{x} is too large");
    }

    #[forall(may_panic = "too large", examples(1, 200))]
    fn may_panic(x: u8) -> u8 {
        assert!(x < 100, "{x} is too large");
        x
    }

    #[forall(may_panic = ["too large", "is odd"], examples(2, 3, 200))]
    fn may_panic_in_two_ways(x: u8) {
        assert!(x < 100, "{x} is too large");
        assert!(x.is_multiple_of(2), "{x} is odd");
    }

    #[forall(examples("3".into(), String::from("no number")))]
    fn result(text: String) -> Result<(), u8> {
        text.parse::<u8>().map(drop).or(Ok(()))
    }

    #[forall(types(T = [u8, u64]), examples(3))]
    fn instances<T: Display>(x: T) {
        assert!(!x.to_string().is_empty());
    }

    #[forall::spec::fake]
    trait Storage {
        fn load(&self) -> u8;
    }

    struct Seven;

    impl Storage for Seven {
        fn load(&self) -> u8 {
            7
        }
    }

    #[forall(examples((Seven, |x| x + 1), (FakeStorage::answering().on_load([1]), |x| x)))]
    fn traits(storage: impl Storage, next: impl Fn(u16) -> u16) {
        let _ = next(storage.load().into());
    }

    #[forall(examples(1))]
    fn chooses(x: u8) {
        assert!(u16::from(x) + u16::from(choose::<u8>()) <= 510);
    }
}
