//! What may be expected for all inputs in the place of a constant.

use crate::assertion::Assertion;
use crate::before;
use crate::closed::Closed;
use crate::constant::Value;
use crate::parameter::Parameter;
use std::ops::Range;

/// What an assertion may expect for all inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// In the words of a report.
    pub why: String,
    /// What stands in the place of constants.
    pub edits: Vec<(Range<usize>, String)>,
}

/// Candidates for an assertion, in the order in which they are asked: the constant itself, parameters that were equal to it, their lengths.
pub fn candidates(closed: &Closed, assertion: &Assertion, parameters: &[Parameter]) -> Vec<Candidate> {
    let Some(expected) = assertion.expected() else {
        return vec![Candidate { why: "as it stands".into(), edits: Vec::new() }];
    };
    let inside = |range: &Range<usize>| expected.start <= range.start && range.end <= expected.end;
    let constants = closed.constants.iter().filter(|constant| constant.expected && inside(&constant.range));
    let (mut equal, mut lengths, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for constant in constants {
        let same = |own: &&Parameter| own.ty == constant.ty && own.original == constant.text;
        if let Some(parameter) = parameters.iter().find(same) {
            let text =
                if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) };
            equal.push((constant.range.clone(), text));
            names.push(parameter.name.clone());
        }
        if let Value::Integer(number) = constant.value
            && constant.ty == "usize"
            && let Some(parameter) = parameters.iter().find(|own| has_length(own, number))
        {
            lengths.push((constant.range.clone(), format!("{}.len()", parameter.name)));
        }
    }
    let text = closed.text(expected);
    let mut all = vec![Candidate { why: format!("`{text}` for all inputs"), edits: Vec::new() }];
    if !equal.is_empty() {
        all.push(Candidate { why: format!("the parameter {}", listed(&names)), edits: equal });
    }
    if let Some((_, length)) = lengths.first() {
        all.push(Candidate { why: format!("the length `{length}`"), edits: lengths });
    }
    let whole = closed.constants.iter().find(|constant| constant.range == *expected);
    if let (Some(whole), Some(actual)) = (whole, assertion.actual()) {
        all.extend(before::candidate(closed, actual, whole, parameters));
    }
    all
}

fn has_length(parameter: &Parameter, number: i128) -> bool {
    matches!(parameter.value, Value::Sized(length) if i128::try_from(length) == Ok(number))
}

fn listed(names: &[String]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.dedup();
    names.join(", ")
}
