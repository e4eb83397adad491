//! Containers of limited size.

pub mod lru;
pub mod ring;
pub mod stack;
