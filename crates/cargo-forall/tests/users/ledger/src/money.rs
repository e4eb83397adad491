//! Amounts of money, in cents.

use std::fmt;

/// An amount, in cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Cents(pub i64);

impl Cents {
    /// The sum, if there is one.
    #[must_use]
    pub fn checked_add(self, other: Cents) -> Option<Cents> {
        self.0.checked_add(other.0).map(Cents)
    }

    /// Splits the amount in `n` parts that differ by a cent at most.
    #[must_use]
    pub fn split(self, n: u8) -> Vec<Cents> {
        let n = i64::from(n);
        let mut parts = vec![Cents(self.0 / n); n as usize];
        let rest = self.0 % n;
        for part in parts.iter_mut().take(rest as usize) {
            part.0 += 1;
        }
        parts
    }

    /// What is left of the price after a discount.
    #[must_use]
    pub fn discounted(self, percent: u8) -> Cents {
        Cents(self.0 - self.0 * i64::from(percent) / 100)
    }

    /// Reads an amount such as `12.05`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Cents> {
        let (whole, fraction) = text.split_once('.')?;
        if fraction.len() != 2 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let fraction: i64 = fraction.parse().ok()?;
        whole.checked_mul(100)?.checked_add(fraction).map(Cents)
    }

    /// The yearly interest, rounded to whole cents.
    #[must_use]
    pub fn interest(self, percent: u8) -> Cents {
        let rate = f64::from(percent) / 100.0;
        Cents((self.0 as f64 * rate).round() as i64)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::Cents;
    use forall::{assume, forall};

    /// It does not matter which amount comes first.
    #[forall]
    fn addition_commutes(a: Cents, b: Cents) {
        assert_eq!(a.checked_add(b), b.checked_add(a));
    }

    /// No cent is lost.
    #[forall]
    fn parts_add_up(amount: i32, n: u8) {
        assume!((1..=6).contains(&n));
        let sum: i64 = Cents(amount.into()).split(n).iter().map(|part| part.0).sum();
        assert_eq!(sum, i64::from(amount));
    }

    /// Nobody gets two cents more than somebody else.
    #[forall]
    fn parts_are_fair(amount: u32, n: u8) {
        assume!((1..=5).contains(&n));
        let parts = Cents(amount.into()).split(n);
        let most = parts.iter().max().unwrap();
        let least = parts.iter().min().unwrap();
        assert!(most.0 - least.0 <= 1);
    }

    /// A discount makes nothing dearer.
    #[forall]
    fn discounts_are_not_dearer(price: Cents, percent: u8) {
        assume!(price.0 >= 0 && percent <= 100);
        assert!(price.discounted(percent) <= price);
    }

    /// What is printed can be read again.
    #[forall]
    fn printed_amounts_are_read_back(cents: i16) {
        let text = Cents(cents.into()).to_string();
        assert_eq!(Cents::parse(&text), Some(Cents(cents.into())));
    }

    /// The same for what we have, which is never less than nothing.
    #[forall]
    fn printed_savings_are_read_back(cents: u16) {
        let text = Cents(cents.into()).to_string();
        assert_eq!(Cents::parse(&text), Some(Cents(cents.into())));
    }

    /// A reader of amounts must survive everything.
    #[forall]
    fn any_text_is_read_or_refused(text: &str) {
        if let Some(amount) = Cents::parse(text) {
            assert!(text.contains('.'));
            assert!(text.len() > 3 || amount.0 == 0);
        }
    }

    /// Debts are written with a minus sign.
    #[forall]
    fn debts_are_the_opposite_of_savings(whole: u8, fraction: u8) {
        assume!(fraction < 100);
        let savings = Cents::parse(&format!("{whole}.{fraction:02}")).unwrap();
        let debt = Cents::parse(&format!("-{whole}.{fraction:02}")).unwrap();
        assert_eq!(debt.0, -savings.0);
    }

    /// The bank computes with whole numbers, and so must we.
    #[forall]
    fn interest_is_rounded_half_up(amount: u16, percent: u8) {
        let exact = (i64::from(amount) * i64::from(percent) + 50) / 100;
        assert_eq!(Cents(amount.into()).interest(percent).0, exact);
    }
}
