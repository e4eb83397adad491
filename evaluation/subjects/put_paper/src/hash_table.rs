//! A hash table with open addressing.

use crate::object::Object;

/// As in .NET 1.1, but whether a bucket was passed over by colliding keys is a flag of its own, as in the paper.
#[derive(Clone, Debug)]
pub struct HashTable {
    buckets: Vec<Bucket>,
    count: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// Null when nothing is here.
    key: Object,
    value: u32,
    /// Keys that found this bucket taken went on, so whoever looks for a key must do so, too.
    collided: bool,
}

/// How many buckets there are: the next of these when there are too few.
const PRIMES: [usize; 5] = [3, 7, 17, 37, 79];

impl Default for HashTable {
    fn default() -> HashTable {
        HashTable::with_capacity(0)
    }
}

impl HashTable {
    pub fn with_capacity(capacity: usize) -> HashTable {
        let buckets = PRIMES.into_iter().find(|buckets| load(*buckets) >= capacity);
        HashTable { buckets: vec![Bucket::default(); buckets.expect("capacity is too large")], count: 0 }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn get(&self, key: Object) -> Option<u32> {
        self.find(key).map(|index| self.buckets[index].value)
    }

    pub fn contains_key(&self, key: Object) -> bool {
        self.find(key).is_some()
    }

    pub fn contains_value(&self, value: u32) -> bool {
        self.buckets.iter().any(|bucket| !bucket.key.is_null() && bucket.value == value)
    }

    /// A new entry.
    pub fn add(&mut self, key: Object, value: u32) {
        assert!(!self.contains_key(key), "key is there already");
        self.set(key, value);
    }

    /// A new entry, or another value for the one that is there.
    pub fn set(&mut self, key: Object, value: u32) {
        if let Some(index) = self.find(key) {
            self.buckets[index].value = value;
            return;
        }
        if self.count >= load(self.buckets.len()) {
            self.grow();
        }
        let bucket = self.place(key);
        bucket.key = key;
        bucket.value = value;
        self.count += 1;
    }

    pub fn remove(&mut self, key: Object) -> bool {
        let found = self.find(key);
        if let Some(index) = found {
            // The flag stays: keys beyond this one must still be found.
            self.buckets[index].key = Object::NULL;
            self.count -= 1;
        }
        found.is_some()
    }

    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.count = 0;
    }

    fn find(&self, key: Object) -> Option<usize> {
        for index in probes(key, self.buckets.len()) {
            let bucket = &self.buckets[index];
            if bucket.key == key {
                return Some(index);
            }
            if !bucket.collided {
                break;
            }
        }
        None
    }

    /// The first free bucket for a key that is not there. Those on the way there are marked.
    fn place(&mut self, key: Object) -> &mut Bucket {
        for index in probes(key, self.buckets.len()) {
            if self.buckets[index].key.is_null() {
                return &mut self.buckets[index];
            }
            self.buckets[index].collided = true;
        }
        unreachable!("there are always free buckets, and every bucket is tried")
    }

    fn grow(&mut self) {
        let mut larger = HashTable::with_capacity(load(self.buckets.len()) + 1);
        for bucket in self.buckets.iter().filter(|bucket| !bucket.key.is_null()) {
            larger.set(bucket.key, bucket.value);
        }
        *self = larger;
    }
}

/// How many of so many buckets may be taken.
fn load(buckets: usize) -> usize {
    buckets * 72 / 100
}

/// Every bucket once, from the one that the key belongs to on, in steps that depend on the key.
fn probes(key: Object, buckets: usize) -> impl Iterator<Item = usize> {
    assert!(!key.is_null(), "key is null");
    let hash = usize::from(key.0);
    let step = 1 + (hash / 32 + 1) % (buckets - 1);
    std::iter::successors(Some(hash % buckets), move |index| Some((index + step) % buckets)).take(buckets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, factory, forall};

    /// With room for one more.
    #[factory]
    fn roomy(entries: Vec<(Object, u32)>) -> HashTable {
        filled(HashTable::with_capacity(3), entries)
    }

    fn filled(mut table: HashTable, entries: Vec<(Object, u32)>) -> HashTable {
        for (key, value) in entries {
            assume!(!key.is_null());
            table.set(key, value);
        }
        table
    }

    #[forall]
    fn nothing_is_contained_initially(key: Object) {
        assume!(!key.is_null());
        assert!(!HashTable::default().contains_key(key));
    }

    #[forall(max_len = 2)]
    fn what_is_set_is_contained(entries: Vec<(Object, u32)>, key: Object, value: u32) {
        assume!(!key.is_null());
        let mut table = filled(HashTable::default(), entries);
        table.set(key, value);
        assert!(table.contains_key(key));
        assert_eq!(table.get(key), Some(value));
    }

    #[forall(max_len = 1)]
    fn what_is_added_is_one_more(mut table: HashTable, key: Object, value: u32) {
        assume!(!key.is_null() && !table.contains_key(key));
        let count = table.len();
        table.add(key, value);
        assert_eq!(table.len(), count + 1);
        assert!(table.contains_value(value));
    }

    #[forall(max_len = 2)]
    fn other_keys_keep_their_values(mut table: HashTable, key: Object, other: Object) {
        assume!(!key.is_null() && !other.is_null() && key != other);
        let before = table.get(other);
        table.set(key, 1);
        assert_eq!(table.get(other), before);
    }

    #[forall(max_len = 2)]
    fn what_is_removed_is_gone_and_nothing_else(mut table: HashTable, key: Object, other: Object) {
        assume!(!key.is_null() && !other.is_null() && key != other);
        let before = table.get(other);
        table.remove(key);
        assert!(!table.contains_key(key));
        assert_eq!(table.get(other), before);
    }

    #[forall(max_len = 2)]
    fn nothing_is_left_after_clearing(mut table: HashTable, key: Object, value: u32) {
        assume!(!key.is_null());
        table.clear();
        assert!(table.is_empty() && !table.contains_key(key) && !table.contains_value(value));
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_is_not_added(mut table: HashTable, value: u32) {
        table.add(Object::NULL, value);
    }

    #[forall(max_len = 2, panics = "already")]
    fn no_key_is_added_twice(mut table: HashTable, key: Object, value: u32) {
        assume!(!key.is_null() && table.contains_key(key));
        table.add(key, value);
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_has_no_value(table: HashTable) {
        table.get(Object::NULL);
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_is_not_looked_for(table: HashTable) {
        table.contains_key(Object::NULL);
    }

    #[forall(max_len = 2, panics = "null")]
    fn nothing_is_not_removed(mut table: HashTable) {
        table.remove(Object::NULL);
    }
}
