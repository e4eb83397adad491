//! What forall reads in its users' Rust source: conditions in words, characters, exports, panics, `unsafe`, marked tests; and what the compiler knows of it.
//!
//! Everything is about the text: nothing here knows how a test was explored, or how something is shown.

pub mod characters;
pub mod conditions;
pub mod exports;
pub mod hazards;
pub mod marked;
pub mod model;
pub mod panics;
mod parsed;

use parsed::parsed;
