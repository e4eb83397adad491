//! The algorithms and data types that Tillmann and Schulte tested in *Parameterized Unit Tests* (2005), section 4, written in Rust
//! from their description. With the feature `defective` they have the three defects that were found there.

pub mod quicksort;
pub mod triangle;
