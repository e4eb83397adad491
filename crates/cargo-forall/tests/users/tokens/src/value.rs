//! The values of the language. Its own words for them are used as names of variants.

use std::boxed::Box as Boxed;

/// A value.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Value {
    /// Nothing.
    None,
    Bool(bool),
    Number(i64),
    String(std::string::String),
    /// Something that was checked.
    Ok(Boxed<Value>),
    /// Several in a box.
    Box(Vec<Value>),
}

/// What reading gives: there is no reason to say why not.
#[derive(Debug, Clone, PartialEq)]
pub enum Option<T> {
    Just(T),
    Nothing,
}

/// How deep the boxes are nested.
pub fn depth(value: &Value) -> usize {
    match value {
        Value::Ok(inner) => 1 + depth(inner),
        Value::Box(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 1,
    }
}

/// The sum of all numbers.
pub fn total(value: &Value) -> i64 {
    match value {
        Value::Number(n) => *n,
        Value::Ok(inner) => total(inner),
        Value::Box(items) => items.iter().map(total).sum(),
        _ => 0,
    }
}

/// Takes off all the `Ok`s outside.
pub fn unwrap_all(value: Value) -> Value {
    match value {
        Value::Ok(inner) => unwrap_all(*inner),
        other => other,
    }
}

/// The number in it.
///
/// # Panics
/// When it is something else.
pub fn expect_number(value: &Value) -> i64 {
    match unwrap_all(value.clone()) {
        Value::Number(n) => n,
        other => panic!("expected a number, got {other:?}"),
    }
}

/// Only the first item counts.
pub fn first(items: &[Value]) -> Option<&Value> {
    match items {
        [first, ..] => Option::Just(first),
        [] => Option::Nothing,
    }
}

impl From<std::result::Result<u8, std::string::String>> for Value {
    fn from(result: std::result::Result<u8, std::string::String>) -> Value {
        match result {
            std::result::Result::Ok(n) => Value::Ok(Boxed::new(Value::Number(n.into()))),
            Err(text) => Value::String(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{depth, expect_number, first, total, unwrap_all, Option, Option::*};
    use super::{Value, Value::*};
    use forall::forall;

    #[forall(max_len = 2, max_depth = 3)]
    fn nothing_has_no_depth(value: Value) {
        assert!(depth(&value) >= 1);
    }

    #[forall(max_len = 2, max_depth = 2)]
    fn a_box_adds_one(value: Value) {
        let inside = depth(&value);
        assert_eq!(depth(&Ok(std::boxed::Box::new(value.clone()))), inside + 1);
        assert_eq!(depth(&Box(vec![None, value])), inside + 1);
    }

    /// The total of two boxes is the total of both.
    #[forall]
    fn totals_add_up(a: i64, b: i64, flag: bool) {
        let value = Box(vec![Number(a), Bool(flag), Box(vec![Number(b), None])]);
        assert_eq!(total(&value), a + b);
    }

    /// The same, if anything may be in the boxes.
    #[forall(max_len = 2, max_depth = 3)]
    fn a_checked_value_has_the_same_total(value: Value) {
        let checked = Ok(std::boxed::Box::new(value.clone()));
        assert_eq!(total(&checked), total(&value));
    }

    #[forall(max_len = 2, max_depth = 3)]
    fn what_is_unwrapped_is_not_ok(value: Value) {
        assert!(!matches!(unwrap_all(value), Ok(_)));
    }

    /// How it is now: written down for the next version.
    #[forall(max_len = 2, max_depth = 2)]
    fn unwrapping(value: Value) -> Value {
        unwrap_all(value)
    }

    #[forall]
    fn results_become_values(result: std::result::Result<u8, std::string::String>) {
        match Value::from(result.clone()) {
            Ok(inner) => assert_eq!(Number(result.unwrap().into()), *inner),
            String(text) => assert_eq!(result, Err(text)),
            other => unreachable!("{other:?}"),
        }
    }

    #[forall(max_len = 2, max_depth = 2, may_panic = "expected a number, got")]
    fn numbers_are_found(value: Value) {
        let n = expect_number(&value);
        assert_eq!(unwrap_all(value), Number(n));
    }

    #[forall(max_len = 2, max_depth = 2)]
    fn the_first_is_inside(items: Vec<Value>) {
        match first(&items) {
            Just(value) => assert!(items.contains(value)),
            Nothing => assert!(items.is_empty()),
        }
    }

    /// An `Option` of this module, and one of the standard library.
    #[forall]
    fn two_kinds_of_options(number: std::option::Option<u8>) -> std::string::String {
        let own: Option<u8> = match number {
            std::option::Option::Some(n) => Just(n / 2),
            std::option::Option::None => Nothing,
        };
        format!("{:?}", own == Nothing)
    }

    /// Long chains come from a program that wraps in a loop.
    #[forall]
    fn long_chains_can_be_dropped(length: u32) {
        forall::assume!(length <= 400_000);
        let mut value = None;
        for _ in 0..length {
            value = Ok(std::boxed::Box::new(value));
        }
        drop(value);
    }
}
