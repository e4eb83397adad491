//! Contracts in an ordinary build: what is checked when, and what is said of what does not hold.

use forall::spec::contract;
use std::panic::catch_unwind;

#[contract]
#[invariant(self.items.len() <= self.capacity)]
impl Stack {
    #[ensures(|ret| ret.size() == 0)]
    pub fn new(capacity: usize) -> Self {
        Stack { items: Vec::new(), capacity }
    }

    #[requires(self.size() > 0 && self.capacity > 0)]
    #[ensures(|ret| self.size() == old(self.size()) - 1 && *ret == old(self.peek()))]
    pub fn pop(&mut self) -> i64 {
        if self.items.len() == 3 {
            return 0; // a mistake
        }
        self.items.pop().unwrap_or_default()
    }

    /// It trusts its callers, and may break the invariant.
    #[ensures(|_| self.size() == old(self.size()) + 1)]
    pub fn push(&mut self, item: i64) {
        self.grow();
        let last = self.items.len() - 1;
        self.items[last] = item;
    }

    /// Not public: it need not keep the invariant.
    fn grow(&mut self) {
        self.items.push(0);
    }

    #[pure]
    pub fn size(&self) -> usize {
        self.items.len()
    }

    #[pure]
    #[requires(self.size() > 0)]
    pub fn peek(&self) -> i64 {
        self.items[self.items.len() - 1]
    }

    #[requires(index < self.size())]
    pub fn at(&mut self, index: usize) -> &mut i64 {
        &mut self.items[index]
    }

    #[requires(self.peek() > 0)]
    pub fn is_high(&self) -> bool {
        true
    }

    #[requires(self.size() as u8 - 1 < 3)]
    pub fn careless(&self) {}
}

#[derive(Clone)]
pub struct Stack {
    items: Vec<i64>,
    pub capacity: usize,
}

#[contract]
#[requires(n < 1000)]
#[ensures(|root| root * root <= n)]
#[ensures(|root| (root + 1) * (root + 1) > n)]
fn isqrt(mut n: u32) -> u32 {
    let mut root = 0;
    while n > root * 2 {
        n -= root * 2 + 1;
        root += 1;
    }
    root
}

#[contract]
#[ensures(|_| numbers.len() == old(numbers.len()) && numbers.is_sorted())]
fn sort(numbers: &mut Vec<u8>) {
    numbers.sort();
    numbers.dedup(); // a mistake
}

/// Two behaviors, which overlap at 10.
#[contract]
#[requires(x < 100)]
#[ensures(|ret| *ret <= 90)]
#[behavior(requires(x <= 10), ensures(|ret| *ret == old(x) + 1))]
#[behavior(requires(x >= 10), requires(x != 50), ensures(|ret| *ret == x - 10), ensures(|ret| *ret < 90))]
fn behave(x: u8) -> u8 {
    if x < 10 { x + 1 } else { x - 10 }
}

/// It must panic for numbers that are greater than 9, and does so otherwise for 11, and not for 12.
#[contract]
#[panics(x > 9, "too much", ensures(|_| count.get() == old(count.get()) + 1))]
#[ensures(|ret| *ret == x && count.get() == old(count.get()))]
fn small(x: u8, count: &std::cell::Cell<u8>) -> u8 {
    if x > 9 && x != 12 {
        count.set(count.get() + if x == 13 { 2 } else { 1 });
        assert!(x != 11, "eleven");
        panic!("{x} is too much");
    }
    x
}

/// The message and the line of a panic.
fn broken(run: impl FnOnce() + std::panic::UnwindSafe) -> String {
    match catch_unwind(run) {
        Ok(()) => String::new(),
        Err(payload) => *payload.downcast::<String>().unwrap(),
    }
}

/// A message without the places in it.
fn words(message: &str) -> &str {
    message.split(" (written at ").next().unwrap()
}

fn stack(items: &[i64], capacity: usize) -> Stack {
    Stack { items: items.to_vec(), capacity }
}

#[test]
fn what_holds_is_not_spoken_of() {
    let mut stack = Stack::new(3);
    stack.push(7);
    stack.push(8);
    assert_eq!((stack.pop(), stack.size(), stack.peek()), (8, 1, 7));
    *stack.at(0) = 9;
    assert_eq!((stack.pop(), isqrt(99), isqrt(0)), (9, 9, 0));
}

#[test]
fn what_is_required_is_owed_by_the_caller() {
    let message = broken(|| {
        stack(&[], 3).pop();
    });
    let here = line!() - 2;
    let said = "`Stack::pop` is called although it requires `self.size() > 0 && self.capacity > 0`, \
        of which this is false: `self.size() > 0`: self.size() = 0";
    assert_eq!(words(&message), said);
    assert!(message.ends_with(&format!(", called at {}:{here})", file!())), "{message}");
    let message = broken(|| {
        stack(&[1], 3).at(1);
    });
    assert_eq!(
        words(&message),
        "`Stack::at` is called although it requires `index < self.size()`: index = 1, self.size() = 1"
    );
}

#[test]
fn what_is_ensured_is_owed_by_who_is_called() {
    let message = broken(|| {
        stack(&[1, 2, 3], 3).pop();
    });
    assert_eq!(
        words(&message),
        "`Stack::pop` does not do what it ensures, `self.size() == old(self.size()) - 1 && *ret == old(self.peek())`, \
         of which this is false: `self.size() == old(self.size()) - 1`: self.size() = 3, old(self.size()) - 1 = 2"
    );
    let message = broken(|| sort(&mut vec![1, 1]));
    assert!(words(&message).ends_with("numbers.len() = 1, old(numbers.len()) = 2"), "{message}");
}

#[test]
fn parameters_keep_the_values_of_the_call() {
    let message = broken(|| {
        isqrt(1000);
    });
    assert_eq!(words(&message), "`isqrt` is called although it requires `n < 1000`: n = 1000");
    // The body changes `n`, which the postconditions must not see.
    let _ = isqrt(25);
}

#[test]
fn an_invariant_holds_after_a_public_call_and_before_the_next() {
    let message = broken(|| stack(&[], 0).push(1));
    assert_eq!(
        words(&message),
        "`Stack::push` breaks the invariant `self.items.len() <= self.capacity`: self.items.len() = 1, self.capacity = 0"
    );
    let message = broken(|| {
        stack(&[1], 0).size();
    });
    assert!(
        message.starts_with("`Stack::size` is called on what breaks the invariant `self.items.len() <= "),
        "{message}"
    );
}

#[test]
fn a_condition_that_calls_what_it_may_not_is_a_mistake_of_the_contract() {
    let message = broken(|| {
        stack(&[], 1).is_high();
    });
    assert!(
        message.starts_with(
            "`Stack::is_high` has a contract that panics, in `self.peek() > 0`: \
             `Stack::peek` is called although it requires `self.size() > 0`: self.size() = 0 (written"
        ),
        "{message}"
    );
    let message = broken(|| stack(&[], 1).careless());
    assert_eq!(
        words(&message),
        "`Stack::careless` has a contract that panics, in `self.size() as u8 - 1 < 3`: attempt to subtract with overflow"
    );
}

#[test]
fn each_behavior_that_applies_counts() {
    assert_eq!((behave(9), behave(11), behave(99)), (10, 1, 89));
    let message = |x| {
        broken(move || {
            behave(x);
        })
    };
    assert_eq!(
        words(&message(10)),
        "`behave` does not do what it ensures, `*ret == old(x) + 1`: *ret = 0, old(x) + 1 = 11"
    );
    assert_eq!(words(&message(100)), "`behave` is called although it requires `x < 100`: x = 100");
    assert_eq!(
        words(&message(50)),
        "`behave` is called although it requires `x <= 10 || x >= 10 && x != 50`: x = 50"
    );
}

#[test]
fn a_panic_can_be_what_must_be() {
    let message = |x| {
        broken(move || {
            small(x, &std::cell::Cell::new(0));
        })
    };
    assert_eq!((message(9), message(10)), (String::new(), "10 is too much".into()));
    assert_eq!(
        words(&message(11)),
        "`small` does not panic as it must where `x > 9`: \"too much\" is expected, and it says \"eleven\""
    );
    assert_eq!(
        words(&message(12)),
        "`small` does not panic as it must where `x > 9`: \"too much\" is expected, and it returns"
    );
    assert_eq!(
        words(&message(13)),
        "`small` does not do what it ensures, `count.get() == old(count.get()) + 1`: \
         count.get() = 2, old(count.get()) + 1 = 1"
    );
}
