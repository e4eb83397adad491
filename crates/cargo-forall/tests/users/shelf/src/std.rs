//! The standards of the house, for all parts of the shelf.

/// How many books a board carries.
pub const BOARD: usize = 5;

/// Whether everything is in order.
pub fn in_order<T: PartialOrd>(items: &[T]) -> bool {
    items.windows(2).all(|pair| pair[0] <= pair[1])
}

/// The same items, in whatever order.
pub fn same_items<T: Clone + Ord>(a: &[T], b: &[T]) -> bool {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    a.sort();
    b.sort();
    a == b
}
