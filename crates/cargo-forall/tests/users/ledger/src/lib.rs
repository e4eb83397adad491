//! A small ledger: amounts of money, accounts, and transfers between them.
#![deny(missing_docs, warnings)]
#![forbid(unsafe_code)]

pub mod account;
pub mod error;
pub mod money;

pub use error::{LedgerError, Result};
