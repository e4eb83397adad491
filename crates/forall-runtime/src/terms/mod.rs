//! Terms: stored once each ([`arena`]), in normal forms that give a value back unchanged after a trip through memory ([`build`]);
//! what was built lately is found again at once ([`recent`]).

mod arena;
mod build;
mod recent;

pub use arena::Terms;
pub use build::truncate;
pub use recent::{Asked, Recent};
