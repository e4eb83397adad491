//! Which failures a person would call the same bug.

use crate::judge::Blame;
use crate::report::FailureKind;
use std::sync::Arc;

/// Failures with equal keys are one bug: the same kind of failure at the same place, with the same words around the values, and reached through the
/// same functions of the package. A helper that two callers use wrongly is two bugs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bug {
    kind: FailureKind,
    location: String,
    wording: String,
    callers: Arc<[String]>,
}

impl Bug {
    pub fn of(blame: &Blame) -> Bug {
        Bug {
            kind: blame.kind,
            location: blame.location.clone(),
            wording: wording(&blame.message),
            callers: Arc::clone(&blame.callers),
        }
    }
}

/// The message without the values in it: numbers, quoted texts and characters, and what `assert_eq!` compared.
fn wording(message: &str) -> String {
    let message = message.split("\n  left: ").next().unwrap_or(message);
    let mut wording = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(first) = rest.chars().next() {
        let length = value_length(rest);
        if length == 0 {
            wording.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            // A list of values reads like one value: its length is a matter of the input too.
            let repeated = ["#, ", "#"].iter().any(|end| wording.ends_with(end));
            if repeated {
                wording.truncate(wording.trim_end_matches(", ").len());
            } else {
                wording.push('#');
            }
            rest = &rest[length..];
        }
    }
    wording
}

/// Bytes of the value at the beginning of a text; 0 when there is none.
fn value_length(text: &str) -> usize {
    let number = text.strip_prefix('-').unwrap_or(text);
    if number.starts_with(|c: char| c.is_ascii_digit()) {
        let end = number.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(number.len());
        return text.len() - number.len() + end;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_do_not_make_another_bug() {
        for (left, right) in [
            ("the len is 3 but the index is 7", "the len is 0 but the index is 18446744073709551615"),
            ("got -5", "got 12"),
            (
                "assertion `left == right` failed\n  left: 1\n right: 2",
                "assertion `left == right` failed\n  left: P { x: 1 }\n right: Q",
            ),
            ("no key \"a\\\"b\"", "no key \"\""),
            ("unexpected '\\u{7f}' here", "unexpected 'x' here"),
            ("bad list [1, 2, 3]", "bad list [4]"),
        ] {
            assert_eq!(wording(left), wording(right));
        }
    }

    #[test]
    fn words_make_another_bug() {
        for (left, right) in [
            ("too small", "too large"),
            ("don't do 'this' or that", "don't do 'that' or this"),
            ("assertion `left == right` failed\n  left: 1", "assertion `left != right` failed\n  left: 1"),
        ] {
            assert_ne!(wording(left), wording(right));
        }
    }
}
