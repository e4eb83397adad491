//! Contracts of traits, and who is at fault where an implementation does not keep them.

use forall::spec as forall_spec;
use forall_spec::contract;
use std::panic::{UnwindSafe, catch_unwind};

#[contract]
#[invariant(self.size() <= 4)]
#[constraint(self.pushed() >= old(self.pushed()))]
pub trait Push {
    #[pure]
    fn size(&self) -> usize;

    #[pure]
    fn pushed(&self) -> usize;

    #[requires(self.size() < 3 && item > 0)]
    #[ensures(|_| self.size() == old(self.size()) + 1)]
    #[ensures(|_| self.last() == Some(item))]
    fn push(&mut self, item: i64);

    #[pure]
    fn last(&self) -> Option<i64>;

    /// The body is the trait's.
    #[requires(items.len() < 3)]
    #[ensures(|ret| *ret == items.len() && self.size() >= *ret)]
    fn push_all(&mut self, items: &[i64]) -> usize {
        for item in items {
            self.push(*item);
        }
        items.len()
    }

    #[ensures(|ret| buffer.len() == old(buffer.len()) + *ret && name.len() == label.len())]
    fn describe(&self, name: &str, label: String, buffer: &mut Vec<u8>) -> usize;

    #[behavior(requires(self.size() == 0), ensures(|ret| ret.is_none()))]
    #[behavior(requires(self.size() > 0), ensures(|ret| ret.is_some() && self.size() == old(self.size()) - 1))]
    fn take(&mut self) -> Option<i64>;

    #[panics(self.size() == 0, "empty", ensures(|_| self.size() == 0))]
    #[ensures(|_| self.size() == old(self.size()) - 1)]
    fn pop(&mut self) -> i64;

    #[requires(self.size() > 0)]
    #[ensures(|ret| ret.len() == old(self.size()))]
    fn into_items(self) -> Vec<i64>
    where
        Self: Sized;

    #[requires(at < self.size())]
    fn at(&mut self, at: usize) -> &mut i64;
}

#[derive(Clone, Default)]
struct Stack {
    items: Vec<i64>,
    pushed: usize,
    /// What it does wrong.
    mistake: &'static str,
}

#[contract]
impl Push for Stack {
    fn size(&self) -> usize {
        self.items.len()
    }

    fn pushed(&self) -> usize {
        self.pushed
    }

    fn push(&mut self, item: i64) {
        match self.mistake {
            "drops" => return,
            "zero" => self.items.push(0),
            "twice" => self.items.extend([item; 4]),
            _ => self.items.push(item),
        }
        self.pushed = if self.mistake == "forgets" { 0 } else { self.pushed + 1 };
    }

    fn last(&self) -> Option<i64> {
        self.items.last().copied()
    }

    fn describe(&self, name: &str, _: String, buffer: &mut Vec<u8>) -> usize {
        let moved = buffer;
        moved.extend(name.bytes());
        if self.mistake == "counts" { 0 } else { name.len() }
    }

    fn take(&mut self) -> Option<i64> {
        if self.mistake == "invents" { Some(1) } else { self.items.pop() }
    }

    fn pop(&mut self) -> i64 {
        assert!(self.mistake != "silent" || !self.items.is_empty(), "nothing there");
        if self.mistake == "defaults" { 0 } else { self.items.pop().expect("it is empty") }
    }

    fn into_items(mut self) -> Vec<i64> {
        if self.mistake == "loses" {
            self.items.pop();
        }
        self.items
    }

    fn at(&mut self, at: usize) -> &mut i64 {
        &mut self.items[at]
    }
}

/// Requires less and ensures more, or the other way round.
#[derive(Default)]
struct Other(Vec<i64>);

#[contract]
impl Push for Other {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn pushed(&self) -> usize {
        0
    }

    #[requires(self.size() < 4)]
    #[ensures(|_| self.0.capacity() > 0)]
    fn push(&mut self, item: i64) {
        self.0.push(item);
    }

    fn last(&self) -> Option<i64> {
        self.0.last().copied()
    }

    /// The trait asks for nothing.
    #[requires(name != "")]
    fn describe(&self, name: &str, _: String, buffer: &mut Vec<u8>) -> usize {
        buffer.extend(name.bytes());
        name.len()
    }

    #[behavior(requires(self.size() == 1), ensures(|ret| ret.is_some()))]
    #[behavior(requires(self.size() > 1), ensures(|ret| ret.is_some()))]
    fn take(&mut self) -> Option<i64> {
        self.0.pop()
    }

    #[panics(self.0.is_empty(), "it is", ensures(|_| self.0.is_empty()))]
    fn pop(&mut self) -> i64 {
        self.0.pop().expect("it is empty")
    }

    fn into_items(self) -> Vec<i64> {
        self.0
    }

    fn at(&mut self, at: usize) -> &mut i64 {
        &mut self.0[at]
    }
}

/// Code of the trait knows nothing of the implementation.
fn push_to(to: &mut dyn Push, item: i64) {
    to.push(item);
}

/// What is said of a broken contract, without the places; nothing where none is broken.
#[track_caller]
fn broken(run: impl FnOnce() + UnwindSafe) -> String {
    match catch_unwind(run) {
        Ok(()) => String::new(),
        Err(payload) => match payload.downcast::<String>() {
            Ok(message) => message.split(" (written at ").next().unwrap().to_owned(),
            Err(payload) => (*payload.downcast_ref::<&str>().unwrap()).to_owned(),
        },
    }
}

fn stack(items: &[i64], mistake: &'static str) -> Stack {
    Stack { items: items.to_vec(), pushed: items.len(), mistake }
}

#[test]
fn an_implementation_that_keeps_the_contract_is_not_spoken_of() {
    let message = broken(|| {
        let mut stack = stack(&[], "");
        push_to(&mut stack, 3);
        assert_eq!(stack.push_all(&[4, 5]), 2);
        assert_eq!((stack.pop(), stack.take(), stack.last(), *stack.at(0)), (5, Some(4), Some(3), 3));
        assert_eq!(stack.describe("a", "b".into(), &mut vec![]), 1);
        assert_eq!(stack.into_items(), [3]);
    });
    assert_eq!(message, "");
}

#[test]
fn what_the_trait_requires_is_owed_by_who_calls() {
    let message = catch_unwind(|| push_to(&mut stack(&[1, 2, 3], ""), 4)).unwrap_err();
    let message = message.downcast_ref::<String>().unwrap();
    let said = "`<Stack as Push>::push` is called although it requires `self.size() < 3 && item > 0`, \
        of which this is false: `self.size() < 3`: self.size() = 3 (written at ";
    assert!(message.starts_with(said), "{message}");
    // The place of the call through the trait's object is that of the method.
    assert!(message.contains(", called at "), "{message}");
    assert!(broken(|| stack(&[], "").push(0)).ends_with("`item > 0`: item = 0"));
    assert_eq!(
        broken(|| {
            stack(&[], "").push_all(&[1, 2, 3]);
        }),
        "`Push::push_all` is called although it requires `items.len() < 3`: items.len() = 3"
    );
    assert!(
        broken(|| {
            stack(&[], "").into_items();
        })
        .starts_with("`<Stack as Push>::into_items` is called although it requires `self.size() > 0`")
    );
    assert!(
        broken(|| {
            stack(&[1], "").at(1);
        })
        .ends_with("`at < self.size()`: at = 1, self.size() = 1")
    );
}

#[test]
fn what_the_trait_ensures_is_owed_by_the_implementation() {
    assert_eq!(
        broken(|| stack(&[], "drops").push(1)),
        "`<Stack as Push>::push` does not do what its trait ensures, `self.size() == old(self.size()) + 1`: \
         self.size() = 0, old(self.size()) + 1 = 1"
    );
    assert_eq!(
        broken(|| stack(&[], "zero").push(1)),
        "`<Stack as Push>::push` does not do what its trait ensures, `self.last() == Some(item)`: \
         self.last() = Some(0), Some(item) = Some(1)"
    );
    assert!(
        broken(|| {
            stack(&[], "counts").describe("ab", "cd".into(), &mut vec![1]);
        })
        .ends_with(": buffer.len() = 3, old(buffer.len()) + *ret = 1")
    );
    assert!(
        broken(|| {
            stack(&[], "").describe("ab", "c".into(), &mut vec![]);
        })
        .ends_with("name.len() = 2, label.len() = 1")
    );
    assert!(
        broken(|| {
            stack(&[], "invents").take();
        })
        .ends_with("does not do what its trait ensures, `ret.is_none()`")
    );
    assert!(
        broken(|| {
            stack(&[1], "invents").take();
        })
        .ends_with("self.size() = 1, old(self.size()) - 1 = 0")
    );
    assert!(
        broken(|| {
            stack(&[1, 2], "loses").into_items();
        })
        .ends_with("ret.len() = 1, old(self.size()) = 2")
    );
}

#[test]
fn a_panic_of_the_trait_must_be() {
    let pop = |mistake| {
        broken(move || {
            stack(&[], mistake).pop();
        })
    };
    assert_eq!(pop(""), "it is empty");
    assert!(pop("silent").ends_with("\"empty\" is expected, and it says \"nothing there\""));
    assert!(pop("defaults").ends_with("\"empty\" is expected, and it returns"));
    assert_eq!(
        broken(|| {
            Other::default().pop();
        }),
        "it is empty"
    );
}

#[test]
fn an_implementation_may_require_less_and_not_more() {
    assert_eq!(broken(|| Other(vec![1, 2, 3]).push(0)), "", "less than the trait");
    assert!(
        broken(|| Other(vec![1, 2, 3, 4]).push(0)).ends_with("`self.size() < 3`: self.size() = 4"),
        "less, but not nothing, and callers know what the trait requires"
    );
    let message = broken(|| {
        Other::default().describe("", String::new(), &mut vec![]);
    });
    assert_eq!(
        message,
        "`<Other as Push>::describe` refuses what its trait accepts: it requires `name != \"\"`: name = \"\""
    );
    let message = broken(|| {
        Other::default().take();
    });
    assert!(
        message.starts_with(
            "`<Other as Push>::take` refuses what its trait accepts: it requires `self.size() == 1 || "
        ),
        "{message}"
    );
}

#[test]
fn what_holds_of_all_implementations_holds_of_each() {
    let message = broken(|| Other(vec![1, 2, 3, 4]).push(-1));
    assert!(message.starts_with("`<Other as Push>::push` is called although"), "{message}");
    let message = broken(|| stack(&[1], "twice").push(1));
    assert!(message.contains("ensures"), "{message}");
    let message = broken(|| {
        Other(vec![1, 2, 3, 4, 5]).pop();
    });
    assert_eq!(
        message,
        "`<Other as Push>::pop` is called on what breaks the invariant `self.size() <= 4`: self.size() = 5"
    );
}

#[test]
fn no_method_does_what_none_may_do() {
    assert_eq!(
        broken(|| stack(&[1], "forgets").push(1)),
        "`<Stack as Push>::push` does what no method may do, against `self.pushed() >= old(self.pushed())`: \
         self.pushed() = 0, old(self.pushed()) = 1"
    );
}

#[contract]
#[keeps(Push)]
impl Stack {
    #[ensures(|ret| ret.size() == items.len())]
    pub fn of(items: &[i64]) -> Self {
        Stack { items: items.to_vec(), ..Stack::default() }
    }

    pub fn clear(&mut self) {
        self.reset();
        self.pushed = if self.mistake == "clears" { 0 } else { 1 };
    }

    fn reset(&mut self) {
        self.pushed = 0;
    }
}

#[test]
fn other_blocks_keep_what_they_say_they_keep() {
    assert_eq!(broken(|| stack(&[1], "").clear()), "");
    assert_eq!(
        broken(|| stack(&[1], "clears").clear()),
        "`Stack::clear` does what no method may do, against `self.pushed() >= old(self.pushed())`: \
         self.pushed() = 0, old(self.pushed()) = 1"
    );
    assert_eq!(broken(|| stack(&[1], "").reset()), "", "it is not public");
    assert_eq!(
        broken(|| {
            Stack::of(&[0; 5]);
        }),
        "`Stack::of` breaks the invariant `self.size() <= 4`: self.size() = 5"
    );
}
