//! What comes of a case, in words.

use super::words::{snake_case, text_words};
use crate::{CaseEnding, TestCase, TestTarget, Way};
use forall_protocol::inputs::InputKind;
use forall_protocol::put::Expectation;
use forall_protocol::replay::RecordedReturn;
use forall_protocol::value::{Shape, Value};

pub struct Ending {
    pub words: String,
    /// Do they say what happens? An assertion could say anything.
    pub is_telling: bool,
}

/// Of a case that does not simply return, or of which the others do not do so too.
pub fn of(target: &TestTarget, case: &TestCase) -> Option<Ending> {
    let telling = |words: &str| Some(Ending { words: words.into(), is_telling: true });
    match &case.ending {
        CaseEnding::Returns => None,
        CaseEnding::Panics(_) if target.expectation == Expectation::Panics => None,
        CaseEnding::Panics(expected) if expected.is_empty() => telling("panics"),
        CaseEnding::Panics(expected) => telling(&panics(expected)),
        CaseEnding::Fails { way: Way::Error, .. } => telling("returns_err"),
        CaseEnding::Fails { way: Way::Time, .. } => telling("does_not_end"),
        CaseEnding::Fails { way: Way::Memory, .. } => telling("runs_out_of_memory"),
        CaseEnding::Fails { way: Way::Abort, message, .. } if message.starts_with("stack overflow") => {
            telling("runs_out_of_stack")
        }
        CaseEnding::Fails { way: Way::Abort, message, .. } if message.starts_with("the process exited") => {
            telling("exits")
        }
        CaseEnding::Fails { way: Way::Abort, .. } => telling("aborts"),
        CaseEnding::Fails { way: Way::Panic, message, .. } => Some(panicked(message)),
    }
}

/// What the test returned, where a word or two say it.
pub fn returned(case: &TestCase) -> Option<String> {
    let value = match case.told.as_ref()? {
        RecordedReturn::Value(value, _) => value,
        // A variant without parts, of a type that can only be shown.
        RecordedReturn::Text(text) => {
            let is_name = text.starts_with(|c: char| c.is_ascii_uppercase())
                && text.chars().all(|c| c.is_ascii_alphanumeric());
            return is_name.then(|| snake_case(text));
        }
        RecordedReturn::Unknown | RecordedReturn::Varies => return None,
    };
    match value {
        Value::Leaf { kind: InputKind::Bool, bits } => Some((*bits == 1).to_string()),
        Value::Node { shape: Shape::None, .. } => Some("none".into()),
        Value::Node { shape: Shape::Some, .. } => Some("some".into()),
        Value::Node { shape: Shape::Err, .. } => Some("err".into()),
        Value::Node { shape: Shape::Ok, .. } => Some("ok".into()),
        Value::Built(built) if !built.item.is_empty() => Some(snake_case(&built.item)),
        _ => None,
    }
}

/// The standard library tells its panics apart by their wording alone.
fn panicked(message: &str) -> Ending {
    let words = match message {
        _ if message.starts_with("did not panic") => "does_not_panic".into(),
        _ if message.starts_with("attempt to") && message.ends_with("with overflow") => "overflows".into(),
        "attempt to divide by zero" | "attempt to calculate the remainder with a divisor of zero" => {
            "divides_by_zero".into()
        }
        _ if message.starts_with("called `Option::unwrap()`") => "unwraps_none".into(),
        _ if message.starts_with("called `Result::unwrap()`") => "unwraps_err".into(),
        _ if message.starts_with("assertion") => return Ending { words: "fails".into(), is_telling: false },
        _ => panics(message),
    };
    Ending { words, is_telling: true }
}

/// What a message begins with: numbers and names differ from input to input, and so does what follows a
/// colon.
fn panics(message: &str) -> String {
    const MOST: usize = 6;
    let beginning = message.split([':', '\n', '"', '\'']).next().unwrap_or(message);
    let of_letters = |word: &&str| word.chars().all(|c| c.is_ascii_alphabetic() || c == '\u{2019}');
    let words: Vec<&str> = beginning
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .filter(of_letters)
        .take(MOST)
        .collect();
    match words.is_empty() {
        true => "panics".into(),
        false => format!("panics_{}", text_words(&words.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_told_by_the_beginning_of_their_message() {
        let check = |message: &str, expected: &str| assert_eq!(panicked(message).words, expected);
        check("attempt to negate with overflow", "overflows");
        check("attempt to divide with overflow", "overflows");
        check("attempt to divide by zero", "divides_by_zero");
        check("index out of bounds: the len is 3 but the index is 7", "panics_index_out_of_bounds");
        check("range end index 5 out of range for slice of length 3", "panics_range_end_index_out_of_range");
        check("called `Option::unwrap()` on a `None` value", "unwraps_none");
        check("called `Result::unwrap()` on an `Err` value: ParseIntError", "unwraps_err");
        check("Account 17 is Overdrawn: -5", "panics_account_is_overdrawn");
        check("42", "panics");
        check("did not panic, expected a panic containing \"zero\"", "does_not_panic");
        check("assertion failed: x > 0", "fails");
        assert!(!panicked("assertion `left == right` failed").is_telling);
    }
}
