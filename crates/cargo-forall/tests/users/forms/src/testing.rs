//! Helpers of the tests, which have tests of their own.

use forall::forall;

/// A text of one character, again and again.
pub fn repeated(c: char, times: usize) -> String {
    std::iter::repeat(c).take(times).collect()
}

#[forall]
fn repeated_texts_have_their_length(c: char, times: u8) {
    forall::assume!(times < 8);
    assert_eq!(repeated(c, times.into()).len(), usize::from(times) * c.len_utf8());
}
