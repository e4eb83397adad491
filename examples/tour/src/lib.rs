//! A guided tour of forall. Some of the code here is wrong on purpose.
//!
//! Run `cargo forall` in this directory, then read the modules in this order, each with its line in the report at hand:
//!
//! 1. [`counter`]: what holds for all arguments is *proved*, and what may or must panic can be said.
//! 2. [`calendar`]: a wrong rule, and the year that shows it.
//! 3. [`money`]: an overflow that ordinary tests miss, and what a test assumes.
//! 4. [`letters`]: characters, and an index out of bounds.
//! 5. [`outside`]: what cannot be followed yet is said, with its place.
//!
//! `tests/triangle.rs` sees only what is public, like any test there. The cases that were found are in `forall/`.

pub mod calendar;
pub mod counter;
pub mod letters;
pub mod money;
pub mod outside;
pub mod triangle;
