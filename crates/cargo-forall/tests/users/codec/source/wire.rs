//! Bytes as text, and shorter bytes.

pub mod hex;
pub mod runs;
pub mod varint;
#[path = "checks/sums.rs"]
pub mod sums;
