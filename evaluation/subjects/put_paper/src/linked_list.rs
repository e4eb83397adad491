//! A singly linked list.

use crate::object::Object;

/// `None` is the empty list.
pub type LinkedList = Option<Box<Node>>;

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Node {
    pub head: Object,
    pub tail: LinkedList,
}

pub fn add(list: LinkedList, object: Object) -> LinkedList {
    Some(Box::new(Node { head: object, tail: list }))
}

pub fn contains(list: &LinkedList, object: Object) -> bool {
    let mut rest = list;
    while let Some(node) = rest {
        if node.head == object {
            return true;
        }
        rest = &node.tail;
    }
    false
}

/// Without the first such object.
#[cfg(not(feature = "defective"))]
pub fn remove(mut list: LinkedList, object: Object) -> LinkedList {
    let mut rest = &mut list;
    while rest.as_ref().is_some_and(|node| node.head != object) {
        rest = &mut rest.as_mut().expect("there is a node").tail;
    }
    if let Some(node) = rest.take() {
        *rest = node.tail;
    }
    list
}

/// As it was found: it looks for the object behind the last node.
#[cfg(feature = "defective")]
pub fn remove(list: LinkedList, object: Object) -> LinkedList {
    let mut first = list?;
    if first.head == object {
        return first.tail;
    }
    let mut node = &mut first;
    while node.tail.as_ref().unwrap().head != object {
        node = node.tail.as_mut().unwrap();
    }
    node.tail = node.tail.take().unwrap().tail;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall(max_depth = 9)]
    fn what_is_added_is_contained_and_nothing_else(list: LinkedList, object: Object, other: Object) {
        let before = contains(&list, other);
        assert_eq!(contains(&add(list, object), other), before || other == object);
    }

    #[forall(max_depth = 9)]
    fn what_is_added_can_be_removed(list: LinkedList, object: Object) {
        let longer = add(list.clone(), object);
        assert_ne!(longer, list);
        assert_eq!(remove(longer, object), list);
    }

    /// `RemoveTest` of the paper: nothing but that it comes to an end.
    #[forall(max_depth = 9)]
    fn anything_can_be_removed(list: LinkedList, object: Object) {
        remove(list, object);
    }
}
