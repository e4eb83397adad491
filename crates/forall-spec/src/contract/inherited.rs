//! What a trait says of its methods, for those who implement it.
//!
//! A trait with a contract has a hidden method for each method (`__contract_of_push_in_push`), which evaluates before a call of an
//! implementation what there is to evaluate, and gives back what has to be checked after it. Implementations find it by its name.

use super::call::{Call, one_of};
use super::drawn::{IsMissing, Known};
use super::met::{Clause, Met, Unmet};
use super::panics::Payload;
use forall_protocol::contract::Rule;
use forall_protocol::put::NOTHING_SAID;
use std::cell::Cell;

/// What a trait says of one call.
pub struct Inherited<F> {
    /// Whether what it requires is met; nothing if the trait has no contract.
    met: Cell<Option<Met>>,
    /// What is checked in the end.
    after: Cell<Option<F>>,
}

impl<F> Inherited<F> {
    pub fn new(met: Met, after: F) -> Inherited<F> {
        Inherited { met: Cell::new(Some(met)), after: Cell::new(Some(after)) }
    }

    /// The call has ended, in one way or the other.
    pub fn after(&self) -> F {
        self.after.take().expect("a call ends once")
    }
}

/// Of a trait without a contract.
pub fn uninherited<F>(after: F) -> Inherited<F> {
    Inherited { met: Cell::new(None), after: Cell::new(Some(after)) }
}

/// Is it `<stack::Stack as traits::Push>::push`, if the trait is called `Push`?
fn is_called(method: &str, called: &str) -> bool {
    method.match_indices(called).any(|(at, _)| {
        let (before, after) = (&method[..at], &method[at + called.len()..]);
        (before.ends_with("::") || before.ends_with(" as ")) && after.starts_with(['<', '>'])
    })
}

impl Call {
    /// What the trait requires of callers. An implementation that says what it requires may require less. `method` is the whole name of the
    /// method, with that of the trait, or empty, where nobody knows it; `called` is what the implementation calls the trait.
    #[track_caller]
    pub fn inherits<F>(
        &self,
        inherited: &Inherited<F>,
        says_what_it_requires: bool,
        method: &str,
        called: &str,
    ) {
        match inherited.met.take() {
            None if method.is_empty() || is_called(method, called) => {}
            None => panic!(
                "`{called}` is another name of the trait of `{method}`: implement it by its own, so that its contract is found"
            ),
            Some(Ok(())) => self.is_accepted_by_trait(),
            Some(unmet) if !says_what_it_requires => self.required(unmet),
            Some(Err(unmet)) => self.is_refused_by_trait(unmet),
        }
    }

    /// Evaluates something that is said only where something else holds.
    pub fn met_if(&self, met: &Met, condition: impl FnOnce() -> Met) -> Met {
        match met {
            Ok(()) => condition(),
            Err(_) => Ok(()),
        }
    }

    /// What a trait with several behaviors requires, and which of them apply.
    pub fn met_one_of<const N: usize>(
        &self,
        general: Met,
        any: &'static Clause,
        all: [Met; N],
    ) -> (Met, [bool; N]) {
        let holds: [bool; N] = std::array::from_fn(|number| general.is_ok() && all[number].is_ok());
        (general.and_then(|()| one_of(any, all)), holds)
    }

    /// What the trait ensures. The place of the call is that of the condition.
    #[track_caller]
    pub fn ensured_by_trait<T>(
        &self,
        clause: &'static Clause,
        before: Option<T>,
        condition: impl Fn(T) -> Met,
    ) {
        self.owed(Rule::EnsuresOfTrait, clause, before, condition);
    }

    /// What no method may do. The place of the call is that of the condition.
    #[track_caller]
    pub fn constrained<T>(&self, clause: &'static Clause, before: Option<T>, condition: impl Fn(T) -> Met) {
        self.owed(Rule::Constraint, clause, before, condition);
    }

    /// What a condition of a trait looks at after the call, unless the result is lent from it.
    #[track_caller]
    pub fn seen<'a, T: ?Sized>(&self, clause: &'static Clause, name: &str, it: Option<&'a T>) -> &'a T {
        it.unwrap_or_else(|| {
            let values = format!("the result is lent from `{name}`, which nobody can look at then");
            self.violated(Rule::Condition, Unmet { clause: Some(clause), conjunct: "", values })
        })
    }

    /// Checks what belongs to the way in which the call has ended. Is a panic one that must be?
    pub fn ended<R: ?Sized>(
        &self,
        ended: Result<&R, &Payload>,
        panicked: impl FnOnce(&Payload) -> bool,
        returned: impl FnOnce(&R),
    ) -> bool {
        match ended {
            Ok(result) => {
                returned(result);
                true
            }
            Err(payload) => panicked(payload),
        }
    }
}

/// An object that nobody ever has, where only its type is asked for.
pub fn never<T: ?Sized + 'static>() -> &'static T {
    unreachable!("only its type is asked for")
}

/// The name of a test, if there is something to test.
pub const fn title<K: IsMissing>(_: &impl Fn() -> K, name: &'static str) -> &'static str {
    match K::MISSING == Known::MISSING {
        true => name,
        false => NOTHING_SAID,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trait_is_implemented_by_its_own_name() {
        let method = std::any::type_name_of_val(&<u8 as std::ops::Add<u8>>::add);
        assert!(
            is_called(method, "Add") && !is_called(method, "Plus") && !is_called(method, "add"),
            "{method}"
        );
        let method = std::any::type_name_of_val(&<u8 as ToString>::to_string);
        assert!(is_called(method, "ToString") && !is_called(method, "String"), "{method}");
    }
}
