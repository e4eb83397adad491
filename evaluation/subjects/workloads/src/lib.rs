//! What the benchmarks explore.

pub mod growth;
pub mod mocks;
pub mod variety;
pub mod workloads;
