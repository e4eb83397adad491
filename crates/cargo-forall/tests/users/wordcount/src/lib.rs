//! Counts lines, words and characters.

pub mod count;
