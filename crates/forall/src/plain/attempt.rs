//! One run of a test, and whether it did what is expected of it.

use crate::panic_text::panic_text;
use crate::returned::TestEnd;
use crate::test::{Example, Test};
use forall_protocol::put::{Expectation, expected_texts, is_expected};
use forall_protocol::replay::{Observation, RecordedReturn};
use forall_protocol::shared::Ending;
use forall_protocol::value::{Shape, Value};
use forall_spec::__private::{Origin, Room, choosing_from, is_discarded, shown};
use forall_spec::Source;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Runs the test on the values of `origin`; also tells what it returned, if that is a value. The place of a
/// panic is known to panic hooks alone and left empty.
pub fn attempt(test: &Test, origin: Arc<dyn Origin>) -> (Observation, Option<RecordedReturn>) {
    let mut room = Room::default();
    attempt_to(&origin, || (test.run)(&mut Source::new(&mut room, &*origin)))
}

/// The same for an example. What the test itself chooses comes from `origin`.
pub fn attempt_example(example: &Example, origin: &Arc<dyn Origin>) -> (Observation, Option<RecordedReturn>) {
    attempt_to(origin, || (example.run)())
}

fn attempt_to(
    origin: &Arc<dyn Origin>,
    run: impl FnOnce() -> TestEnd,
) -> (Observation, Option<RecordedReturn>) {
    let result = catch_unwind(AssertUnwindSafe(|| match choosing_from(origin, run) {
        TestEnd::Returned(told) => (Ending::Returned, String::new(), told.filter(|told| !is_unit(told))),
        // Here, because `Debug` may panic.
        TestEnd::Err(error) => (Ending::Err, shown(&error).0, None),
    }));
    let (ending, message, told) = match result {
        Ok(returned) => returned,
        Err(payload) if is_discarded(&*payload) => (Ending::Meaningless, String::new(), None),
        Err(payload) => {
            origin.panicked();
            (Ending::Panicked, panic_text(&*payload).to_owned(), None)
        }
    };
    (Observation { ending, message, location: String::new() }, told)
}

/// Nothing is learned from it.
fn is_unit(told: &RecordedReturn) -> bool {
    matches!(told, RecordedReturn::Value(Value::Node { shape: Shape::Tuple, parts }, _) if parts.is_empty())
}

/// What is wrong with a run, if anything is.
pub fn problem(test: &Test, Observation { ending, message, .. }: &Observation) -> Option<String> {
    let expected = test.expected;
    match (ending, test.expectation) {
        (Ending::Meaningless, _) | (Ending::Returned, Expectation::Returns | Expectation::MayPanic) => None,
        (Ending::Returned, Expectation::Panics) => {
            Some(format!("it returned, and must panic with \"{expected}\""))
        }
        (Ending::Panicked, Expectation::Returns) => Some(message.clone()),
        (Ending::Panicked, _) if is_expected(expected, message) => None,
        (Ending::Panicked, _) => {
            let texts: Vec<&str> = expected_texts(expected).collect();
            Some(format!("{message}: not the panic \"{}\" that is expected", texts.join("\" or \"")))
        }
        _ => Some(format!("it returned Err({message})")),
    }
}
