//! Small things to do with text.

use itertools::Itertools;
use std::borrow::Cow;

/// The text without tabs; a copy only if there are any.
pub fn untabbed(text: &str) -> Cow<'_, str> {
    if text.contains('\t') {
        Cow::Owned(text.replace('\t', "    "))
    } else {
        Cow::Borrowed(text)
    }
}

/// Shortens to so many characters, with an ellipsis.
pub fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        text.to_owned()
    } else {
        text.chars().take(width - 1).chain(['…']).collect()
    }
}

/// Each word with a capital letter.
pub fn title(text: &str) -> String {
    text.split(' ')
        .map(|word| {
            let mut chars = word.chars();
            match chars.next() {
                Some(first) => first.to_ascii_uppercase().to_string() + chars.as_str(),
                None => String::new(),
            }
        })
        .join(" ")
}

/// A name for an address: small letters, digits and hyphens.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug
}

/// Whether it reads the same backwards.
pub fn is_palindrome(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len() / 2).all(|i| bytes[i] == bytes[bytes.len() - 1 - i])
}

/// Letters moved by so many places.
pub fn caesar(text: &str, by: u8) -> String {
    text.chars()
        .map(|c| match c {
            'a'..='z' => char::from((c as u8 - b'a' + by % 26) % 26 + b'a'),
            'A'..='Z' => char::from((c as u8 - b'A' + by) % 26 + b'A'),
            other => other,
        })
        .collect()
}

/// How many places differ, if the lengths are the same.
pub fn distance(a: &str, b: &str) -> Option<usize> {
    (a.len() == b.len()).then(|| a.bytes().zip_eq(b.bytes()).filter(|(a, b)| a != b).count())
}

/// A pattern in which `*` stands for anything.
pub fn matches(pattern: &[u8], text: &[u8]) -> bool {
    match pattern {
        [] => text.is_empty(),
        [b'*', rest @ ..] => (0..=text.len()).any(|i| matches(rest, &text[i..])),
        [first, rest @ ..] => text.first() == Some(first) && matches(rest, &text[1..]),
    }
}

/// Lines of at most so many characters, broken at spaces.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().unwrap();
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
