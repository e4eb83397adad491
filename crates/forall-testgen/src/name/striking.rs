//! What meets the eye about the inputs of a case.

use super::Input;
use super::words::{snake_case, text_words};
use crate::expression::characters;
use crate::scalar::{Notation, Scalar};
use forall_protocol::inputs::InputKind;
use forall_protocol::value::{Built, Form, Shape, Value};

/// What can be said about inputs without telling all their values.
pub struct Striking {
    /// The best first: `empty`, `one_element`, `x_is_negative`.
    pub words: Vec<String>,
    /// `i64_min`, where the only input is at the limit of its type.
    pub limit: Option<String>,
    /// Words that leave nothing open: `empty`, `all_zero`, `i64_min`.
    pub whole: Option<String>,
}

/// How much a trait strikes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It is the simplest value of its type: 0, `false`, nothing.
    Simplest,
    Notable,
    Limit,
}

struct Trait {
    rank: Rank,
    /// After `is_` or `has_`.
    word: String,
    /// `has_one_element`, of something that is a collection.
    counts: Option<usize>,
}

pub fn of(inputs: &[Input<'_>]) -> Striking {
    let traits: Vec<Option<Trait>> = inputs.iter().map(|input| trait_of(input.value)).collect();
    let collections = inputs.iter().filter(|input| is_collection(input.value)).count();
    let told = |(input, its): (&Input<'_>, &Trait)| {
        let is_word = !["true", "false"].contains(&its.word.as_str());
        let alone = inputs.len() == 1 && is_word || its.counts.is_some() && collections == 1;
        match its.counts {
            _ if alone => its.word.clone(),
            Some(1..) => format!("{}_has_{}", input.name, its.word),
            _ => format!("{}_is_{}", input.name, its.word),
        }
    };
    let having = |rank: Rank| {
        inputs.iter().zip(&traits).filter_map(move |(input, its)| {
            its.as_ref().filter(|its| its.rank == rank).map(|its| (input, its))
        })
    };
    let mut words = Vec::new();
    if inputs.iter().all(|input| is_simplest(input.value)) {
        words.extend(nothing(inputs, &traits, collections));
    }
    let striking: Vec<String> = having(Rank::Limit).chain(having(Rank::Notable)).map(told).collect();
    words.extend(striking.first().cloned());
    if let [first, second, ..] = striking.as_slice() {
        words.push(format!("{first}_and_{second}"));
    }
    let is_only = inputs.len() == 1;
    let limit = having(Rank::Limit).next().filter(|_| is_only).map(|(_, its)| its.word.clone());
    let are_simplest = inputs.iter().all(|input| is_simplest(input.value));
    let are_alike = is_only
        || collections == inputs.len()
        || collections == 0 && inputs.iter().all(|input| is_number(input.value));
    let whole = match are_simplest && are_alike {
        true => nothing(inputs, &traits, collections),
        false => limit.clone(),
    };
    Striking { words, limit, whole }
}

/// All inputs are the simplest of their types.
fn nothing(inputs: &[Input<'_>], traits: &[Option<Trait>], collections: usize) -> Option<String> {
    if let ([only], [its]) = (inputs, traits) {
        let word = &its.as_ref()?.word;
        return Some(if word == "false" { format!("{}_is_false", only.name) } else { word.clone() });
    }
    match collections {
        0 => {}
        1 => return Some("empty".into()),
        _ => return Some("all_empty".into()),
    }
    let mut numbers = inputs.iter().filter(|input| is_number(input.value));
    match (numbers.next(), numbers.next()) {
        (Some(only), None) => Some(format!("{}_is_zero", only.name)),
        (Some(_), Some(_)) => Some("all_zero".into()),
        (None, _) => None,
    }
}

/// Is it what a value of its type is unless there is a reason?
pub fn is_simplest(value: &Value) -> bool {
    trait_of(value).is_some_and(|its| its.rank == Rank::Simplest)
}

fn trait_of(value: &Value) -> Option<Trait> {
    let (shape, parts) = match value {
        Value::Leaf { kind, bits } => return scalar(*kind, *bits),
        Value::Node { shape, parts } => (*shape, parts),
        Value::Built(built) => return user_made(built),
    };
    let notable = |word: &str| Some(Trait { rank: Rank::Notable, word: word.into(), counts: None });
    match shape {
        Shape::None => Some(Trait { rank: Rank::Simplest, word: "none".into(), counts: None }),
        Shape::Some => notable("some"),
        Shape::Ok => notable("ok"),
        Shape::Err => notable("err"),
        Shape::Box
        | Shape::Rc
        | Shape::Arc
        | Shape::Reference
        | Shape::MutableReference
        | Shape::CowBorrowed
        | Shape::CowSlice
        | Shape::CowLent
        | Shape::CowOwned
        | Shape::Cell
        | Shape::RefCell
        | Shape::Leaked => trait_of(parts.first()?),
        Shape::Array | Shape::Tuple | Shape::Duration => (!parts.is_empty() && parts.iter().all(is_zero))
            .then(|| Trait { rank: Rank::Simplest, word: "zero".into(), counts: None }),
        Shape::Range
        | Shape::RangeInclusive
        | Shape::RangeFrom
        | Shape::RangeTo
        | Shape::RangeToInclusive
        | Shape::RangeFull
        | Shape::PhantomData
        | Shape::Arguments => None,
        Shape::String | Shape::Str => text(&characters(parts)?),
        Shape::BTreeMap | Shape::HashMap => counted(parts.len(), "entry", "entries"),
        Shape::Slice | Shape::Vec | Shape::VecDeque | Shape::BTreeSet | Shape::HashSet => {
            let all_equal = parts.len() > 1 && parts.windows(2).all(|pair| pair[0] == pair[1]);
            counted(parts.len(), "element", if all_equal { "equal_elements" } else { "elements" })
        }
    }
}

/// A variant is told by its name; a struct around one thing is that thing.
fn user_made(built: &Built) -> Option<Trait> {
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    match (built.form, built.parts.as_slice()) {
        (Form::Source | Form::Unwrapped, _) => None,
        (Form::Shared | Form::Alternative, [(_, first)]) => trait_of(first),
        (Form::Shared, _) => {
            let word = format!("same_as_{}", text_words(&built.item));
            Some(Trait { rank: Rank::Notable, word, counts: None })
        }
        (Form::Fake | Form::Chained, steps) => steps.iter().find_map(failing_answer),
        _ if is_type(&built.item) => {
            Some(Trait { rank: Rank::Notable, word: snake_case(&built.item), counts: None })
        }
        (_, [(_, only)]) if built.item.is_empty() && is_type(built.path.rsplit("::").next()?) => {
            trait_of(only)
        }
        _ => None,
    }
}

/// `save_fails_full`, of a method that answers with an error.
fn failing_answer((step, answers): &(String, Value)) -> Option<Trait> {
    let method = step.strip_prefix("on_")?;
    let Value::Node { parts, .. } = answers else { return None };
    let error = parts.iter().find_map(|answer| match answer {
        Value::Node { shape: Shape::Err, parts } => parts.first(),
        _ => None,
    })?;
    let word = match trait_of(error) {
        Some(error) if error.rank == Rank::Notable => format!("{method}_fails_{}", error.word),
        _ => format!("{method}_fails"),
    };
    Some(Trait { rank: Rank::Notable, word, counts: None })
}

fn scalar(kind: InputKind, bits: u128) -> Option<Trait> {
    let of_rank = |rank, word: &str| Some(Trait { rank, word: word.into(), counts: None });
    match Scalar::new(kind, bits)?.notation() {
        Notation::Bool(false) => of_rank(Rank::Simplest, "false"),
        Notation::Bool(true) => of_rank(Rank::Notable, "true"),
        Notation::Number { magnitude: 0, .. } => of_rank(Rank::Simplest, "zero"),
        Notation::NearMin { above: 0, .. } if !kind.is_signed() => of_rank(Rank::Simplest, "zero"),
        Notation::NearMax { below: 0, .. } => of_rank(Rank::Limit, &format!("{}_max", kind.rust_name())),
        Notation::NearMin { above: 0, .. } => of_rank(Rank::Limit, &format!("{}_min", kind.rust_name())),
        Notation::Number { negative: true, .. } | Notation::NearMin { .. } => {
            of_rank(Rank::Notable, "negative")
        }
        Notation::Constant { name: "NAN", .. } | Notation::Bits { .. } => of_rank(Rank::Limit, "nan"),
        Notation::Constant { name: "INFINITY", .. } => of_rank(Rank::Limit, "infinite"),
        Notation::Constant { name: "NEG_INFINITY", .. } => of_rank(Rank::Limit, "minus_infinity"),
        Notation::Constant { name: name @ ("MAX" | "MIN"), .. } => {
            of_rank(Rank::Limit, &format!("{}_{}", kind.rust_name(), name.to_lowercase()))
        }
        Notation::Decimal(digits) => match digits.as_str() {
            "0.0" => of_rank(Rank::Simplest, "zero"),
            "-0.0" => of_rank(Rank::Notable, "minus_zero"),
            _ if digits.starts_with('-') => of_rank(Rank::Notable, "negative"),
            _ => None,
        },
        _ => None,
    }
}

fn text(text: &str) -> Option<Trait> {
    match text.chars().count() {
        0 => counted(0, "", ""),
        _ if !text.is_ascii() => {
            Some(Trait { rank: Rank::Notable, word: "not_ascii".into(), counts: Some(0) })
        }
        // Which character it is says more.
        _ => None,
    }
}

fn counted(count: usize, one: &str, many: &str) -> Option<Trait> {
    const NUMBERS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let (rank, word) = match count {
        0 => (Rank::Simplest, "empty".into()),
        1 => (Rank::Notable, format!("one_{one}")),
        _ => (Rank::Notable, format!("{}_{many}", NUMBERS.get(count)?)),
    };
    Some(Trait { rank, word, counts: Some(count) })
}

fn is_collection(value: &Value) -> bool {
    match value {
        Value::Node { shape, parts } => match shape {
            Shape::Box
            | Shape::Rc
            | Shape::Arc
            | Shape::Reference
            | Shape::MutableReference
            | Shape::CowBorrowed
            | Shape::CowSlice
            | Shape::CowLent
            | Shape::CowOwned
            | Shape::Cell
            | Shape::RefCell
            | Shape::Leaked => parts.first().is_some_and(is_collection),
            _ => matches!(
                shape,
                Shape::Vec
                    | Shape::Slice
                    | Shape::VecDeque
                    | Shape::BTreeSet
                    | Shape::HashSet
                    | Shape::BTreeMap
                    | Shape::HashMap
                    | Shape::String
                    | Shape::Str
            ),
        },
        _ => false,
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Leaf { kind, .. } if !matches!(kind, InputKind::Bool | InputKind::Char))
}

fn is_zero(value: &Value) -> bool {
    trait_of(value).is_some_and(|its| its.rank == Rank::Simplest && its.word == "zero")
}
