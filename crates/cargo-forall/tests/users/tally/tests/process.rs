//! Counters of the whole process.

use forall::forall;
use tally::{Once, visit};

static SWITCH: std::sync::LazyLock<Once> = std::sync::LazyLock::new(Once::default);

/// Whoever comes first.
#[forall]
fn one_of_all_is_the_first(by: u8) {
    let first = SWITCH.turn(by);
    assert_eq!(first, SWITCH.by() == Some(by) && first);
}

#[forall]
fn numbers_grow(_unused: ()) {
    assert!(visit() < visit());
}

#[forall]
fn threads_have_names(length: u8) {
    let name = std::thread::current().name().map(str::len);
    assert!(name.is_none_or(|n| n > 0 || length > 0));
}

#[forall]
fn a_process_has_a_number(guess: u32) {
    assert_ne!(std::process::id(), guess);
}
