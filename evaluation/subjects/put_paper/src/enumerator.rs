//! Goes through an [`ArrayList`].

use crate::array_list::ArrayList;
use crate::object::Object;

/// Stands before the first element, on one, or behind the last. It is told which list it is for with every call, because the list may
/// be changed in between; then it is of no more use.
#[derive(Debug)]
pub struct Enumerator {
    /// How many elements it has passed or stands on.
    index: usize,
    version: u32,
    current: Current,
}

const DEFECTIVE: bool = cfg!(feature = "defective");

#[derive(Debug)]
enum Current {
    Outside,
    Element(Object),
}

impl Enumerator {
    pub fn new(list: &ArrayList) -> Enumerator {
        Enumerator { index: 0, version: list.version(), current: Enumerator::outside(list) }
    }

    /// False when there is no further element.
    pub fn move_next(&mut self, list: &ArrayList) -> bool {
        self.check(list);
        if self.index < list.len() {
            self.current = Current::Element(list.get(self.index));
            self.index += 1;
            true
        } else {
            self.current = Enumerator::outside(list);
            self.index = list.len() + 1;
            false
        }
    }

    pub fn current(&self, list: &ArrayList) -> Object {
        match self.current {
            Current::Element(object) if !(DEFECTIVE && object == list.identity()) => object,
            _ if self.index == 0 => panic!("the enumeration has not begun"),
            _ => panic!("the enumeration is over"),
        }
    }

    pub fn reset(&mut self, list: &ArrayList) {
        self.check(list);
        self.current = Enumerator::outside(list);
        self.index = 0;
    }

    fn check(&self, list: &ArrayList) {
        assert!(self.version == list.version(), "the list was changed");
    }

    /// In .NET 1.1 the list itself stood for "no element", as if it could not be one.
    fn outside(list: &ArrayList) -> Current {
        if DEFECTIVE { Current::Element(list.identity()) } else { Current::Outside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// `IterateTest` of the paper.
    #[forall(max_len = 4)]
    fn all_elements_are_enumerated(list: ArrayList) {
        let mut enumerator = Enumerator::new(&list);
        for i in 0..list.len() {
            assert!(enumerator.move_next(&list));
            assert_eq!(enumerator.current(&list), list.get(i));
        }
        assert!(!enumerator.move_next(&list));
    }

    #[forall(max_len = 4)]
    fn the_end_stays_the_end(list: ArrayList) {
        let mut enumerator = at_the_end(&list);
        assert!(!enumerator.move_next(&list));
    }

    #[forall(max_len = 4)]
    fn looking_does_not_move(list: ArrayList) {
        let mut enumerator = Enumerator::new(&list);
        assume!(enumerator.move_next(&list));
        assert_eq!(enumerator.current(&list), enumerator.current(&list));
    }

    #[forall(max_len = 4)]
    fn after_a_reset_it_begins_again(list: ArrayList, steps: usize) {
        assume!(!list.is_empty() && steps <= list.len() + 1);
        let mut enumerator = Enumerator::new(&list);
        for _ in 0..steps {
            enumerator.move_next(&list);
        }
        enumerator.reset(&list);
        assert!(enumerator.move_next(&list));
        assert_eq!(enumerator.current(&list), list.get(0));
    }

    #[forall(max_len = 4, panics = "has not begun")]
    fn there_is_no_element_before_the_first(list: ArrayList) {
        Enumerator::new(&list).current(&list);
    }

    #[forall(max_len = 4, panics = "is over")]
    fn there_is_no_element_behind_the_last(list: ArrayList) {
        at_the_end(&list).current(&list);
    }

    #[forall(max_len = 4, panics = "has not begun")]
    fn there_is_no_element_after_a_reset(list: ArrayList) {
        let mut enumerator = at_the_end(&list);
        enumerator.reset(&list);
        enumerator.current(&list);
    }

    #[forall(max_len = 4, panics = "was changed")]
    fn it_does_not_go_on_after_an_addition(mut list: ArrayList, object: Object) {
        let mut enumerator = Enumerator::new(&list);
        list.add(object);
        enumerator.move_next(&list);
    }

    #[forall(max_len = 4, panics = "was changed")]
    fn it_does_not_go_on_after_a_removal(mut list: ArrayList, index: usize) {
        assume!(index < list.len());
        let mut enumerator = Enumerator::new(&list);
        list.remove_at(index);
        enumerator.move_next(&list);
    }

    #[forall(max_len = 4, panics = "was changed")]
    fn it_is_not_reset_after_a_change(mut list: ArrayList, object: Object) {
        let mut enumerator = Enumerator::new(&list);
        list.add(object);
        enumerator.reset(&list);
    }

    fn at_the_end(list: &ArrayList) -> Enumerator {
        let mut enumerator = Enumerator::new(list);
        while enumerator.move_next(list) {}
        enumerator
    }
}
