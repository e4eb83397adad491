//! Turns the cases forall found into readable Rust tests
