//! Goes through an [`ArrayList`].

use crate::array_list::ArrayList;
use crate::object::Object;
use std::cell::RefCell;
use std::fmt;
use std::ptr;
use std::rc::Rc;

/// A list to which others can refer, itself included.
pub type List = Rc<RefCell<ArrayList<Item>>>;

/// Of a list that holds lists, too.
#[derive(Clone)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Item {
    Object(Object),
    List(List),
}

impl Default for Item {
    fn default() -> Item {
        Item::Object(Object::NULL)
    }
}

/// Are they the same object?
impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.identity() == other.identity()
    }
}

impl Item {
    fn identity(&self) -> (Object, *const RefCell<ArrayList<Item>>) {
        match self {
            Item::Object(object) => (*object, ptr::null()),
            Item::List(list) => (Object::NULL, Rc::as_ptr(list)),
        }
    }
}

/// Of a list only that it is one: it may contain itself.
impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Object(object) => object.fmt(f),
            Item::List(_) => f.write_str("List"),
        }
    }
}

/// Stands before the first element, on one, or behind the last. When the list is changed, it is of no more use.
pub struct Enumerator {
    list: List,
    /// How many elements it has passed or stands on.
    index: usize,
    version: u32,
    current: Current,
}

const DEFECTIVE: bool = cfg!(feature = "defective");

enum Current {
    Outside,
    Element(Item),
}

impl Enumerator {
    pub fn new(list: &List) -> Enumerator {
        let version = list.borrow().version();
        Enumerator { list: Rc::clone(list), index: 0, version, current: outside(list) }
    }

    /// False when there is no further element.
    pub fn move_next(&mut self) -> bool {
        self.check();
        let list = self.list.borrow();
        if self.index < list.len() {
            self.current = Current::Element(list.get(self.index));
            self.index += 1;
            true
        } else {
            self.current = outside(&self.list);
            self.index = list.len() + 1;
            false
        }
    }

    pub fn current(&self) -> Item {
        match &self.current {
            Current::Element(item) if !(DEFECTIVE && *item == Item::List(Rc::clone(&self.list))) => {
                item.clone()
            }
            _ if self.index == 0 => panic!("the enumeration has not begun"),
            _ => panic!("the enumeration is over"),
        }
    }

    pub fn reset(&mut self) {
        self.check();
        self.current = outside(&self.list);
        self.index = 0;
    }

    fn check(&self) {
        assert!(self.version == self.list.borrow().version(), "the list was changed");
    }
}

/// In .NET 1.1 the list itself stood for "no element", as if it could not be one.
fn outside(list: &List) -> Current {
    if DEFECTIVE { Current::Element(Item::List(Rc::clone(list))) } else { Current::Outside }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// `IterateTest` of the paper.
    #[forall(max_len = 4, max_depth = 0)]
    fn all_elements_are_enumerated(#[forall(shared)] list: List) {
        let mut enumerator = Enumerator::new(&list);
        let count = list.borrow().len();
        for i in 0..count {
            assert!(enumerator.move_next());
            assert_eq!(enumerator.current(), list.borrow().get(i));
        }
        assert!(!enumerator.move_next());
    }

    #[forall(max_len = 4, max_depth = 0)]
    fn the_end_stays_the_end(#[forall(shared)] list: List) {
        let mut enumerator = at_the_end(&list);
        assert!(!enumerator.move_next());
    }

    #[forall(max_len = 4, max_depth = 0)]
    fn looking_does_not_move(#[forall(shared)] list: List) {
        let mut enumerator = Enumerator::new(&list);
        assume!(enumerator.move_next());
        assert_eq!(enumerator.current(), enumerator.current());
    }

    #[forall(max_len = 4, max_depth = 0)]
    fn after_a_reset_it_begins_again(#[forall(shared)] list: List, steps: usize) {
        assume!(!list.borrow().is_empty() && steps <= list.borrow().len() + 1);
        let mut enumerator = Enumerator::new(&list);
        for _ in 0..steps {
            enumerator.move_next();
        }
        enumerator.reset();
        assert!(enumerator.move_next());
        assert_eq!(enumerator.current(), list.borrow().get(0));
    }

    #[forall(max_len = 4, max_depth = 0, panics = "has not begun")]
    fn there_is_no_element_before_the_first(#[forall(shared)] list: List) {
        Enumerator::new(&list).current();
    }

    #[forall(max_len = 4, max_depth = 0, panics = "is over")]
    fn there_is_no_element_behind_the_last(#[forall(shared)] list: List) {
        at_the_end(&list).current();
    }

    #[forall(max_len = 4, max_depth = 0, panics = "has not begun")]
    fn there_is_no_element_after_a_reset(#[forall(shared)] list: List) {
        let mut enumerator = at_the_end(&list);
        enumerator.reset();
        enumerator.current();
    }

    #[forall(max_len = 4, max_depth = 0, panics = "was changed")]
    fn it_does_not_go_on_after_an_addition(#[forall(shared)] list: List, object: Item) {
        let mut enumerator = Enumerator::new(&list);
        list.borrow_mut().add(object);
        enumerator.move_next();
    }

    #[forall(max_len = 4, max_depth = 0, panics = "was changed")]
    fn it_does_not_go_on_after_a_removal(#[forall(shared)] list: List, index: usize) {
        assume!(index < list.borrow().len());
        let mut enumerator = Enumerator::new(&list);
        list.borrow_mut().remove_at(index);
        enumerator.move_next();
    }

    #[forall(max_len = 4, max_depth = 0, panics = "was changed")]
    fn it_is_not_reset_after_a_change(#[forall(shared)] list: List, object: Item) {
        let mut enumerator = Enumerator::new(&list);
        list.borrow_mut().add(object);
        enumerator.reset();
    }

    fn at_the_end(list: &List) -> Enumerator {
        let mut enumerator = Enumerator::new(list);
        while enumerator.move_next() {}
        enumerator
    }
}
