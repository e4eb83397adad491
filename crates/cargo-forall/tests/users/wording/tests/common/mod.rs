//! What both test files need.

use forall::forall;

/// Letters and spaces.
#[derive(Debug, Clone, forall::Input)]
pub struct Plain {
    #[forall(matches = "[a-c ]{0,4}")]
    pub text: String,
}

/// How many characters.
pub fn count(text: &str) -> usize {
    text.chars().count()
}

/// The tools for testing are tested, too.
#[forall]
fn no_text_has_more_characters_than_bytes(text: &str) {
    assert!(count(text) <= text.len());
}
