//! Inputs that fail an assumption.

use super::comes_back::comes_back;
use crate::test::Test;
use forall_protocol::put::Expectation;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// What unwinds from a failed assumption.
struct Discarded;

/// Gives up the input. Panic hooks do not hear of it: it is no failure.
pub fn discard() -> ! {
    resume_unwind(Box::new(Discarded))
}

pub(super) fn is_discarded(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Discarded>()
}

/// Runs a test on the arguments of a committed case. One that fails an assumption does not fail the case: `meaningless` returns for it.
pub fn case<R>(test: &Test, run: impl FnOnce() -> R, meaningless: impl FnOnce() -> R) -> R {
    match catch_unwind(AssertUnwindSafe(|| comes_back(test, run))) {
        Ok(value) => value,
        Err(payload) if !is_discarded(&*payload) => resume_unwind(payload),
        // The cases of such a test are `#[should_panic]`.
        Err(_) if test.expectation == Expectation::Panics => {
            panic!(
                "no \"{}\": the case is meaningless, it no longer satisfies the assumptions",
                test.expected
            )
        }
        Err(_) => meaningless(),
    }
}
