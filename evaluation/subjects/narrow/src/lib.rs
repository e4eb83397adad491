//! Bugs that few inputs trigger, and some that forall is bad at. Each module has `put`, which panics when the property is violated; the
//! conditions in the code under test are `branch!`es, so that coverage is counted the same way for every tool.

pub mod checksum;
pub mod date;
pub mod list;
pub mod long;
pub mod magic;
pub mod needle;
pub mod nested;
pub mod power;
pub mod probe;
pub mod quicksort;
pub mod triangle;

#[cfg(feature = "peers")]
pub mod peers;
