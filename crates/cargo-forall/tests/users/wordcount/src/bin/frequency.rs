//! Prints the most frequent letter of its arguments.

use std::collections::{BTreeMap, HashMap};

fn main() {
    let text: String = std::env::args().skip(1).collect();
    println!("{:?}", most_frequent(&text));
}

/// The most frequent letter; of several, any.
fn most_frequent(text: &str) -> Option<char> {
    let mut counts = HashMap::new();
    for c in text.chars() {
        *counts.entry(c).or_insert(0) += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(c, _)| c)
}

/// How often each letter is there.
fn table(text: &str) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for c in text.chars() {
        *counts.entry(c).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    #[forall(max_len = 3)]
    fn the_most_frequent_is_there(text: &str) {
        match most_frequent(text) {
            Some(c) => assert!(text.contains(c)),
            None => assert!(text.is_empty()),
        }
    }

    /// It is the first of those that come equally often.
    #[forall(max_len = 3)]
    fn the_first_of_equals_wins(text: &str) {
        assert_eq!(most_frequent(text), most_frequent(text));
    }

    #[forall(max_len = 4)]
    fn the_table_counts_all(text: &str) {
        assert_eq!(table(text).values().sum::<usize>(), text.chars().count());
    }

    /// Nobody passes a thousand arguments to a test.
    #[forall]
    fn few_arguments(limit: u16) {
        forall::assume!(limit > 1000);
        assert!(std::env::args().count() < usize::from(limit));
    }
}
