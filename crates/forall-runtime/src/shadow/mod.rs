//! Which term each byte of memory belongs to.
//!
//! [`Shadow`] keeps one entry a byte; [`value`] turns values into entries and back.

mod entries;
mod index;
mod value;

pub use entries::Shadow;
