//! What forall reads in its users' Rust source: conditions in words, characters, exports, panics, `unsafe`, marked tests; what the
//! compiler knows of it; and how it is changed.
//!
//! Everything is about the text: nothing here knows how a test was explored, or how something is shown.

pub mod characters;
pub mod conditions;
pub mod edit;
pub mod exports;
pub mod hazards;
pub mod marked;
pub mod model;
pub mod modules;
pub mod panics;
mod parsed;

use parsed::parsed;
