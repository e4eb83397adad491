//! The words of Rust, for a generator of code: what is a keyword, and how to use it as a name anyway.

pub mod r#mod;
pub mod r#type;
