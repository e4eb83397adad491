//! Panics that a contract speaks of.

use super::call::Call;
use super::inside::tested;
use super::met::{Clause, Met, Unmet, text_of};
#[cfg(not(forall_explore))]
use crate::__private::is_discarded;
use forall_protocol::contract::Rule;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A panic that must be where a condition holds.
pub struct Panic {
    applies: bool,
    text: &'static str,
    clause: &'static Clause,
}

impl Panic {
    pub fn applies(&self) -> bool {
        self.applies
    }
}

/// What a panic unwinds with.
pub type Payload = Box<dyn Any + Send>;

/// What unwinds from a call under test that panicked as it must.
struct AsItMust;

/// The same as `tested`, of a function that may panic.
pub fn tested_to_panic<R>(behavior: Option<usize>, call: impl FnOnce() -> R) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| tested(behavior, call)))
        && !payload.is::<AsItMust>()
    {
        resume_unwind(payload);
    }
}

impl Call {
    /// Must it panic? The place of the call is that of the condition.
    #[track_caller]
    pub fn panics(
        &self,
        is_said: bool,
        clause: &'static Clause,
        text: &'static str,
        condition: impl Fn() -> Met,
    ) -> Panic {
        let applies = is_said && self.is_checked() && self.quietly(clause, condition).is_ok();
        Panic { applies, text, clause }
    }

    /// Is something said of its return, and no panic that must be?
    pub fn may_return<const N: usize>(&self, is_said: bool, panics: [&Panic; N]) -> bool {
        is_said && !panics.into_iter().any(|panic| panic.applies)
    }

    /// Does a behavior apply, of a call that may return?
    pub fn applies(&self, returns: bool, holds: bool) -> bool {
        returns && holds
    }

    /// Runs the body, which may panic.
    pub fn attempted<R>(&self, body: impl FnOnce() -> R) -> Result<R, Payload> {
        catch_unwind(AssertUnwindSafe(|| self.run(body)))
    }

    /// The body panicked. The place of the call is that of the first condition.
    #[track_caller]
    pub fn panicked<const N: usize>(&self, panics: [&Panic; N], payload: Payload) -> ! {
        let must = self.must_panic(panics, &payload);
        self.unwound([must], payload)
    }

    /// The body panicked. Is it what it must do? The place of the call is that of the first condition.
    #[track_caller]
    pub fn must_panic<const N: usize>(&self, panics: [&Panic; N], payload: &Payload) -> bool {
        #[cfg(not(forall_explore))]
        if is_discarded(&**payload) {
            return false;
        }
        let mut all = panics.into_iter().filter(|panic| panic.applies).peekable();
        let Some(Panic { clause, text: expected, .. }) = all.peek() else { return false };
        let text = text_of(&**payload).unwrap_or_default();
        if !all.any(|panic| text.contains(panic.text)) {
            let values = format!("\"{expected}\" is expected, and it says \"{text}\"");
            self.violated(Rule::Panics, Unmet { clause: Some(clause), conjunct: "", values })
        }
        true
    }

    /// Goes on with the panic of the body: is it one that must be, for one reason or another?
    pub fn unwound<const N: usize>(&self, must: [bool; N], payload: Payload) -> ! {
        match must.contains(&true) && self.is_tested() {
            true => resume_unwind(Box::new(AsItMust)),
            false => resume_unwind(payload),
        }
    }

    /// The body did not panic. The place of the call is that of the condition.
    #[track_caller]
    pub fn returned(&self, panic: &Panic) {
        if panic.applies {
            let values = format!("\"{}\" is expected, and it returns", panic.text);
            self.violated(Rule::Panics, Unmet { clause: Some(panic.clause), conjunct: "", values });
        }
    }
}
