//! A shelf of books: sorting, searching, and our standard tools for both.

#[macro_use]
mod macros;
pub mod core;
pub mod search;
pub mod sort;
pub mod std;

/// What our functions return.
pub type Result<T> = ::std::result::Result<T, String>;
