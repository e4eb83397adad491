//! Searching in what is sorted.

/// Where it is, or where it would be.
pub fn lower_bound(items: &[u32], wanted: u32) -> usize {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if items[middle] < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Whether it is there.
pub fn contains(items: &[u32], wanted: u32) -> bool {
    let (mut low, mut high) = (0, items.len() - 1);
    while low <= high {
        let middle = (low + high) / 2;
        if items[middle] == wanted {
            return true;
        } else if items[middle] < wanted {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    false
}

/// The whole root, by halving.
pub fn root(n: u32) -> u32 {
    let (mut low, mut high) = (0u32, 65_536u32);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle * middle <= n {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall(max_len = 5)]
    fn bounds_divide_the_items(items: &[u32], wanted: u32) {
        assume!(items.is_sorted());
        let place = lower_bound(items, wanted);
        assert!("smaller before": items[..place].iter().all(|item| *item < wanted));
        assert!("the rest behind": items[place..].iter().all(|item| *item >= wanted));
    }

    /// Even in a mess, the place is a place.
    #[forall(max_len = 5)]
    fn bounds_are_places(items: &[u32], wanted: u32) {
        assert!("a place": lower_bound(items, wanted) <= items.len());
    }

    #[forall(max_len = 4)]
    fn what_is_there_is_found(items: vec::Vec<u32>, wanted: u32) {
        assume!(items.is_sorted());
        assert_eq!(contains(&items, wanted), items.contains(&wanted));
    }

    #[forall]
    fn roots_are_roots(n: u32) {
        let root = u64::from(root(n));
        assert!("not too large": root * root <= u64::from(n));
        assert!("not too small": (root + 1) * (root + 1) > u64::from(n));
    }

    mod vec {
        pub use ::std::vec::Vec;

        #[test]
        fn an_ordinary_test_beside_them() {
            assert_eq!(super::lower_bound(&vec![1, 2, 3], 2), 1);
        }
    }
}
