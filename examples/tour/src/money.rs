//! Third stop: arithmetic that goes wrong at its edges.

/// An amount in cents. Debts are negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cents(pub i64);

impl Cents {
    /// Has a mistake: it overflows for the largest of all debts.
    pub fn distance_from_zero(self) -> Cents {
        Cents(self.0.abs())
    }

    /// What is left after a discount. Has a mistake: the product can overflow although the result is small.
    pub fn reduced_by(self, percent: u8) -> Cents {
        Cents(self.0 - self.0 * i64::from(percent) / 100)
    }

    /// The sum, or the nearest amount there is.
    pub fn saturating_add(self, other: Cents) -> Cents {
        Cents(self.0.saturating_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// FAILED, for one amount out of 2^64: no choice of examples or random inputs would find it except by knowing it.
    #[forall]
    fn distances_are_not_negative(amount: i64) {
        assert!(Cents(amount).distance_from_zero() >= Cents(0));
    }

    /// FAILED: the overflow is reported with the line of the multiplication.
    #[forall]
    fn a_discount_makes_nothing_dearer(amount: i64, percent: u8) {
        assume!(amount >= 0);
        assume!(percent <= 100);
        assert!(Cents(amount).reduced_by(percent) <= Cents(amount));
    }

    /// Proved: for amounts as they occur in the shop, the same property holds.
    #[forall]
    fn a_discount_makes_nothing_in_the_shop_dearer(amount: i64, percent: u8) {
        assume!((0..100_000_000).contains(&amount));
        assume!(percent <= 100);
        assert!(Cents(amount).reduced_by(percent) <= Cents(amount));
    }

    /// Proved.
    #[forall]
    fn adding_what_is_not_negative_does_not_lower(a: i64, b: i64) {
        assume!(b >= 0);
        assert!(Cents(a).saturating_add(Cents(b)) >= Cents(a));
    }
}
