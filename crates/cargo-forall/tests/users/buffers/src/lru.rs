//! A cache that forgets what was not used for the longest time.

/// The last of the entries was used last.
#[derive(Debug, Clone)]
pub struct Lru<K, V> {
    entries: Vec<(K, V)>,
    capacity: usize,
}

impl<K: PartialEq, V> Lru<K, V> {
    pub fn new(capacity: usize) -> Self {
        Lru { entries: Vec::new(), capacity }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn get(&mut self, key: &K) -> Option<&V> {
        let place = self.entries.iter().position(|(k, _)| k == key)?;
        let entry = self.entries.remove(place);
        self.entries.push(entry);
        self.entries.last().map(|(_, value)| value)
    }

    pub fn put(&mut self, key: K, value: V) {
        if let Some(entry) = self.entries.iter_mut().find(|(k, _)| *k == key) {
            entry.1 = value;
            return;
        }
        if self.entries.len() >= self.capacity {
            self.entries.remove(0);
        }
        self.entries.push((key, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall(max_len = 5, values(capacity = [1, 2, 3]))]
    fn never_too_full(capacity: usize, keys: Vec<u8>) {
        let mut cache = Lru::new(capacity);
        for key in keys {
            cache.put(key, ());
            assert!(cache.len() <= capacity);
        }
    }

    #[forall]
    fn what_was_put_can_be_got(capacity: u8, key: char, value: i32) {
        let mut cache = Lru::new(capacity.into());
        cache.put(key, value);
        assert_eq!(cache.get(&key), Some(&value));
    }

    #[forall]
    fn what_was_got_stays(a: u8, b: u8, c: u8) {
        assume!(a != b && b != c && a != c);
        let mut cache = Lru::new(2);
        cache.put(a, 1);
        cache.put(b, 2);
        cache.get(&a);
        cache.put(c, 3);
        assert_eq!(cache.get(&a), Some(&1));
    }

    #[forall]
    fn what_was_put_again_stays(a: u8, b: u8, c: u8) {
        assume!(a != b && b != c && a != c);
        let mut cache = Lru::new(2);
        cache.put(a, 1);
        cache.put(b, 2);
        cache.put(a, 4);
        cache.put(c, 3);
        assert_eq!(cache.get(&a), Some(&4));
    }
}
