//! When an invariant holds: a test for each row of the table in docs/contracts.md.

use forall::spec::contract;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Clone)]
pub struct Even {
    pub number: u8,
}

#[contract]
#[invariant(self.number % 2 == 0)]
impl Even {
    pub fn new(number: u8) -> Self {
        Even { number }
    }

    pub fn of_same_name(number: u8) -> Even {
        Even { number }
    }

    pub fn maybe(number: u8) -> Option<Self> {
        (number < 100).then_some(Even { number })
    }

    pub fn tried(number: u8) -> Result<Self, String> {
        if number < 100 { Ok(Even { number }) } else { Err("too large".into()) }
    }

    /// It makes a tuple: nobody looks into it.
    pub fn two(number: u8) -> (Self, Self) {
        (Even { number }, Even { number })
    }

    pub fn add(&mut self, by: u8) {
        self.number += by;
    }

    pub fn look(&self) -> u8 {
        self.number
    }

    fn add_privately(&mut self, by: u8) {
        self.number += by;
    }

    /// In between it does not hold.
    pub fn add_twice(&mut self, by: u8) -> u8 {
        self.add(by);
        let between = self.look();
        self.add(by);
        between
    }

    pub fn lend(&mut self) -> &mut u8 {
        self.number += 1;
        &mut self.number
    }

    pub fn add_and_panic(&mut self, by: u8) {
        self.number += by;
        panic!("by {by}");
    }

    #[requires(self.look() % 2 == 0)]
    pub fn is_even(&self) -> bool {
        true
    }

    pub fn consumed(self) -> u8 {
        self.number
    }
}

#[contract]
impl std::ops::AddAssign<u8> for Even {
    fn add_assign(&mut self, by: u8) {
        self.number += by;
    }
}

/// A function whose condition looks at what breaks the invariant.
#[contract]
#[requires(even.look() == 1)]
fn odd(even: &Even) -> bool {
    even.number == 1
}

pub struct Dropped(pub bool, pub &'static std::sync::atomic::AtomicBool);

#[contract]
#[invariant(self.0)]
impl Dropped {
    pub fn break_it(self) {
        let mut this = self;
        this.0 = false;
    }
}

#[contract]
impl Drop for Dropped {
    fn drop(&mut self) {
        self.0 = false;
        self.1.store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

/// What is said of a broken contract, up to its condition; nothing where none is broken.
fn broken<R>(run: impl FnOnce() -> R) -> String {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(_) => String::new(),
        Err(payload) => match payload.downcast::<String>() {
            Ok(message) => message.split(" `self").next().unwrap().to_owned(),
            Err(payload) => (*payload.downcast_ref::<&str>().unwrap()).to_owned(),
        },
    }
}

#[test]
fn it_holds_after_a_function_that_makes_one() {
    assert_eq!(broken(|| Even::new(1)), "`Even::new` breaks the invariant");
    assert_eq!(broken(|| Even::of_same_name(1)), "`Even::of_same_name` breaks the invariant");
    assert_eq!(broken(|| Even::maybe(1)), "`Even::maybe` breaks the invariant");
    assert_eq!(broken(|| Even::tried(1)), "`Even::tried` breaks the invariant");
    for made in [
        broken(|| Even::new(2)),
        broken(|| Even::maybe(101)),
        broken(|| Even::tried(101)),
        broken(|| Even::two(1)),
    ] {
        assert_eq!(made, "");
    }
}

#[test]
fn it_holds_before_and_after_a_public_method_that_is_called_from_outside() {
    assert_eq!(broken(|| Even { number: 2 }.add(1)), "`Even::add` breaks the invariant");
    assert_eq!(broken(|| Even { number: 1 }.add(1)), "`Even::add` is called on what breaks the invariant");
    assert_eq!(broken(|| Even { number: 1 }.look()), "`Even::look` is called on what breaks the invariant");
    assert_eq!(
        broken(|| Even { number: 1 }.consumed()),
        "`Even::consumed` is called on what breaks the invariant"
    );
    let mut even = Even { number: 2 };
    assert_eq!(broken(|| even += 1), "`<Even as std::ops::AddAssign<u8>>::add_assign` breaks the invariant");
}

#[test]
fn it_need_not_hold_for_methods_that_are_not_public() {
    assert_eq!(broken(|| Even { number: 1 }.add_privately(2)), "");
}

#[test]
fn it_need_not_hold_below_a_public_method_of_the_type() {
    let mut even = Even { number: 2 };
    assert_eq!(even.add_twice(1), 3);
    // On another thread nobody knows of the call.
    let other =
        std::thread::scope(|scope| scope.spawn(|| broken(|| Even { number: 1 }.look())).join().unwrap());
    assert_eq!(other, "`Even::look` is called on what breaks the invariant");
}

#[test]
fn it_holds_before_something_is_dropped_and_not_after() {
    static WAS_DROPPED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    assert_eq!(broken(|| drop(Dropped(true, &WAS_DROPPED))), "");
    assert!(WAS_DROPPED.load(std::sync::atomic::Ordering::Relaxed));
    assert_eq!(
        broken(|| drop(Dropped(false, &WAS_DROPPED))),
        "`<Dropped as Drop>::drop` is called on what breaks the invariant"
    );
    // Within a method of the type it need not hold.
    assert_eq!(broken(|| Dropped(true, &WAS_DROPPED).break_it()), "");
}

#[test]
fn it_need_not_hold_while_something_is_lent() {
    let mut even = Even { number: 2 };
    assert_eq!(broken(|| *even.lend() += 1), "");
    assert_eq!(even.look(), 4);
}

#[test]
fn it_need_not_hold_after_a_panic() {
    let mut even = Even { number: 2 };
    assert_eq!(broken(|| even.add_and_panic(1)), "by 1");
    assert_eq!(broken(|| even.look()), "`Even::look` is called on what breaks the invariant");
}

#[test]
fn it_need_not_hold_where_a_condition_is_evaluated() {
    assert_eq!(broken(|| odd(&Even { number: 1 })), "");
    assert_eq!(
        broken(|| Even { number: 1 }.is_even()),
        "`Even::is_even` is called on what breaks the invariant"
    );
}

/// Observers whose contracts speak of each other.
struct Mutual(u8);

#[contract]
impl Mutual {
    #[pure]
    #[requires(self.second() < 10)]
    #[ensures(|ret| *ret == self.second())]
    pub fn first(&self) -> u8 {
        self.0
    }

    #[pure]
    #[requires(self.first() < 20)]
    #[ensures(|ret| *ret == self.first())]
    pub fn second(&self) -> u8 {
        self.0
    }
}

#[test]
fn contracts_that_speak_of_each_other_come_to_an_end() {
    assert_eq!((Mutual(9).first(), Mutual(9).second()), (9, 9));
    assert!(broken(|| Mutual(10).first()).starts_with("`Mutual::first` is called although it requires"));
    // `first` may not be asked of this one: the contract of `second` is at fault.
    assert!(broken(|| Mutual(20).second()).starts_with("`Mutual::second` has a contract that panics, in"));
}
