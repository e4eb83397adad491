//! `#[forall]` as a user has it under plain `cargo test`. Tests that have cases find them in `forall/tests/usage`; tests that fail are
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
