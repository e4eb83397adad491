//! A collection that may contain an object more than once.

use crate::hash_table::HashTable;
use crate::object::Object;

/// How often each object is contained.
#[derive(Clone, Debug, Default)]
pub struct Bag {
    multiplicities: HashTable,
}

impl Bag {
    pub fn add(&mut self, object: Object) {
        match self.multiplicities.get(object) {
            Some(multiplicity) => self.multiplicities.set(object, multiplicity + 1),
            None => self.multiplicities.set(object, 1),
        }
    }

    pub fn multiplicity(&self, object: Object) -> u32 {
        self.multiplicities.get(object).unwrap_or(0)
    }

    /// Takes one such object out, if there is one.
    pub fn remove(&mut self, object: Object) -> bool {
        match self.multiplicities.get(object) {
            None => return false,
            Some(1) => _ = self.multiplicities.remove(object),
            Some(multiplicity) => self.multiplicities.set(object, multiplicity - 1),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, factory, forall};

    /// With room for one more.
    #[factory]
    fn roomy(objects: Vec<Object>) -> Bag {
        let mut bag = Bag { multiplicities: HashTable::with_capacity(3) };
        for object in objects {
            assume!(!object.is_null());
            bag.add(object);
        }
        bag
    }

    /// `AddMultiplicityTest` of the paper.
    #[forall(max_len = 2)]
    fn what_is_added_is_there_once_more(mut bag: Bag, object: Object) {
        assume!(!object.is_null());
        let multiplicity = bag.multiplicity(object);
        bag.add(object);
        assert_eq!(bag.multiplicity(object), multiplicity + 1);
    }

    #[forall(max_len = 2)]
    fn what_is_removed_is_there_once_less(mut bag: Bag, object: Object) {
        assume!(!object.is_null());
        let multiplicity = bag.multiplicity(object);
        assert_eq!(bag.remove(object), multiplicity > 0);
        assert_eq!(bag.multiplicity(object), multiplicity.saturating_sub(1));
    }

    #[forall(max_len = 2)]
    fn other_objects_are_there_as_often_as_before(mut bag: Bag, object: Object, other: Object) {
        assume!(!object.is_null() && !other.is_null() && object != other);
        let multiplicity = bag.multiplicity(other);
        bag.add(object);
        assert_eq!(bag.multiplicity(other), multiplicity);
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_is_not_added(mut bag: Bag) {
        bag.add(Object::NULL);
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_has_no_multiplicity(bag: Bag) {
        bag.multiplicity(Object::NULL);
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_is_not_removed(mut bag: Bag) {
        bag.remove(Object::NULL);
    }
}
