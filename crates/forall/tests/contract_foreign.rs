//! Contracts of functions and types that belong to others.

use forall::spec as forall_spec;
use forall_spec::contract_for;
use std::panic::{UnwindSafe, catch_unwind};

/// What others wrote.
mod other {
    pub fn divide(number: u8, divisor: u8) -> u8 {
        if number == 77 { 0 } else { number / divisor }
    }

    pub unsafe fn first(numbers: &[u8]) -> u8 {
        // SAFETY: of callers.
        unsafe { *numbers.get_unchecked(0) }
    }

    #[derive(Debug, Default, PartialEq)]
    pub struct Queue<T> {
        pub items: Vec<T>,
    }

    impl<T> Queue<T> {
        pub fn of(items: Vec<T>) -> Self {
            Queue { items }
        }

        pub fn len(&self) -> usize {
            self.items.len()
        }

        pub fn take(&mut self) -> Option<T> {
            if self.items.len() == 3 { None } else { self.items.pop() }
        }

        pub fn into_first(mut self) -> T {
            self.items.remove(0)
        }

        pub fn first(&mut self) -> &mut T {
            &mut self.items[0]
        }
    }
}

contract_for! {
    /// Only what is not zero divides.
    #[requires(divisor != 0)]
    #[ensures(|ret| *ret == number / divisor)]
    fn other::divide(number: u8, divisor: u8) -> u8;

    #[requires(!numbers.is_empty())]
    pub unsafe fn other::first(numbers: &[u8]) -> u8;

    /// What a queue does.
    pub impl<T> other::Queue<T> {
        #[ensures(|ret| ret.len() == old(items.len()))]
        fn of(items: Vec<T>) -> Self;

        #[pure]
        fn len(&self) -> usize;

        #[requires(self.len() > 0)]
        #[ensures(|ret| ret.is_some() && self.len() == old(self.len()) - 1)]
        fn take(&mut self) -> Option<T>;

        #[requires(self.len() > 0)]
        fn into_first(self) -> T;

        #[requires(self.len() > 0)]
        fn first(&mut self) -> &mut T;
    }

    impl BytesContract for Vec<u8> {
        #[panics(at >= self.len(), "swap_remove")]
        #[ensures(|ret| *ret == old(self[at]))]
        fn swap_remove(&mut self, at: usize) -> u8;
    }
}

use other::Queue;

/// What is said of a broken contract, without the places; nothing where none is broken.
fn broken<R>(run: impl FnOnce() -> R + UnwindSafe) -> String {
    match catch_unwind(run) {
        Ok(_) => String::new(),
        Err(payload) => {
            let message = *payload.downcast::<String>().unwrap();
            message.split(" (written at ").next().unwrap().to_owned()
        }
    }
}

#[test]
fn a_function_is_called_with_its_contract() {
    assert_eq!(divide(7, 2), 3);
    assert_eq!(
        broken(|| divide(7, 0)),
        "`other::divide` is called although it requires `divisor != 0`: divisor = 0"
    );
    assert_eq!(
        broken(|| divide(77, 2)),
        "`other::divide` does not do what it ensures, `*ret == number / divisor`: *ret = 0, number / divisor = 38"
    );
    // SAFETY: what is required holds, or is checked.
    assert_eq!(unsafe { first(&[3]) }, 3);
    // SAFETY: as above.
    assert!(broken(|| unsafe { first(&[]) }).starts_with("`other::first` is called although"));
}

#[test]
fn a_method_is_called_with_its_contract() {
    let mut queue = <Queue<u8> as QueueContract<_>>::of(vec![1, 2]);
    assert_eq!(QueueContract::take(&mut queue), Some(2));
    assert_eq!(*QueueContract::first(&mut queue), 1);
    assert_eq!(QueueContract::into_first(queue), 1);
    assert_eq!(
        broken(|| QueueContract::take(&mut Queue::<u8>::default())),
        "`other::Queue<T>::take` is called although it requires `self.len() > 0`: self.len() = 0"
    );
    assert!(
        broken(|| QueueContract::take(&mut Queue::of(vec![1, 2, 3])))
            .starts_with("`other::Queue<T>::take` does not do what it ensures")
    );
    assert_eq!(Queue::of(vec![1, 2, 3]).take(), None, "called by itself, it is not checked");
    assert_eq!(BytesContract::swap_remove(&mut vec![1, 2], 0), 1);
    assert!(broken(|| BytesContract::swap_remove(&mut vec![1, 2], 2)).starts_with("swap_remove"));
}
