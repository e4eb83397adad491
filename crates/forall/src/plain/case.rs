//! Committed cases.

use super::comes_back::comes_back;
use crate::test::Test;
use forall_protocol::put::{Expectation, shown_name};
use forall_spec::__private::is_discarded;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Runs a test on the arguments of a committed case. One that fails an assumption does not fail the case:
/// `meaningless` returns for it. Where several tests come from one place in the source, a file of cases can
/// come to another of them than the `owner` it was written for.
pub fn case<R>(test: &Test, owner: &str, run: impl FnOnce() -> R, meaningless: impl FnOnce() -> R) -> R {
    let name = shown_name(test.path, test.module, test.function);
    let name = name.split_once("::").map_or(name.as_str(), |(_, rest)| rest);
    assert!(
        owner.is_empty() || owner == name,
        "the cases in {} were found for {owner}, and this is {name}\nhelp: run `cargo forall`, it finds those of this test",
        test.cases
    );
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
