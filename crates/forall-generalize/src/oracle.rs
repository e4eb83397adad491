//! What may be expected for all inputs in the place of a constant.

use crate::assertion::Assertion;
use crate::closed::Closed;
use crate::constant::{Constant, Value};
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
    let constants =
        closed.constants.iter().filter(|constant| constant.expected && assertion.expects(&constant.range));
    let (mut equal, mut lengths, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_even = true;
    for constant in constants {
        is_even &= constant.is_even();
        let same = |own: &&Parameter| own.ty == constant.ty && is_equal(own, constant);
        if let Some(parameter) = parameters.iter().find(same) {
            let text =
                if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) };
            equal.push((constant.range.clone(), text));
            names.push(parameter.name.clone());
        }
        if constant.ty == "usize"
            && let Some(parameter) = parameters.iter().find(|own| has_length(closed, own, constant))
        {
            lengths.push((constant.range.clone(), format!("{}.len()", parameter.name)));
        }
    }
    let text = closed.text(expected);
    let mut all = Vec::new();
    if is_even {
        all.push(Candidate { why: format!("`{text}` for all inputs"), edits: Vec::new() });
    }
    if !equal.is_empty() {
        all.push(Candidate { why: format!("the parameter {}", listed(&names)), edits: equal });
    }
    if let Some((_, length)) = lengths.first() {
        all.push(Candidate { why: format!("the length `{length}`"), edits: lengths });
    }
    all
}

/// In all rows?
fn is_equal(parameter: &Parameter, constant: &Constant) -> bool {
    parameter.rows.iter().eq(constant.rows.iter().map(|(text, _)| text))
}

fn has_length(closed: &Closed, parameter: &Parameter, constant: &Constant) -> bool {
    let Some(own) = parameter.constants.first().map(|number| &closed.constants[*number]) else {
        return false;
    };
    let is_length = |(own, other): (&(String, Value), &(String, Value))| match (&own.1, &other.1) {
        (Value::Sized(length), Value::Integer(number)) => i128::try_from(*length) == Ok(*number),
        _ => false,
    };
    own.rows.len() == constant.rows.len() && own.rows.iter().zip(&constant.rows).all(is_length)
}

fn listed(names: &[String]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.dedup();
    names.join(", ")
}
