//! Which failures a person would call the same bug.
//!
//! See docs/decisions/same-bug.md.

use crate::judge::Blame;
use forall_report::FailureKind;
use std::sync::Arc;

/// Failures with equal keys are one bug: the same kind of failure at the same place, reached through the same
/// functions of the package. A helper that two callers use wrongly is two bugs. Of the message only what
/// cannot be data of the input counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bug {
    kind: FailureKind,
    location: String,
    panic: String,
    words: String,
    callers: Arc<[String]>,
}

impl Bug {
    pub fn of(blame: &Blame) -> Bug {
        Bug {
            kind: blame.kind,
            location: blame.location.clone(),
            panic: blame.panic.clone(),
            words: words(blame),
            callers: Arc::clone(&blame.callers),
        }
    }
}

/// How the messages of the standard library begin that are about indices. Values follow.
pub const BOUNDS: [&str; 13] = [
    "index out of bounds",
    "range end index",
    "range start index",
    "slice index starts at",
    "range index starts at",
    "attempted to index slice",
    "byte index",
    "start byte index",
    "end byte index",
    "insertion index (is",
    "removal index (is",
    "swap_remove index (is",
    "`at` split index (is",
];

/// The part of a message that tells failures at one place apart. What `panic!` says at a place is a matter of
/// the place and of the input, so nothing is left of it, unless the place only passes on what others say.
fn words(blame: &Blame) -> String {
    let message = blame.message.as_str();
    match blame.kind {
        FailureKind::Overflow => message.to_owned(),
        FailureKind::Bounds => {
            let beginning = BOUNDS.iter().find(|beginning| message.starts_with(**beginning));
            beginning.copied().unwrap_or_default().to_owned()
        }
        FailureKind::Assertion => match message.split_once("` failed") {
            Some((claim, _)) => claim.to_owned(),
            None => plain_words(message.lines().next().unwrap_or_default()),
        },
        FailureKind::Panic if message.starts_with("attempt to ") && message.ends_with(" zero") => {
            message.to_owned()
        }
        FailureKind::Panic if blame.passed_on => plain_words(message),
        FailureKind::Error => variants(message),
        FailureKind::Abort => plain_words(message),
        FailureKind::Panic | FailureKind::Timeout | FailureKind::Memory | FailureKind::Unsatisfiable => {
            String::new()
        }
    }
}

/// So many words tell messages apart.
const ENOUGH: usize = 24;

/// The words of a text that are hardly data: those of at least three letters, outside of quotes.
fn plain_words(text: &str) -> String {
    let mut outside = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let quoted = quoted_length(rest);
        outside.push(if quoted == 0 { first } else { '0' });
        rest = &rest[quoted.max(first.len_utf8())..];
    }
    let is_plain = |word: &&str| word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let words = outside.split(|c: char| !c.is_alphanumeric() && c != '_').filter(is_plain);
    words.take(ENOUGH).collect::<Vec<_>>().join(" ")
}

/// Bytes of the quoted text at the beginning, with its quotes; 0 when there is none.
fn quoted_length(text: &str) -> usize {
    match text.chars().next() {
        Some('"') => closing_quote(text, '"').unwrap_or(0),
        // An apostrophe is no quote: between quotes stands one character, possibly escaped.
        Some('\'') => match closing_quote(text, '\'') {
            Some(end) if text[1..end - 1].chars().count() == 1 || text[1..].starts_with('\\') => end,
            _ => 0,
        },
        _ => 0,
    }
}

/// Bytes up to and including the quote that closes the one at the beginning.
fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Of an error in the manner of a derived `Debug`, the names of its type or variant and of those directly
/// inside. All errors that a test returns have one place, so this is what tells them apart.
fn variants(error: &str) -> String {
    let mut names = Vec::new();
    let (mut depth, mut before) = (0_usize, ' ');
    let mut rest = error;
    while let Some(first) = rest.chars().next() {
        let quoted = quoted_length(rest);
        let length = match first {
            _ if quoted > 0 => quoted,
            c if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        match first {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            // How many there are in a list, and which, is a matter of the input.
            '[' => depth += NOT_LOOKED_AT,
            ']' => depth = depth.saturating_sub(NOT_LOOKED_AT),
            'A'..='Z' if token.is_ascii() && depth < 2 => names.push(token),
            // No derived `Debug` has words side by side.
            c if c.is_alphanumeric() && depth == 0 && before.is_alphanumeric() => return String::new(),
            _ => {}
        }
        if !first.is_whitespace() {
            before = first;
        }
        rest = after;
    }
    names.truncate(ENOUGH);
    names.join(" ")
}

const NOT_LOOKED_AT: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn blame(kind: FailureKind, message: &str) -> Blame {
        Blame {
            kind,
            message: message.into(),
            location: "src/lib.rs:1:2".into(),
            panic: String::new(),
            passed_on: false,
            callers: Arc::default(),
        }
    }

    #[test]
    fn what_is_data_of_the_input_does_not_make_another_bug() {
        use FailureKind::{Assertion, Bounds, Error, Panic};
        for (kind, left, right) in [
            (
                Bounds,
                "index out of bounds: the len is 3 but the index is 7",
                "index out of bounds: the len is 0 but the index is 9",
            ),
            (
                Bounds,
                "byte index 1 is not a char boundary; it is inside 'é' (bytes 0..2) of `é`",
                "byte index 1 is not a char boundary; it is inside '😀' (bytes 0..4) of `😀\"a`",
            ),
            (Panic, "bad value abc", "bad value "),
            (
                Panic,
                "called `Result::unwrap()` on an `Err` value: Empty",
                "called `Result::unwrap()` on an `Err` value: Bad(3)",
            ),
            (
                Assertion,
                "assertion `left == right` failed: of é\n  left: 1\n right: 2",
                "assertion `left == right` failed: of a\n  left: P { x: 1 }\n right: Q",
            ),
            (
                Assertion,
                "assertion failed: `(left == right)`\n\n\u{1b}[1mDiff\u{1b}[0m < left\nabc",
                "assertion failed: `(left == right)`\n\n\u{1b}[1mDiff\u{1b}[0m < left\nxyz",
            ),
            (Error, "Bad { at: 3, text: \"a\" }", "Bad { at: 4, text: \"Bcd\" }"),
            (Error, "Bad([One, Two])", "Bad([])"),
            (Error, "\"some text\"", "\"Another\""),
            (Error, "Deep(Inner(Tree(Leaf)))", "Deep(Inner(Tree(Node(Leaf))))"),
            (Error, "no value for abc", "no value for Xyz"),
        ] {
            assert_eq!(Bug::of(&blame(kind, left)), Bug::of(&blame(kind, right)));
        }
    }

    #[test]
    fn what_the_program_says_itself_makes_another_bug() {
        use FailureKind::{Abort, Assertion, Bounds, Error, Overflow, Panic};
        for (kind, left, right) in [
            (Overflow, "attempt to add with overflow", "attempt to multiply with overflow"),
            (Panic, "attempt to divide by zero", "attempt to calculate the remainder with a divisor of zero"),
            (Bounds, "byte index 1 is not a char boundary", "end byte index 1 is out of bounds"),
            (Assertion, "assertion failed: low <= x", "assertion failed: x <= high"),
            (
                Assertion,
                "assertion `left == right` failed\n  left: 1",
                "assertion `left != right` failed\n  left: 1",
            ),
            (Error, "ParseIntError { kind: Empty }", "ParseIntError { kind: InvalidDigit }"),
            (Error, "Missing(3)", "Unknown(3)"),
            (Abort, "stack overflow", "the process was killed by signal 6 (SIGABRT)"),
        ] {
            assert_ne!(Bug::of(&blame(kind, left)), Bug::of(&blame(kind, right)));
        }
    }

    #[test]
    fn a_place_that_passes_on_what_others_say_is_as_many_bugs_as_they_say_things() {
        let said = |message: &str| Bug::of(&Blame { passed_on: true, ..blame(FailureKind::Panic, message) });
        assert_ne!(said("too small"), said("too large"));
        assert_ne!(said("don't do 'this' or that"), said("don't do 'that' or this"));
        for (left, right) in [
            ("bad value 3", "bad value -17"),
            ("bad é here", "bad \"\" here"),
            ("no key \"a\\\"b\"", "no key \"\""),
            ("unexpected '\\u{7f}' here", "unexpected 'x' here"),
            ("bad list [1, 2, 3]", "bad list [4]"),
        ] {
            assert_eq!(said(left), said(right));
        }
    }

    #[test]
    fn panics_of_others_at_one_call_are_told_apart_by_their_own_places() {
        let at = |panic: &str| Bug::of(&Blame { panic: panic.into(), ..blame(FailureKind::Panic, "boom") });
        assert_ne!(at("dependency/src/lib.rs:1:2"), at("dependency/src/lib.rs:7:2"));
    }
}
