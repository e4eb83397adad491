//! Accounts and what happens to them.

use crate::{LedgerError, Result};

/// An account that may not be overdrawn.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Account {
    balance: i64,
}

/// One line of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Entry {
    /// Money that came.
    Deposit(u16),
    /// Money that went.
    Withdrawal(u16),
}

impl Account {
    /// An account with something in it.
    #[must_use]
    pub fn with_balance(balance: u32) -> Account {
        Account { balance: balance.into() }
    }

    /// What is in the account.
    #[must_use]
    pub fn balance(&self) -> i64 {
        self.balance
    }

    /// Puts money in.
    ///
    /// # Errors
    /// When the sum is too large.
    pub fn deposit(&mut self, amount: i64) -> Result<()> {
        self.balance = self.balance.checked_add(amount).ok_or(LedgerError::Overflow)?;
        Ok(())
    }

    /// Takes money out.
    ///
    /// # Errors
    /// When there is not so much.
    pub fn withdraw(&mut self, amount: i64) -> Result<()> {
        if amount > self.balance {
            return Err(LedgerError::Insufficient { balance: self.balance, asked: amount });
        }
        self.balance -= amount;
        Ok(())
    }

    /// Does what a statement says; returns how many lines were refused.
    pub fn replay(&mut self, entries: &[Entry]) -> usize {
        let mut refused = 0;
        for entry in entries {
            let done = match *entry {
                Entry::Deposit(amount) => self.deposit(amount.into()),
                Entry::Withdrawal(amount) => self.withdraw(amount.into()),
            };
            refused += usize::from(done.is_err());
        }
        refused
    }
}

/// Moves money from one account to another.
///
/// # Errors
/// When there is nothing to move, or too little to take it from.
pub fn transfer(from: &mut Account, to: &mut Account, amount: i64) -> Result<()> {
    if amount <= 0 {
        return Err(LedgerError::Nothing);
    }
    from.withdraw(amount)?;
    to.deposit(amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// An account never goes below zero.
    #[forall]
    fn withdrawals_do_not_overdraw(balance: u32, amount: i64) {
        let mut account = Account::with_balance(balance);
        let _ = account.withdraw(amount);
        assert!(account.balance() >= 0);
    }

    /// Money is neither made nor lost.
    #[forall]
    fn transfers_keep_the_sum(a: u32, b: u32, amount: i64) {
        let (mut from, mut to) = (Account::with_balance(a), Account::with_balance(b));
        let _ = transfer(&mut from, &mut to, amount);
        assert_eq!(from.balance() + to.balance(), i64::from(a) + i64::from(b));
    }

    /// Who has enough can pay.
    #[forall]
    fn covered_transfers_succeed(a: u32, amount: u32) -> Result<()> {
        assume!(amount <= a);
        let (mut from, mut to) = (Account::with_balance(a), Account::default());
        transfer(&mut from, &mut to, amount.into())
    }

    /// Whatever the statement says, nothing is overdrawn.
    #[forall(max_len = 4)]
    fn statements_do_not_overdraw(entries: &[Entry]) {
        let mut account = Account::default();
        let refused = account.replay(entries);
        assert!(refused <= entries.len());
        assert!(account.balance() >= 0);
    }

    /// How many lines are refused now; nobody has said how it should be.
    #[forall(max_len = 3)]
    fn refused_lines(entries: Vec<Entry>) -> (usize, i64) {
        let mut account = Account::with_balance(10);
        (account.replay(&entries), account.balance())
    }
}
