use super::*;
use forall::{assume, forall};

#[forall(max_len = 3)]
fn what_is_added_is_last(mut list: ArrayList, object: Object) {
    let count = list.len();
    assert_eq!(list.add(object), count);
    assert_eq!(list.get(count), object);
    assert_eq!(list.len(), count + 1);
}

#[forall(max_len = 3)]
fn what_is_inserted_moves_the_rest(mut list: ArrayList, index: usize, object: Object) {
    assume!(index <= list.len());
    let before = list.clone();
    list.insert(index, object);
    assert_eq!(list.get(index), object);
    for i in 0..before.len() {
        assert_eq!(list.get(if i < index { i } else { i + 1 }), before.get(i));
    }
}

#[forall(max_len = 3)]
fn what_is_set_is_got(mut list: ArrayList, index: usize, object: Object) {
    assume!(index < list.len());
    let count = list.len();
    list.set(index, object);
    assert_eq!(list.get(index), object);
    assert_eq!(list.len(), count);
}

#[forall(max_len = 3)]
fn removal_closes_the_gap(mut list: ArrayList, index: usize) {
    assume!(index < list.len());
    let before = list.clone();
    list.remove_at(index);
    assert_eq!(list.len(), before.len() - 1);
    for i in 0..list.len() {
        assert_eq!(list.get(i), before.get(if i < index { i } else { i + 1 }));
    }
}

#[forall(max_len = 3)]
fn the_first_such_object_is_removed(mut list: ArrayList, object: Object) {
    let (before, index) = (list.clone(), list.index_of(object));
    assert_eq!(list.remove(object), index.is_some());
    assert_eq!(list.len() + usize::from(index.is_some()), before.len());
    assert!(index.is_none_or(|index| before.get(index) == object));
}

#[forall(max_len = 3)]
fn what_is_added_is_contained(mut list: ArrayList, object: Object) {
    let index = list.index_of(object);
    let added = list.add(object);
    assert!(list.contains(object));
    assert_eq!(list.index_of(object), Some(index.unwrap_or(added)));
}

#[forall(max_len = 3)]
fn nothing_is_left_after_clearing(mut list: ArrayList, object: Object) {
    list.clear();
    assert!(list.is_empty() && !list.contains(object));
}

/// `SetCapacityTest` of the paper.
#[forall(max_len = 3)]
fn capacity_is_set(mut list: ArrayList, capacity: usize) {
    assume!(list.len() <= capacity && capacity <= DEFAULT_CAPACITY);
    list.set_capacity(capacity);
    assert_eq!(list.capacity(), if capacity == 0 { 16 } else { capacity });
}

#[forall(max_len = 3, panics = "out of range")]
fn nothing_is_beyond_the_end(list: ArrayList, index: usize) {
    assume!(index >= list.len());
    list.get(index);
}

#[forall(max_len = 3, panics = "out of range")]
fn nothing_is_inserted_beyond_the_end(mut list: ArrayList, index: usize, object: Object) {
    assume!(index > list.len());
    list.insert(index, object);
}

#[forall(max_len = 3, panics = "out of range")]
fn nothing_is_removed_beyond_the_end(mut list: ArrayList, index: usize) {
    assume!(index >= list.len());
    list.remove_at(index);
}

#[forall(max_len = 3, panics = "smaller than the list")]
fn capacity_is_no_smaller_than_the_list(mut list: ArrayList, capacity: usize) {
    assume!(capacity < list.len());
    list.set_capacity(capacity);
}
