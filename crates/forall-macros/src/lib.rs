//! The attribute macros of forall
