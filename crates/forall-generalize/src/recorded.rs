//! Assertions that go on when they fail, and note that they did.
//!
//! All candidates for all assertions are asked in one exploration: each has a bit of a number, which is set where it does not hold. At the end of the test the
//! input `__asked` decides which bit is looked at, and under which relations, and the test panics with its number. So one candidate that fails does
//! not hide another.
//!
//! `assert_eq!(f(a), 3);` becomes `match &(f(a)) { __actual => { if !(*__actual == 3) { __failed |= 1 << 0; } if !(*__actual == a) { … } } }`

use crate::assertion::Assertion;
use crate::closed::Closed;
use crate::edited::{Replacement, breaks, edited, on_one_line};
use crate::oracle::Candidate;

/// More candidates than this are not told apart.
pub const BITS: usize = 64;

/// Can an assertion be noted? Others are macros of the test's author, or of other crates.
pub fn can_be_noted(closed: &Closed, assertion: &Assertion) -> bool {
    operator(closed, assertion).is_some()
}

/// What becomes of the assertion. The first candidate has the given bit, the others follow.
pub fn noted(
    closed: &Closed,
    assertion: &Assertion,
    candidates: &[Candidate],
    first_bit: usize,
) -> Option<Vec<Replacement>> {
    let operator = operator(closed, assertion)?;
    let note = |condition: String, number: usize| {
        format!("if !({condition}) {{ __failed |= 1u64 << {}; }} ", first_bit + number)
    };
    let (start, end) = (assertion.range.start, assertion.range.end);
    let (head, inner, tail) = match (assertion.compared, &assertion.operands[..]) {
        (Some((actual, expected)), operands) if operands.len() == 2 => {
            let (actual_range, expected_range) = (&operands[actual], &operands[expected]);
            let mut notes = String::new();
            for (number, candidate) in candidates.iter().enumerate() {
                let text = edited(&closed.source, expected_range, candidate.edits.clone());
                let text = on_one_line(&text)?;
                let condition = match actual < expected {
                    true => format!("*__actual {operator} {text}"),
                    false => format!("{text} {operator} *__actual"),
                };
                notes.push_str(&note(condition, number));
            }
            ("match &(".to_owned(), actual_range.clone(), format!(") {{ __actual => {{ {notes}}} }}"))
        }
        (_, [condition]) => {
            ("if !(".to_owned(), condition.clone(), format!(") {{ __failed |= 1u64 << {first_bit}; }}"))
        }
        (None, [left, right]) => {
            let between = left.end..right.start;
            let notes = note(format!("*__left {operator} *__right"), 0);
            let head = start..left.start;
            return Some(vec![
                (head.clone(), format!("match (&({}", breaks(&closed.source, head))),
                (between.clone(), format!("), &({}", breaks(&closed.source, between))),
                (
                    right.end..end,
                    format!(
                        ")) {{ (__left, __right) => {{ {notes}}} }}{}",
                        breaks(&closed.source, right.end..end)
                    ),
                ),
            ]);
        }
        _ => return None,
    };
    let (before, after) = (start..inner.start, inner.end..end);
    Some(vec![
        (before.clone(), format!("{head}{}", breaks(&closed.source, before))),
        (after.clone(), format!("{tail}{}", breaks(&closed.source, after))),
    ])
}

/// How the operands of a known assertion are compared; empty if there is only a condition.
fn operator<'c>(closed: &'c Closed, assertion: &Assertion) -> Option<&'c str> {
    let statement = closed.text(&assertion.range);
    let name = statement.split('!').next()?.rsplit("::").next()?.trim();
    match (name.trim_start_matches("debug_"), &assertion.operands[..]) {
        ("assert_eq", [_, _]) => Some("=="),
        ("assert_ne", [_, _]) => Some("!="),
        ("assert", [left, right]) => {
            let between = closed.source.get(left.end..right.start)?.trim();
            ["==", "!=", "<", "<=", ">", ">="].into_iter().find(|operator| *operator == between)
        }
        ("assert", [_]) => Some(""),
        _ => None,
    }
}
