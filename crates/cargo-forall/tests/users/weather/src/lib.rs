//! Temperatures, winds and averages: what a small station computes.

pub mod series;
pub mod units;
