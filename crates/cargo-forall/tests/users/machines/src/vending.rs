//! A vending machine.

use std::collections::HashMap;
use thiserror::Error;

#[derive(Debug, Error, PartialEq, Eq, Clone)]
pub enum Refusal {
    #[error("there is no {0}")]
    Unknown(u8),
    #[error("{0} is sold out")]
    SoldOut(u8),
    #[error("{missing} cents are missing")]
    TooLittle { missing: u16 },
}

/// What there is: number, price and how many.
#[derive(Debug, Default)]
pub struct Machine {
    slots: HashMap<u8, (u16, u8)>,
    credit: u16,
}

impl Machine {
    pub fn fill(&mut self, slot: u8, price: u16, count: u8) {
        self.slots.insert(slot, (price, count));
    }

    pub fn pay(&mut self, cents: u16) {
        self.credit = self.credit.saturating_add(cents);
    }

    /// Sells one; returns the change.
    pub fn select(&mut self, slot: u8) -> Result<u16, Refusal> {
        let (price, count) = self.slots.get_mut(&slot).ok_or(Refusal::Unknown(slot))?;
        if *count == 0 {
            return Err(Refusal::SoldOut(slot));
        }
        if self.credit < *price {
            return Err(Refusal::TooLittle { missing: *price - self.credit });
        }
        *count -= 1;
        Ok(std::mem::take(&mut self.credit) - *price)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn change_and_price_are_what_was_paid(price: u16, paid: u16) {
        let mut machine = Machine::default();
        machine.fill(1, price, 1);
        machine.pay(paid);
        match machine.select(1) {
            Ok(change) => assert_eq!(change + price, paid),
            Err(refusal) => assert_eq!(refusal, Refusal::TooLittle { missing: price - paid }),
        }
    }

    #[forall]
    fn unknown_slots_are_refused(filled: u8, selected: u8) {
        let mut machine = Machine::default();
        machine.fill(filled, 0, 1);
        assert_eq!(machine.select(selected).is_ok(), filled == selected);
    }

    #[forall]
    fn coins_are_not_swallowed(coins: Vec<u16>) {
        let mut machine = Machine::default();
        machine.fill(0, 0, 1);
        for coin in &coins {
            machine.pay(*coin);
        }
        let sum: u32 = coins.iter().map(|coin| u32::from(*coin)).sum();
        assert_eq!(machine.select(0).map(u32::from), Ok(sum));
    }

    /// What customers read.
    #[forall]
    fn messages(slot: u8, price: u16) -> String {
        assume!(slot < 3 && price < 5);
        let mut machine = Machine::default();
        machine.fill(0, price, 1);
        machine.fill(1, price, 0);
        machine.select(slot).map_or_else(|refusal| refusal.to_string(), |_| "thank you".into())
    }
}
