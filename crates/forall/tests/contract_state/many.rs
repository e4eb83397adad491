use super::broken;
use forall::spec as forall_spec;
use forall_spec::contract;
use std::collections::BTreeMap;

#[contract]
#[requires(for_all(0..numbers.len(), |i| numbers[i] > 0 && numbers[i] < limit))]
fn in_range(numbers: &[u8], limit: u8) {
    let _ = (numbers, limit);
}

#[contract]
#[requires(for_all(names, |(name, count)| !name.is_empty() && *count > 0))]
fn counted(names: &BTreeMap<&str, u8>) {
    let _ = names;
}

#[contract]
#[requires(exists(numbers, |number| *number > 9))]
#[requires(exists_one(numbers.iter(), |number: &u8| *number == 1))]
fn special(numbers: &[u8]) {
    let _ = numbers;
}

#[contract]
#[ensures(|_| for_all(old(numbers.clone()), |number| numbers.contains(&number)))]
fn shortened(numbers: &mut Vec<u8>) {
    numbers.pop();
}

/// In the midst of a condition, and one in the other.
#[contract]
#[requires(rows.is_empty() || !exists(rows, |row| for_all(row, |number| *number == 0)))]
#[requires(for_all(rows, |row| forall_spec::exists(row, |number| *number > 1)))]
fn meaningful(rows: &[Vec<u8>]) {
    let _ = rows;
}

#[contract]
#[requires(matches("[a-z]+(-[0-9]{1,2})?", name))]
#[requires(!matches("con|nul", &name[..3]))]
fn named(name: &str) {
    let _ = name;
}

#[contract]
#[ensures(|ret| matches!(ret, Some(10..) | None) && forall_spec::matches("", old(name.clone())))]
fn unnamed(name: String, number: Option<u8>) -> Option<u8> {
    drop(name);
    number
}

#[test]
fn the_first_element_that_is_wrong_is_shown() {
    assert_eq!(broken(|| in_range(&[], 3)), "");
    assert_eq!(broken(|| in_range(&[1, 2], 3)), "");
    assert!(
        broken(|| in_range(&[1, 3, 0], 3)).ends_with(": i = 1, numbers[i] = 3, limit = 3"),
        "{}",
        broken(|| in_range(&[1, 3, 0], 3))
    );
    let names = BTreeMap::from([("a", 1), ("b", 0)]);
    assert!(broken(move || counted(&names)).ends_with(": (name, count) = (\"b\", 0), *count = 0"));
}

#[test]
fn what_there_should_be_is_counted() {
    assert_eq!(broken(|| special(&[1, 10])), "");
    assert!(
        broken(|| special(&[])).ends_with("`exists(numbers, |number| *number > 9)`: there are no elements")
    );
    assert!(broken(|| special(&[1, 2])).ends_with(": it holds for none of 2"));
    assert!(broken(|| special(&[10])).ends_with("*number == 1)`: it holds for none of 1"));
    assert!(broken(|| special(&[10, 1, 1, 1])).ends_with(": it holds for number = 1 and for number = 1"));
}

#[test]
fn elements_may_be_from_before() {
    assert_eq!(broken(|| shortened(&mut vec![1, 1])), "");
    assert!(broken(|| shortened(&mut vec![1, 2])).ends_with(": number = 2"));
}

#[test]
fn quantifiers_stand_anywhere_in_a_condition() {
    assert_eq!(broken(|| meaningful(&[vec![0, 2], vec![3]])), "");
    assert!(broken(|| meaningful(&[vec![2], vec![0, 0]])).starts_with("`meaningful` is called although"));
    assert!(broken(|| meaningful(&[vec![2], vec![1]])).ends_with(": row = [1], it holds for none of 1"));
}

#[test]
fn a_text_matches_as_a_whole() {
    assert_eq!(broken(|| named("abc-12")), "");
    assert!(broken(|| named("abc-")).ends_with("`matches(\"[a-z]+(-[0-9]{1,2})?\", name)`: name = \"abc-\""));
    assert!(broken(|| named("nul")).starts_with("`named` is called although it requires `!matches("));
    assert_eq!(
        broken(|| {
            unnamed(String::new(), Some(10));
        }),
        ""
    );
    assert!(
        broken(|| {
            unnamed("a".into(), None);
        })
        .ends_with("= \"a\"")
    );
    assert!(
        broken(|| {
            unnamed(String::new(), Some(9));
        })
        .ends_with("`matches!(ret, Some(10..) | None)`")
    );
}
