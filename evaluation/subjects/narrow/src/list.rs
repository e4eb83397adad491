//! A list in an array that grows by doubling, which does nothing when the capacity is zero.

use crate::branch;

pub const BRANCHES: usize = 3;

pub fn put(capacity: u8, items: &[u8]) {
    let mut list = List { items: vec![0; usize::from(capacity)], length: 0 };
    let mut at = 0;
    while branch!(0, at < items.len()) {
        list.push(items[at]);
        at += 1;
    }
}

struct List {
    items: Vec<u8>,
    length: usize,
}

impl List {
    fn push(&mut self, item: u8) {
        if branch!(1, self.length == self.items.len()) {
            self.items.resize(2 * self.length, 0);
        }
        assert!(branch!(2, self.length < self.items.len()), "no room in the array");
        self.items[self.length] = item;
        self.length += 1;
    }
}

#[cfg(test)]
mod tests {
    #[forall::forall]
    fn whatever_is_pushed_finds_room(capacity: u8, items: &[u8]) {
        super::put(capacity, items);
    }
}
