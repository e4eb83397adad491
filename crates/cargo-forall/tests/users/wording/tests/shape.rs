//! The shape of texts.

mod common;

use common::{count, Plain};
use forall::{assume, forall};
use std::borrow::Cow;
use wording::{shortened, title, untabbed, wrapped};

#[forall(max_len = 5)]
fn there_are_no_tabs_left(text: &str) {
    assert!(!untabbed(text).contains('\t'));
}

#[forall(max_len = 5)]
fn copies_are_made_only_if_needed(text: Cow<'_, str>) {
    let owned = matches!(untabbed(&text), Cow::Owned(_));
    assert_eq!(owned, text.contains('\t'));
}

#[forall]
fn short_texts_are_short(text: &str, width: u8) {
    assert!(count(&shortened(text, width.into())) <= width.into());
}

#[forall(max_len = 4)]
fn titles_are_as_long_as_before(text: &str) {
    assert_eq!(count(&title(text)), count(text));
}

#[forall]
fn titles_stay_titles(plain: Plain) {
    let once = title(&plain.text);
    assert_eq!(title(&once), once);
}

#[forall]
fn lines_are_not_too_long(plain: Plain, width: u8) {
    assert!(wrapped(&plain.text, width.into()).iter().all(|line| count(line) <= width.into()));
}

#[forall]
fn lines_of_short_words_are_not_too_long(plain: Plain, width: u8) {
    assume!((4..=8).contains(&width));
    assert!(wrapped(&plain.text, width.into()).iter().all(|line| count(line) <= width.into()));
}
