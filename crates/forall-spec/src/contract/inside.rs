//! Where a thread is: in a condition, in a function of a type, about to test a contract.

use super::Function;
use std::cell::{Cell, RefCell};

thread_local! {
    /// The functions whose conditions are being evaluated, the outermost first.
    static CONDITIONS: RefCell<Vec<&'static Function>> = const { RefCell::new(Vec::new()) };
    /// The types in whose functions it is.
    static TYPES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    /// The next call is the one whose contract is tested.
    static TESTED: Cell<Option<Tested>> = const { Cell::new(None) };
    /// What does not hold makes the input meaningless: nobody reads its values.
    static ASSUMING: Cell<bool> = const { Cell::new(false) };
    /// Whether something can be observed is found out.
    static OBSERVING: Cell<bool> = const { Cell::new(false) };
}

/// What of a contract is tested.
#[derive(Clone, Copy)]
pub(super) struct Tested {
    /// One of its behaviors, where it has several.
    pub behavior: Option<usize>,
}

/// Calls a function whose contract is tested: input that it does not accept is meaningless.
pub fn tested<R>(behavior: Option<usize>, call: impl FnOnce() -> R) {
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            TESTED.set(None);
        }
    }
    TESTED.set(Some(Tested { behavior }));
    let _end = End;
    drop(call());
}

pub(super) fn take_tested() -> Option<Tested> {
    TESTED.take()
}

/// Is the contract of this function being evaluated, or any at all?
pub(super) fn is_condition_of(function: &Function) -> (bool, bool) {
    let is_it = |other: &&Function| other.name == function.name && other.module == function.module;
    CONDITIONS.with_borrow(|functions| (functions.iter().any(is_it), !functions.is_empty()))
}

pub(super) fn is_in_type(name: &str) -> bool {
    TYPES.with_borrow(|types| types.contains(&name))
}

pub(super) fn is_assuming() -> bool {
    ASSUMING.get()
}

/// While it lives, the thread is in a condition of the function.
pub(super) struct InCondition {
    was_assuming: bool,
}

impl InCondition {
    pub(super) fn of(function: &'static Function, assuming: bool) -> InCondition {
        CONDITIONS.with_borrow_mut(|functions| functions.push(function));
        InCondition { was_assuming: ASSUMING.replace(assuming || OBSERVING.get()) }
    }
}

impl Drop for InCondition {
    fn drop(&mut self) {
        ASSUMING.set(self.was_assuming);
        CONDITIONS.with_borrow_mut(Vec::pop);
    }
}

/// While it lives, the thread observes what the function may not change: why that cannot be done, nobody asks.
pub(super) struct Observing {
    was_observing: bool,
    _inside: InCondition,
}

impl Observing {
    pub(super) fn of(function: &'static Function) -> Observing {
        let was_observing = OBSERVING.replace(true);
        Observing { was_observing, _inside: InCondition::of(function, true) }
    }
}

impl Drop for Observing {
    fn drop(&mut self) {
        OBSERVING.set(self.was_observing);
    }
}

/// While it lives, the thread is in a function of the type.
pub(super) struct InType;

impl InType {
    pub(super) fn called(name: &'static str) -> InType {
        TYPES.with_borrow_mut(|types| types.push(name));
        InType
    }
}

impl Drop for InType {
    fn drop(&mut self) {
        TYPES.with_borrow_mut(Vec::pop);
    }
}
