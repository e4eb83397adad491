//! A list in an array that grows as needed.

use crate::object::Object;

/// As in .NET 1.1: the length of the array is the capacity of the list.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(forall::Input), forall(invariant = ArrayList::is_valid))]
pub struct ArrayList<T = Object> {
    items: Vec<T>,
    size: usize,
    /// Different after every change.
    version: u32,
}

const DEFAULT_CAPACITY: usize = 16;

impl<T> ArrayList<T> {
    pub fn is_valid(&self) -> bool {
        self.size <= self.items.len()
    }

    pub fn version(&self) -> u32 {
        self.version
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    pub fn capacity(&self) -> usize {
        self.items.len()
    }

    fn changed(&mut self) {
        self.version = self.version.wrapping_add(1);
    }
}

/// The default is a reference to nothing.
impl<T: Clone + Default + PartialEq> ArrayList<T> {
    pub fn new(capacity: usize) -> ArrayList<T> {
        ArrayList { items: vec![T::default(); capacity], size: 0, version: 0 }
    }

    /// Zero stands for the default capacity.
    pub fn set_capacity(&mut self, capacity: usize) {
        if cfg!(feature = "defective") && capacity == self.items.len() {
            return;
        }
        assert!(capacity >= self.size, "capacity is smaller than the list");
        let capacity = if capacity == 0 { DEFAULT_CAPACITY } else { capacity };
        if capacity != self.items.len() {
            self.items.resize(capacity, T::default());
            self.items.shrink_to_fit();
        }
    }

    /// Appends, and says at which index.
    pub fn add(&mut self, object: T) -> usize {
        let index = self.size;
        self.insert(index, object);
        index
    }

    pub fn insert(&mut self, index: usize, object: T) {
        assert!(index <= self.size, "index is out of range");
        if self.size == self.items.len() {
            self.set_capacity(self.items.len() * 2);
        }
        self.items[index..=self.size].rotate_right(1);
        self.items[index] = object;
        self.size += 1;
        self.changed();
    }

    pub fn get(&self, index: usize) -> T {
        assert!(index < self.size, "index is out of range");
        self.items[index].clone()
    }

    pub fn set(&mut self, index: usize, object: T) {
        assert!(index < self.size, "index is out of range");
        self.items[index] = object;
        self.changed();
    }

    pub fn index_of(&self, object: T) -> Option<usize> {
        self.items[..self.size].iter().position(|item| *item == object)
    }

    pub fn contains(&self, object: T) -> bool {
        self.index_of(object).is_some()
    }

    pub fn remove_at(&mut self, index: usize) {
        assert!(index < self.size, "index is out of range");
        self.items[index..self.size].rotate_left(1);
        self.size -= 1;
        self.items[self.size] = T::default();
        self.changed();
    }

    /// Removes the first such object, if there is one.
    pub fn remove(&mut self, object: T) -> bool {
        let index = self.index_of(object);
        if let Some(index) = index {
            self.remove_at(index);
        }
        index.is_some()
    }

    pub fn clear(&mut self) {
        self.items[..self.size].fill(T::default());
        self.size = 0;
        self.changed();
    }
}

#[cfg(test)]
mod tests;
