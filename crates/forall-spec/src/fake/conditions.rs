//! What callers of a fake must respect.

/// What the caller owes.
#[track_caller]
pub fn required(holds: bool, condition: &str, method: &str) {
    if !holds {
        panic!("`{method}` is called although `{condition}` does not hold, which it requires");
    }
}
