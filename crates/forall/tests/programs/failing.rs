//! Tests that do not do what is expected of them.

use forall::forall;

#[forall]
fn abs_is_not_negative(x: i64) {
    assert!(x.abs() >= 0);
}

#[forall]
fn sums_are_larger(flag: bool, small: i8, letter: char, large: u128) {
    assert!(!flag || small != i8::MAX || letter == 'x' || large == 0, "not larger");
}

#[forall]
fn lists_are_short(list: &[u8], name: Option<String>) {
    assert!(list.len() < 2 || name.is_none(), "too long");
}

#[forall(panics = "attempt to divide by zero")]
fn division_panics(a: u32, b: u32) {
    let _ = a / b;
}

#[forall(panics = "attempt to divide by zero")]
fn division_panics_otherwise(a: i32) {
    panic!("{a} cannot be divided");
}

#[forall(may_panic = "out of range")]
fn slots_are_checked(slot: usize) {
    let _ = [1, 2, 3][slot];
}

#[forall]
fn numbers_are_small(x: u16) -> Result<u8, String> {
    u8::try_from(x).map_err(|_| format!("{x} is large"))
}

#[forall(examples((1, "a"), (7, "seven")))]
fn seven_is_unlucky(x: u8, s: &str) {
    assert!(x != 7 || s != "seven", "unlucky");
}
