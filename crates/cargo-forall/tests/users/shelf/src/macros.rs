//! Macros of the house.

/// Says in the message what was expected, and is not the one of the standard library.
macro_rules! assert {
    ($what:literal: $condition:expr) => {
        if !$condition {
            panic!("expected: {}", $what);
        }
    };
}

/// A list with a length that is known.
#[allow(unused_macros)]
macro_rules! vec {
    ($($item:expr),* $(,)?) => {
        ::std::vec::Vec::from([$($item),*])
    };
}
