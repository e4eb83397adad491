//! Terms: stored once each ([`arena`]), in normal forms that give a value back unchanged after a trip through
//! memory ([`build`]); what was built lately is found again at once ([`recent`]). What the compiler leaves
//! open of a value is marked ([`marks`]).

mod arena;
mod build;
pub mod marks;
mod recent;

pub use arena::Terms;
pub use build::truncate;
pub use recent::{Asked, Recent};
