//! What may be expected for all inputs in the place of a constant.

use crate::assertion::Assertion;
use crate::before;
use crate::closed::Closed;
use crate::constant::{Constant, Value};
use crate::edited::{Replacement, edited, on_one_line};
use crate::parameter::Parameter;
use crate::rendered::rendered;
use crate::repeated::counted;
use std::ops::Range;

/// What an assertion may expect for all inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// In the words of a report.
    pub why: String,
    /// What stands in the place of constants.
    pub edits: Vec<(Range<usize>, String)>,
}

/// Candidates for an assertion, in the order in which they are asked: the constant itself, parameters that were equal to it, their lengths, texts in which
/// they are rendered, and what an earlier assertion found equal to it. `replacements` stand in the place of constants.
pub fn candidates(
    closed: &Closed,
    assertion: &Assertion,
    parameters: &[Parameter],
    replacements: &[Replacement],
) -> Vec<Candidate> {
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
        // What is kept in a variable is not written where it is expected.
        if !(expected.start <= constant.range.start && constant.range.end <= expected.end) {
            continue;
        }
        if let Some(parameter) = parameters.iter().find(same) {
            let text =
                if parameter.copied { parameter.name.clone() } else { format!("{}.clone()", parameter.name) };
            equal.push((constant.range.clone(), text));
            names.push(parameter.name.clone());
        } else if let Some((name, text)) = parameters.iter().find_map(|own| counts(own, constant)) {
            equal.push((constant.range.clone(), text));
            names.push(name);
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
    if let Ok(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(literal), .. })) = syn::parse_str(text)
        && let Some(rendered) = rendered(&literal.value(), parameters)
    {
        let why = "the text with parameters rendered in it".to_owned();
        all.push(Candidate { why, edits: vec![(expected.clone(), rendered)] });
    }
    all.extend(earlier(closed, assertion, replacements));
    let whole = closed.constants.iter().find(|constant| constant.range == *expected);
    if let (Some(whole), Some(actual)) = (whole, assertion.actual()) {
        all.extend(before::candidate(closed, actual, whole, parameters));
    }
    all
}

/// What an earlier assertion expects to be the same constant: a pair of results.
fn earlier(closed: &Closed, assertion: &Assertion, replacements: &[Replacement]) -> Option<Candidate> {
    let expected = assertion.expected()?;
    let ty = |range: &Range<usize>| {
        closed.constants.iter().find(|own| own.range == *range).map(|own| own.ty.as_str())
    };
    // A literal of the same text may have another type.
    let is_like =
        |other: &Range<usize>| closed.text(other) == closed.text(expected) && ty(other) == ty(expected);
    let is_same = |own: &&Assertion| {
        own.range.end <= assertion.range.start && own.outermost && own.expected().is_some_and(is_like)
    };
    let actual = closed.assertions.iter().find(is_same)?.actual()?;
    // What was called before may answer otherwise now.
    let is_function = matches!(syn::parse_str(closed.text(actual)), Ok(syn::Expr::Call(_)));
    let inside = |own: &&Replacement| actual.start <= own.0.start && own.0.end <= actual.end;
    let own: Vec<Replacement> = replacements.iter().filter(inside).cloned().collect();
    let text = on_one_line(&edited(&closed.source, actual, own)).filter(|_| is_function)?;
    Some(Candidate { why: format!("`{text}`, as before"), edits: vec![(expected.clone(), text)] })
}

/// The name of a parameter that is how often a loop runs, if that is expected, and how it is written.
fn counts(parameter: &Parameter, constant: &Constant) -> Option<(String, String)> {
    match (&parameter.value, &constant.value) {
        (Value::Count(count), Value::Integer(number)) if i128::from(*count) == *number => {
            Some((parameter.name.clone(), counted(&parameter.name, &constant.ty)?))
        }
        _ => None,
    }
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
