//! The closed tests of figures 1, 8, 12, 15 and 17, as printed.

use xunit::contains::{Object, assert_does_not_contain};
use xunit::equal::{assert_equal, assert_not_equal};
use xunit::in_range::assert_in_range;
use xunit::truth::assert_false;

/// Figure 1.
#[test]
fn can_search_for_null_in_container() {
    let list = [Some(Object::Number(16)), Some(Object::Text("Hi there".into()))];
    assert_does_not_contain(&None, &list);
}

/// Figure 8.
#[test]
#[should_panic(expected = "not in range")]
fn double_not_within_range() {
    assert_in_range(&1.50, &0.75, &1.25);
}

#[test]
fn double_value_within_range() {
    assert_in_range(&1.0, &0.75, &1.25);
}

/// Figure 12.
#[test]
fn false_is_false() {
    assert_false(false);
}

fn array(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| Some((*text).to_owned())).collect()
}

/// Figure 15. What throws has a test of its own here: a panic ends a test.
#[test]
fn arrays_are_equal() {
    let expected = array(&["@", "a", "ab", "b"]);
    let actual = array(&["@", "a", "ab", "b"]);
    assert_equal(&expected, &actual);
}

#[test]
#[should_panic(expected = "equal: ")]
fn equal_arrays_are_not_unequal() {
    let expected = array(&["@", "a", "ab", "b"]);
    let actual = array(&["@", "a", "ab", "b"]);
    assert_not_equal(&expected, &actual);
}

#[test]
#[should_panic(expected = "not equal")]
fn arrays_of_different_lengths_are_not_equal() {
    let expected = array(&["@", "a", "ab", "b", "c"]);
    let actual = array(&["@", "a", "ab", "b"]);
    assert_equal(&expected, &actual);
}

#[test]
fn arrays_of_different_lengths_are_unequal() {
    let expected = array(&["@", "a", "ab", "b", "c"]);
    let actual = array(&["@", "a", "ab", "b"]);
    assert_not_equal(&expected, &actual);
}

#[test]
#[should_panic(expected = "not equal")]
fn array_values_are_different_not_equal() {
    let expected = array(&["@", "d", "v", "d"]);
    let actual = array(&["@", "a", "ab", "b"]);
    assert_equal(&expected, &actual);
}

#[test]
fn array_values_are_different_unequal() {
    let expected = array(&["@", "d", "v", "d"]);
    let actual = array(&["@", "a", "ab", "b"]);
    assert_not_equal(&expected, &actual);
}

/// Figure 17.
#[test]
#[should_panic(expected = "not in range")]
fn string_not_within_range() {
    assert_in_range("adam", "bob", "scott");
}

#[test]
fn string_value_within_range() {
    assert_in_range("bob", "adam", "scott");
}
