//! Reads and writes the values of a small configuration language.

pub mod text;
pub mod value;

pub use value::Value;
