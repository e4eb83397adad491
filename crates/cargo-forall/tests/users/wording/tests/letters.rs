//! Letters and what is done to them.

mod common;

use common::Plain;
use forall::{assume, forall};
use wording::{caesar, distance, is_palindrome, matches, slug};

#[forall(max_len = 5)]
fn slugs_have_no_double_hyphens(text: &str) {
    assert!(!slug(text).contains("--"));
}

#[forall(max_len = 5)]
fn slugs_start_with_a_letter(text: &str) {
    assert!(!slug(text).starts_with('-'));
}

#[forall]
fn backwards_is_backwards(plain: Plain) {
    let backwards: String = plain.text.chars().rev().collect();
    assert_eq!(is_palindrome(&plain.text), backwards == plain.text);
}

#[forall]
fn backwards_is_backwards_in_all_languages(text: &str) {
    let backwards: String = text.chars().rev().collect();
    assert_eq!(is_palindrome(text), backwards == text);
}

#[forall(max_len = 3)]
fn secrets_can_be_read(text: String, by: u8) {
    assume!(by < 26);
    assert_eq!(caesar(&caesar(&text, by), 26 - by), text);
}

#[forall(max_len = 3)]
fn any_key_will_do(text: String, by: u8) {
    assert_eq!(caesar(&text, by).len(), text.len());
}

#[forall(max_len = 4)]
fn only_equals_have_no_distance(a: &str, b: &str) {
    assert_eq!(distance(a, b) == Some(0), a == b);
}

#[forall(max_len = 4)]
fn a_text_matches_itself(text: &[u8]) {
    assert!(matches(text, text));
}

#[forall(max_len = 4)]
fn a_star_matches_anything(text: &[u8]) {
    assert!(matches(b"*", text) && matches(b"**", text));
}

/// Without a star, only the text itself.
#[forall(max_len = 3)]
fn plain_patterns_match_themselves_only(pattern: &[u8], text: &[u8]) {
    assume!(!pattern.contains(&b'*'));
    assert_eq!(matches(pattern, text), pattern == text);
}
