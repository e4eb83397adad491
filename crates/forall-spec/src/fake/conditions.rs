//! What callers of a fake must respect, and what its answers are restricted to.

use crate::__private::discard;

/// What the caller owes.
#[track_caller]
pub fn required(holds: bool, condition: &str, method: &str) {
    if !holds {
        panic!("`{method}` is called although `{condition}` does not hold, which it requires");
    }
}

/// Answers for which the condition does not hold are not possible.
pub fn ensured<T: ?Sized>(answer: &T, condition: impl FnOnce(&T) -> bool) {
    if !condition(answer) {
        discard();
    }
}
