//! What the benchmarks explore.

pub mod growth;
pub mod variety;
pub mod workloads;
