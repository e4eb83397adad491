//! Parameterized unit tests for Rust
