//! What can go wrong.

use thiserror::Error;

/// Why the ledger refused something.
#[derive(Debug, Error, PartialEq, Eq, Clone, Copy)]
pub enum LedgerError {
    /// There is less in the account than was asked for.
    #[error("the balance of {balance} does not cover {asked}")]
    Insufficient {
        /// What there is.
        balance: i64,
        /// What was asked for.
        asked: i64,
    },
    /// The sum is larger than any amount.
    #[error("the amount overflows")]
    Overflow,
    /// A transfer of zero, or less.
    #[error("a transfer of nothing")]
    Nothing,
}

/// The result of all that the ledger does.
pub type Result<T> = std::result::Result<T, LedgerError>;

#[cfg(test)]
mod tests {
    use super::*;
    use forall::forall;

    /// Who reads the message learns what was asked for.
    #[forall]
    fn the_message_names_both_numbers(balance: i8, asked: i8) {
        let error = LedgerError::Insufficient { balance: balance.into(), asked: asked.into() };
        let text = error.to_string();
        assert!(text.contains(&balance.to_string()));
        assert!(text.ends_with(&asked.to_string()));
    }
}
