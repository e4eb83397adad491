//! The algorithms and data types that Tillmann and Schulte tested in *Parameterized Unit Tests* (2005), section 4, written in Rust
//! from their description. With the feature `defective` they have the three defects that were found there.

pub mod array_list;
pub mod bag;
pub mod enumerator;
pub mod hash_table;
pub mod linked_list;
pub mod object;
pub mod quicksort;
pub mod red_black_tree;
pub mod triangle;
