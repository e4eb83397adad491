#[contract]
#[invariant(self.balance() >= 0)]
impl Account {
    #[requires(amount > 0 && self.balance() >= amount)]
    #[requires(self.is_open() && other.is_open() && self.first() != 3)]
    #[ensures(|_| self.balance() == old(self.balance()) - amount)]
    #[ensures(|_| other.balance() == old(other.balance()) + amount)]
    pub fn transfer(&mut self, other: &mut Account, amount: i64) {}

    #[requires(is_round(self.balance()))]
    #[ensures(|ret| self.log.iter().all(|entry| *entry < 3) || matches!(ret, Some(n) if *n > 3))]
    #[ensures(|ret| { let mut sum = 0; for entry in &self.log { sum += entry; } sum == 0 })]
    #[ensures(|ret| self.take() == 1 && *self == old(self.clone()) && self.unknown() == 1)]
    pub fn scan(&mut self) -> Option<i64> {}

    pub fn close(self) -> Result<Self, String> {}

    #[panics(self.balance() == 0, "empty", ensures(|_| self.balance() == old(self.balance())))]
    #[ensures(|ret| *ret == old(self.balance()) && self.balance() == 0)]
    pub fn take(&mut self) -> i64 {}

    #[ensures(|_| self.deep(n))]
    pub fn odd(&mut self, n: u32) {}

    #[pure]
    #[requires(self.balance() > 0)]
    pub fn first(&self) -> u8 {}

    #[pure]
    pub fn balance(&self) -> i64 {}

    #[pure]
    #[ensures(|ret| *ret == !(self.balance() < -100))]
    pub fn is_open(&self) -> bool {}

    #[pure]
    #[ensures(|ret| *ret == (n == 0 || !self.deep(n - 1)))]
    pub fn deep(&self, n: u32) -> bool {}
}
pub struct Account { log: Vec<u8> }
