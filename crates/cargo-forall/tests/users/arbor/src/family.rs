//! A tree whose nodes know their parents.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

#[derive(Debug, Default)]
pub struct Person {
    pub age: Cell<u8>,
    parent: RefCell<Weak<Person>>,
    children: RefCell<Vec<Rc<Person>>>,
}

impl Person {
    pub fn new(age: u8) -> Rc<Person> {
        Rc::new(Person { age: Cell::new(age), ..Person::default() })
    }

    pub fn adopt(self: &Rc<Self>, child: Rc<Person>) {
        *child.parent.borrow_mut() = Rc::downgrade(self);
        self.children.borrow_mut().push(child);
    }

    /// How many generations are above.
    pub fn generation(&self) -> usize {
        self.parent.borrow().upgrade().map_or(0, |parent| parent.generation() + 1)
    }

    pub fn birthday(&self) {
        self.age.set(self.age.get() + 1);
        for child in self.children.borrow().iter() {
            child.birthday();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn children_are_one_generation_below(depth: u8) {
        assume!(depth < 6);
        let first = Person::new(90);
        let mut last = Rc::clone(&first);
        for _ in 0..depth {
            let child = Person::new(1);
            last.adopt(Rc::clone(&child));
            last = child;
        }
        assert_eq!(last.generation(), usize::from(depth));
    }

    #[forall]
    fn everybody_gets_older(age: u8, child: u8) {
        let parent = Person::new(age);
        parent.adopt(Person::new(child));
        parent.birthday();
        assert!(parent.age.get() > age);
    }

    /// The parent of nobody is nobody.
    #[forall]
    fn orphans_are_first(ages: &[u8]) {
        let orphans: Vec<_> = {
            let parent = Person::new(99);
            ages.iter()
                .map(|age| {
                    let child = Person::new(*age);
                    parent.adopt(Rc::clone(&child));
                    child
                })
                .collect()
        };
        assert!(orphans.iter().all(|child| child.generation() == 0));
    }

    /// A person may adopt an own ancestor, by mistake.
    #[forall]
    fn generations_are_finite(mistake: bool) {
        let (a, b) = (Person::new(50), Person::new(20));
        a.adopt(Rc::clone(&b));
        if mistake {
            b.adopt(Rc::clone(&a));
        }
        assert_eq!(b.generation(), 1);
    }

    #[forall(max_len = 3)]
    fn cells_can_be_shared(cell: Cell<u8>, list: RefCell<Vec<u8>>, shared: Rc<RefCell<u8>>) {
        let other = Rc::clone(&shared);
        *other.borrow_mut() = cell.replace(7);
        list.borrow_mut().push(*shared.borrow());
        assert_eq!(list.borrow().last().copied(), Some(*shared.borrow()));
        assert_eq!(cell.get(), 7);
    }

    /// Reading while writing.
    #[forall(panics = "already")]
    fn cells_are_borrowed_once(list: RefCell<Vec<u8>>) {
        let writing = list.borrow_mut();
        let reading = list.borrow();
        assert_eq!(writing.len(), reading.len());
    }
}
