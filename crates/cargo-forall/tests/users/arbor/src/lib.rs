//! Trees: for searching, for expressions, and with parents.

pub mod expression;
pub mod family;
pub mod search;
