//! Compares the lengths of two texts.

use std::cmp::Ordering;
use wordcount::count::Counts;

fn main() {
    println!("{:?}", compare("one two", "three"));
}

fn compare(a: &str, b: &str) -> Ordering {
    Counts::of(a).words.cmp(&Counts::of(b).words)
}

#[cfg(test)]
mod tests {
    use super::compare;
    use forall::forall;

    #[forall(max_len = 3)]
    fn comparing_is_symmetric(a: &str, b: &str) {
        assert_eq!(compare(a, b), compare(b, a).reverse());
    }

    #[forall(max_len = 3)]
    fn longer_texts_have_more_words(a: String, b: String) {
        forall::assume!(a.len() > b.len());
        assert!(compare(&a, &b).is_ge());
    }
}
