//! Figure 12: the assertion that a condition is false.

pub fn assert_false(condition: bool) {
    if condition {
        panic!("expected: false");
    }
}
