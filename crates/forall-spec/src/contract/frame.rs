//! What a call may not change is looked at before and after it.

use super::call::Call;
use super::inside::Observing;
use super::met::{Clause, Unmet, values_of};
#[cfg(not(forall_explore))]
use crate::__private::is_discarded;
use forall_protocol::contract::Rule;
#[cfg(not(forall_explore))]
use std::panic::resume_unwind;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Call {
    /// What is observed before the call, unless it cannot be: its own precondition does not hold, or it panics.
    pub fn observed<T>(&self, observe: impl Fn() -> T) -> Option<T> {
        if self.is_checked() { self.observed_now(observe) } else { None }
    }

    /// The same of an observer that may change where it is asked with other arguments: not where they are the same.
    pub fn observed_unless<T>(&self, may_change: impl Fn() -> bool, observe: impl Fn() -> T) -> Option<T> {
        if !self.is_checked() || self.observed_now(may_change) == Some(true) {
            return None;
        }
        self.observed_now(observe)
    }

    fn observed_now<T>(&self, observe: impl FnOnce() -> T) -> Option<T> {
        let result = {
            let _inside = Observing::of(self.function());
            catch_unwind(AssertUnwindSafe(observe))
        };
        match result {
            Ok(value) => Some(value),
            #[cfg(not(forall_explore))]
            Err(payload) if is_discarded(&*payload) => resume_unwind(payload),
            Err(_) => None,
        }
    }

    /// What may not change did not. The place of the call is that of the clause.
    #[track_caller]
    pub fn unchanged<const N: usize>(
        &self,
        applies: bool,
        clause: &'static Clause,
        elements: [&dyn Stays; N],
    ) {
        if !applies {
            return;
        }
        if let Some(changed) = elements.into_iter().find(|element| element.is_changed(self)) {
            let values = values_of(|| changed.values(self));
            self.violated(Rule::Modifies, Unmet { clause: Some(clause), conjunct: "", values });
        }
    }
}

/// An element of the state that a call may not change.
pub trait Stays {
    fn is_changed(&self, call: &Call) -> bool;
    fn values(&self, call: &Call) -> String;
}

struct Element<'a, T, C, S> {
    text: &'static str,
    before: &'a Option<T>,
    is_changed: C,
    shown: S,
}

/// An element with what it was before. Where it cannot be observed before or after the call, nothing is known of it.
pub fn element<'a, T>(
    text: &'static str,
    before: &'a Option<T>,
    is_changed: impl Fn(&T) -> bool + 'a,
    shown: impl Fn(&T) -> [String; 2] + 'a,
) -> impl Stays + 'a {
    Element { text, before, is_changed, shown }
}

impl<T, C: Fn(&T) -> bool, S: Fn(&T) -> [String; 2]> Stays for Element<'_, T, C, S> {
    fn is_changed(&self, call: &Call) -> bool {
        let Some(before) = self.before else { return false };
        call.observed_now(|| (self.is_changed)(before)).unwrap_or(false)
    }

    fn values(&self, call: &Call) -> String {
        let shown = self.before.as_ref().and_then(|before| call.observed_now(|| (self.shown)(before)));
        let [before, after] = shown.unwrap_or_default();
        let text = self.text;
        format!("old({text}) = {before}, {text} = {after}")
    }
}

/// What is named in `modifies(…)` is there, and can be asked for without a change. It is not called.
pub fn named(_: impl Fn()) {}
