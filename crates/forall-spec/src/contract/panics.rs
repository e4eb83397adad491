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
    pub fn panics(&self, clause: &'static Clause, text: &'static str, condition: impl Fn() -> Met) -> Panic {
        let applies = self.is_checked() && self.quietly(clause, condition).is_ok();
        Panic { applies, text, clause }
    }

    /// Runs the body, which may panic.
    pub fn attempted<R>(&self, body: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
        catch_unwind(AssertUnwindSafe(|| self.run(body)))
    }

    /// The body panicked. The place of the call is that of the first condition.
    #[track_caller]
    pub fn panicked<const N: usize>(&self, panics: [&Panic; N], payload: Box<dyn Any + Send>) -> ! {
        #[cfg(not(forall_explore))]
        if is_discarded(&*payload) {
            resume_unwind(payload);
        }
        let text = text_of(&*payload).unwrap_or_default();
        let mut all = panics.into_iter().filter(|panic| panic.applies).peekable();
        match all.peek() {
            None => resume_unwind(payload),
            Some(first) => {
                let Panic { clause, text: expected, .. } = first;
                if all.any(|panic| text.contains(panic.text)) {
                    match self.is_tested() {
                        true => resume_unwind(Box::new(AsItMust)),
                        false => resume_unwind(payload),
                    }
                }
                let values = format!("\"{expected}\" is expected, and it says \"{text}\"");
                self.violated(Rule::Panics, Unmet { clause: Some(clause), conjunct: "", values })
            }
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
