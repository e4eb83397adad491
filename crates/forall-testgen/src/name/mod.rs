//! Telling, stable, unique names for tests.
//!
//! Several names would be true of a case, from short to long: what comes of it (`overflows_i64_min`), what is striking about its input
//! (`empty`, `one_element`), a branch that few others take (`x_greater_than_10`), the values themselves (`x_is_11`). A case that an
//! earlier file has keeps the name it has there; each other one takes the first of its own that is free.

mod ending;
mod striking;
pub mod words;

use crate::{Outcome, TestCase, TestTarget};
use forall_protocol::value::Value;
use words::{parameter, words};

const LONGEST: usize = 80;

/// What can be said of the inputs of cases that do what they should.
pub fn harmless(cases: &[TestCase]) -> Vec<String> {
    let passing = cases.iter().filter(|case| !matches!(case.outcome, Outcome::Fails { .. }));
    passing.flat_map(|case| [striking::of(&inputs(case)).words, case.branches.clone()].concat()).collect()
}

/// All names that suit a case, the best first. At least one. What is `harmless` does not explain a failure.
pub fn candidates(target: &TestTarget, case: &TestCase, harmless: &[String]) -> Vec<String> {
    if let (true, [(_, making), ..]) = (case.broken, case.arguments.as_slice()) {
        return vec![shortened(format!("fails_making_{}", words(making)))];
    }
    let inputs = inputs(case);
    let striking = striking::of(&inputs);
    let descriptions = striking.words.iter().chain(&case.branches);
    let telling = |input: &&Input<'_>| !striking::is_simplest(input.value);
    let values = [values(inputs.iter().filter(telling)), values(inputs.iter())];
    let mut names = Vec::new();
    if let Some(ending) = ending::of(target, case) {
        if ending.is_telling {
            names.extend(striking.limit.iter().map(|limit| format!("{}_{limit}", ending.words)));
            names.push(ending.words.clone());
        }
        let whens = descriptions.filter(|words| !harmless.contains(words)).chain(values.iter().flatten());
        names.extend(whens.map(|input| format!("{}_when_{input}", ending.words)));
        if inputs.is_empty() {
            names.push(ending.words);
        }
    } else {
        names.extend(striking.words.iter().cloned());
        names.extend(ending::returned(case).map(|value| format!("returns_{value}")));
        names.extend(case.branches.iter().cloned());
        names.extend(values.into_iter().flatten());
        if inputs.is_empty() {
            names.push("no_arguments".into());
        }
    }
    names.into_iter().filter(|name| !is_keyword(name)).map(shortened).collect()
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

/// `x_is_1_and_y_is_2`.
fn values<'a>(inputs: impl Iterator<Item = &'a Input<'a>>) -> Option<String> {
    let told: Vec<String> = inputs.map(|input| format!("{}_is_{}", input.name, words(input.value))).collect();
    (!told.is_empty()).then(|| told.join("_and_"))
}

/// What is a word of its own already and could be one of ours.
fn is_keyword(name: &str) -> bool {
    const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof unsafe unsized use virtual where while yield";
    KEYWORDS.split(' ').any(|keyword| keyword == name)
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
