//! Telling, stable, unique names for tests.
//!
//! Several names would be true of a case, from short to long: what comes of it (`overflows_i64_min`), what is
//! striking about its input (`empty`, `one_element`), a branch that few others take (`x_greater_than_10`),
//! the values themselves (`x_is_11`). A case that an earlier file has keeps the name it has there; each other
//! one takes the first of its own that is free.
//!
//! A name says of a failure no more than is known: it fails on this input (`fails_when_x_is_695`). Which
//! others fail, nobody has said.
//!
//! See docs/decisions/stable-behavioural-names.md.

mod ending;
mod striking;
pub mod words;

use crate::spelling::is_keyword;
use crate::{TestCase, TestTarget};
use forall_protocol::value::{Built, FUNCTION, Form, Shape, Value};
use words::{parameter, words};

const LONGEST: usize = 80;

/// All names that suit a case, the best first. At least one.
pub fn candidates(target: &TestTarget, case: &TestCase) -> Vec<String> {
    if let (true, [(_, making), ..]) = (case.broken, case.arguments.as_slice()) {
        return vec![shortened(format!("fails_making_{}", words(making)))];
    }
    let inputs = inputs(case);
    let striking = striking::of(&inputs);
    let every_value = values(inputs.iter());
    let mut names = Vec::new();
    if let Some(ending) = ending::of(target, case) {
        if ending.is_telling {
            names.extend(striking.limit.iter().map(|limit| format!("{}_{limit}", ending.words)));
            names.push(ending.words.clone());
        }
        // One input that fails says nothing of others: the whole of it is told, or nothing.
        let whole = striking.whole.into_iter().chain(every_value);
        names.extend(whole.map(|input| format!("{}{WHEN}{input}", ending.words)));
        if inputs.is_empty() {
            names.push(ending.words);
        }
    } else {
        let telling = |input: &&Input<'_>| !striking::is_simplest(input.value);
        let telling_values = values(inputs.iter().filter(telling));
        names.extend(striking.words.iter().cloned());
        names.extend(ending::returned(case).map(|value| format!("returns_{value}")));
        names.extend(case.branches.iter().cloned());
        names.extend(telling_values.into_iter().chain(every_value));
        if inputs.is_empty() {
            names.push("no_arguments".into());
        }
    }
    names.into_iter().filter(|name| !is_keyword(name)).map(shortened).collect()
}

/// Between how a case ends and the input on which it does.
const WHEN: &str = "_when_";

/// Is a name that the case has in an earlier file still one for it? Some of old told a condition that other
/// inputs satisfy as well.
pub fn is_true(name: &str, candidates: &[String]) -> bool {
    let numbered = |candidate: &String| {
        let rest = name.strip_prefix(candidate.as_str());
        rest.is_some_and(|rest| rest.trim_start_matches('_').chars().all(|c| c.is_ascii_digit()))
    };
    let tells_when = |name: &str| name.contains(WHEN);
    !tells_when(name) || !candidates.iter().any(|name| tells_when(name)) || candidates.iter().any(numbered)
}

/// The first of the names that is not taken, or the last one with a number that makes it so.
pub fn first_free(candidates: &[String], taken: &[String]) -> String {
    match candidates.iter().find(|name| !taken.contains(name)) {
        Some(name) => name.clone(),
        None => unique(candidates.last().cloned().unwrap_or("case".into()), taken),
    }
}

/// `name`, or the first of `name_2`, `name_3`, … that is not taken.
pub fn unique(name: String, taken: &[String]) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let mut numbered = (2..).map(|number| format!("{name}_{number}"));
    numbered.find(|name| !taken.contains(name)).expect("there are more numbers than names")
}

/// An argument or a choice, by a name that can be part of another.
struct Input<'a> {
    name: String,
    value: &'a Value,
}

fn inputs(case: &TestCase) -> Vec<Input<'_>> {
    let arguments = case.arguments.iter().map(|(name, value)| Input { name: parameter(name), value });
    // The place of a choice is no name: it changes with every line above it.
    let choices = (1..).zip(&case.choices).map(|(number, choice)| Input {
        name: match choice.name.starts_with("choice@") {
            true => format!("choice_{number}"),
            false => parameter(&choice.name),
        },
        value: &choice.value,
    });
    arguments.chain(choices).collect()
}

/// `x_is_1_and_f_returns_2`. A function that is not called is passed over when there is more to tell.
fn values<'a>(inputs: impl Iterator<Item = &'a Input<'a>>) -> Option<String> {
    let mut told = Vec::new();
    let mut is_any = false;
    for Input { name, value } in inputs {
        is_any = true;
        match returned_by(value) {
            Some([]) => {}
            Some([result]) => told.push(format!("{name}_returns_{}", words(result))),
            Some(results) => {
                let results: Vec<String> = results.iter().map(words).collect();
                told.push(format!("{name}_returns_{}", results.join("_then_")));
            }
            None => told.push(format!("{name}_is_{}", words(value))),
        }
    }
    match told.is_empty() {
        true => is_any.then(|| "never_asked".into()),
        false => Some(told.join("_and_")),
    }
}

/// What a function returns at its calls. A fake without answers is like one that was not called: it may have
/// been told something.
fn returned_by(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Node { shape: Shape::Reference | Shape::MutableReference, parts } => {
            returned_by(parts.first()?)
        }
        Value::Built(Built { form: Form::Chained, parts, .. }) if parts.is_empty() => Some(&[]),
        Value::Built(Built { form: Form::Chained, path, parts, .. }) if path == FUNCTION => {
            match parts.as_slice() {
                [(_, Value::Node { parts, .. })] => Some(parts),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Names that are too long end in a hash of the whole, so that they stay different and stay the same.
fn shortened(name: String) -> String {
    if name.len() <= LONGEST {
        return name;
    }
    let hash = format!("_{:08x}", fnv1a(name.as_bytes()));
    let mut end = LONGEST - hash.len();
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    let start = &name[..end];
    let whole_words = start.rfind('_').map_or(start, |end| &start[..end]);
    format!("{whole_words}{hash}")
}

pub fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests;
