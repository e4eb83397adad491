//! Terms: stored once each ([`arena`]), in normal forms that give a value back unchanged after a trip through memory ([`build`]).

mod arena;
mod build;

pub use arena::Terms;
pub use build::truncate;
