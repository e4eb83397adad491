//! What is in the warehouse.

pub mod order;

use indexmap::IndexMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// How many there are of each article.
pub type Stock = HashMap<u8, u16>;

/// All articles together.
pub fn total(stock: &Stock) -> u32 {
    stock.values().map(|count| u32::from(*count)).sum()
}

/// Takes some of an article; says how many are left.
pub fn take(stock: &mut Stock, article: u8, count: u16) -> Option<u16> {
    match stock.entry(article) {
        Entry::Occupied(mut entry) => {
            *entry.get_mut() -= count;
            Some(*entry.get())
        }
        Entry::Vacant(_) => None,
    }
}

/// Any article of which there is one.
pub fn any(stock: &Stock) -> Option<u8> {
    stock.iter().find(|(_, count)| **count > 0).map(|(article, _)| *article)
}

/// Both lists in one.
pub fn merged(mut a: BTreeMap<u8, u8>, b: &BTreeMap<u8, u8>) -> BTreeMap<u8, u8> {
    for (article, count) in b {
        *a.entry(*article).or_default() += count;
    }
    a
}

/// Names by their first letter.
pub fn index(names: &[String]) -> BTreeMap<char, Vec<&str>> {
    let mut index: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for name in names {
        index.entry(name.chars().next().unwrap()).or_default().push(name);
    }
    index
}

/// Everything once, in the order in which it came.
pub fn unique<T: Clone + Eq + Hash>(items: &[T]) -> Vec<T> {
    let mut seen = HashSet::new();
    items.iter().filter(|item| seen.insert((*item).clone())).cloned().collect()
}

/// The shelves from one to another.
pub fn between(shelves: &BTreeSet<u8>, from: u8, to: u8) -> usize {
    shelves.range(from..to).count()
}

/// A list of deliveries in the order in which they came.
#[derive(Debug, Default)]
pub struct Deliveries(IndexMap<u8, u8>);

impl Deliveries {
    pub fn add(&mut self, number: u8, count: u8) {
        self.0.insert(number, count);
    }

    pub fn remove(&mut self, number: u8) -> Option<u8> {
        self.0.swap_remove(&number)
    }

    pub fn numbers(&self) -> Vec<u8> {
        self.0.keys().copied().collect()
    }
}

/// A mark that is the same in every run.
pub fn mark<T: Hash>(item: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall(max_len = 3)]
    fn nothing_is_lost(stock: Stock) {
        let largest = stock.values().copied().max().unwrap_or(0);
        assert!(total(&stock) >= largest.into());
    }

    #[forall(max_len = 2)]
    fn taking_makes_less(mut stock: Stock, article: u8, count: u16) {
        if let Some(left) = take(&mut stock, article, count) {
            assert_eq!(stock[&article], left);
        }
    }

    #[forall]
    fn what_there_is_can_be_taken(article: u8, have: u16, count: u16) {
        assume!(count <= have);
        let mut stock = Stock::from([(article, have), (article.wrapping_add(1), 5)]);
        assert_eq!(take(&mut stock, article, count), Some(have - count));
    }

    /// The one with the lowest number, so that it is the same every time.
    #[forall(max_len = 2)]
    fn any_is_the_lowest(stock: Stock) {
        assert_eq!(any(&stock), stock.iter().filter(|(_, count)| **count > 0).map(|(article, _)| *article).min());
    }

    #[forall(max_len = 2)]
    fn any_is_one_of_them(stock: Stock) {
        if let Some(article) = any(&stock) {
            assert!(stock[&article] > 0);
        }
    }

    #[forall(max_len = 2)]
    fn merged_lists_have_all(a: BTreeMap<u8, u8>, b: BTreeMap<u8, u8>) {
        let all = merged(a.clone(), &b);
        assert!(a.keys().chain(b.keys()).all(|article| all.contains_key(article)));
    }

    #[forall(max_len = 2)]
    fn every_name_is_in_the_index(names: Vec<String>) {
        let index = index(&names);
        assert_eq!(index.values().map(Vec::len).sum::<usize>(), names.len());
    }

    #[forall(max_len = 3, types(T = [u8, char, (bool, i8)]))]
    fn everything_is_there_once<T: Clone + Eq + Hash>(items: Vec<T>) {
        let unique = unique(&items);
        assert!(items.iter().all(|item| unique.iter().filter(|other| *other == item).count() == 1));
    }

    #[forall(max_len = 3)]
    fn shelves_are_between(shelves: BTreeSet<u8>, from: u8, to: u8) {
        assert!(between(&shelves, from, to) <= shelves.len());
    }

    #[forall(max_len = 3)]
    fn deliveries_keep_their_order(numbers: BTreeSet<u8>, removed: u8) {
        let mut deliveries = Deliveries::default();
        for number in &numbers {
            deliveries.add(*number, 1);
        }
        deliveries.remove(removed);
        assert!(deliveries.numbers().is_sorted());
    }

    #[forall]
    fn deliveries_come_in_order(a: u8, b: u8) {
        assume!(a != b);
        let mut deliveries = Deliveries::default();
        deliveries.add(a, 1);
        deliveries.add(b, 2);
        assert_eq!(deliveries.numbers(), [a, b]);
    }

    #[forall(max_len = 2)]
    fn what_is_in_both_is_in_each(a: HashSet<u8>, b: HashSet<u8>) {
        assert!(a.intersection(&b).all(|item| a.contains(item) && b.contains(item)));
    }

    /// Printed twice, it looks the same.
    #[forall(max_len = 2)]
    fn lists_look_the_same(items: Vec<u8>) {
        let once: HashSet<u8> = items.iter().copied().collect();
        let again: HashSet<u8> = items.iter().copied().collect();
        assert_eq!(once, again);
        assert_eq!(format!("{once:?}"), format!("{again:?}"));
    }

    #[forall]
    fn marks_differ(a: u8, b: u8) {
        assume!(a != b);
        assert_ne!(mark(&a), mark(&b));
    }

    #[forall]
    fn marks(article: u8) -> u64 {
        mark(&(article / 128))
    }
}
