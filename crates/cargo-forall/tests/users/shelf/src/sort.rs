//! Sorting by hand.

use crate::std::BOARD;

/// Insertion sort.
pub fn insertion<T: PartialOrd>(items: &mut [T]) {
    for i in 1..items.len() {
        let mut j = i;
        while j > 0 && items[j] < items[j - 1] {
            items.swap(j, j - 1);
            j -= 1;
        }
    }
}

/// Bubble sort, which stops a round too early.
pub fn bubble<T: PartialOrd>(items: &mut Vec<T>) {
    for end in (2..items.len()).rev() {
        for i in 0..end {
            if items[i] > items[i + 1] {
                items.swap(i, i + 1);
            }
        }
    }
}

/// Merges two sorted lists.
pub fn merge(a: &[i16], b: &[i16]) -> Vec<i16> {
    let (mut i, mut j) = (0, 0);
    let mut merged = Vec::with_capacity(a.len() + b.len());
    while i < a.len() && j < b.len() {
        if a[i] <= b[j] {
            merged.push(a[i]);
            i += 1;
        } else {
            merged.push(b[j]);
            j += 1;
        }
    }
    merged.extend(&a[i..]);
    merged.extend(&b[j..]);
    merged
}

/// Removes what comes twice in a row.
pub fn dedup(items: &mut Vec<u8>) {
    let mut i = 0;
    while i + 1 < items.len() {
        if items[i] == items[i + 1] {
            items.remove(i);
        }
        i += 1;
    }
}

/// The boards that are needed.
pub fn boards(books: usize) -> usize {
    (books + BOARD - 1) / BOARD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{key, Book};
    use crate::std::{in_order, same_items};
    use crate::Result;
    use forall::{assume, forall};

    #[forall(max_len = 5)]
    fn insertion_sorts(items: &mut [u8]) {
        let before = items.to_vec();
        insertion(items);
        assert!("in order": in_order(items));
        assert!("the same items": same_items(items, &before));
    }

    #[forall(max_len = 4)]
    fn bubble_sorts(items: &mut Vec<i32>) {
        bubble(items);
        assert!("in order": in_order(items));
    }

    #[forall(max_len = 3)]
    fn floats_are_sorted(mut items: Vec<f32>) {
        insertion(&mut items);
        assert!("in order": in_order(&items));
    }

    #[forall(max_len = 3)]
    fn merging_keeps_the_order(mut a: Vec<i16>, mut b: Vec<i16>) {
        a.sort();
        b.sort();
        let merged = merge(&a, &b);
        assert!("in order": in_order(&merged));
        assert_eq!(merged.len(), a.len() + b.len());
    }

    #[forall(max_len = 4)]
    fn nothing_comes_twice(mut items: Vec<u8>) {
        dedup(&mut items);
        assert!("no equal neighbours": items.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[forall]
    fn boards_are_enough(books: u16) -> Result<usize> {
        let boards = boards(books.into());
        assert!("enough": boards * BOARD >= books.into());
        match boards {
            0 if books > 0 => Err(format!("no board for {books}")),
            n => Ok(n / 1000),
        }
    }

    #[forall]
    fn boards_are_enough_for_many(books: usize) {
        assert!("not more boards than books": boards(books) <= books);
    }

    #[forall(max_len = 2)]
    fn books_are_sorted(mut books: Vec<Book>) {
        books.sort_by(|a, b| key(a).cmp(&key(b)));
        assert!("in order": books.windows(2).all(|pair| key(&pair[0]) <= key(&pair[1])));
    }

    /// By year is by author, nearly always.
    #[forall]
    fn older_books_have_earlier_authors(a: Book, b: Book) {
        assume!(a.year < b.year);
        assert!("by author": key(&a) < key(&b));
    }
}
