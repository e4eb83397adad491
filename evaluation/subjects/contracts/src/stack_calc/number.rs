//! A number while its digits are entered.

use forall_spec::{Input, contract};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Input)]
pub struct Number {
    magnitude: i64,
    is_negative: bool,
}

const LARGEST: i64 = 999_999_999_999;

#[contract]
#[invariant(0 <= self.magnitude && self.magnitude <= LARGEST)]
impl Number {
    #[requires(digit <= 9)]
    #[ensures(|ret| ret.value() == i64::from(digit))]
    pub fn starting_with(digit: u8) -> Self {
        Number { magnitude: i64::from(digit), is_negative: false }
    }

    #[pure]
    #[ensures(|ret| *ret == LARGEST || *ret < LARGEST)]
    pub fn value(&self) -> i64 {
        if self.is_negative { -self.magnitude } else { self.magnitude }
    }

    #[pure]
    #[requires(digit <= 9)]
    pub fn has_room_for(&self, digit: u8) -> bool {
        self.magnitude <= (LARGEST - i64::from(digit)) / 10
    }

    #[requires(digit <= 9 && self.has_room_for(digit))]
    #[ensures(|_| self.value().abs() == old(self.value().abs()) * 10 + i64::from(digit))]
    pub fn append(&mut self, digit: u8) {
        self.magnitude = self.magnitude * 10 + i64::from(digit);
    }

    #[ensures(|_| self.value() == -old(self.value()))]
    pub fn change_sign(&mut self) {
        self.is_negative = !self.is_negative;
    }

    #[ensures(|_| self.value().abs() == old(self.value().abs()) / 10)]
    pub fn erase(&mut self) {
        self.magnitude /= 10;
    }
}
