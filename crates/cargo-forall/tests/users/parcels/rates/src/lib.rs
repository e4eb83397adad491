//! What a parcel costs.

/// A parcel, in grams and centimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Parcel {
    pub weight: u32,
    pub size: [u8; 3],
}

/// How fast it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(test, derive(forall::Input))]
pub enum Speed {
    Slow,
    Fast,
    /// At this hour of the day.
    At(#[cfg_attr(test, forall(range = 8..=18))] u8),
}

impl Parcel {
    /// In cubic centimetres.
    pub fn volume(&self) -> u32 {
        self.size.iter().map(|side| u32::from(*side)).product()
    }

    /// The larger of weight and volume counts.
    pub fn charged(&self) -> u32 {
        self.weight.max(self.volume() / 5)
    }
}

/// The price in cents.
pub fn price(parcel: &Parcel, speed: Speed) -> u32 {
    let base = match parcel.charged() {
        0..=1000 => 390,
        1001..=5000 => 590,
        weight => 590 + (weight - 5000),
    };
    match speed {
        Speed::Slow => base,
        Speed::Fast => base * 2,
        Speed::At(hour) => base * 2 + 100 * u32::from(18 - hour),
    }
}

/// The price with a reduction, in percent of the rest.
pub fn reduced(price: u32, reductions: &[u8]) -> u32 {
    reductions.iter().fold(price, |rest, percent| rest - rest / 100 * u32::from(*percent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    #[forall]
    fn volumes_are_small(parcel: Parcel) {
        assert!(parcel.volume() < 1 << 24);
    }

    #[forall]
    fn heavier_is_not_cheaper(parcel: Parcel, other: u32) {
        assume!(other >= parcel.weight);
        let heavier = Parcel { weight: other, ..parcel };
        assert!(price(&heavier, Speed::Slow) >= price(&parcel, Speed::Slow));
    }

    #[forall]
    fn faster_is_dearer(parcel: Parcel, speed: Speed) {
        assume!(speed != Speed::Slow);
        assert!(price(&parcel, speed) > price(&parcel, Speed::Slow));
    }

    /// Prices for parcels as people send them.
    #[forall]
    fn ordinary_parcels_are_dearer_when_faster(parcel: Parcel, speed: Speed) {
        assume!(parcel.weight <= 40_000 && speed > Speed::Slow);
        assert!(price(&parcel, speed) > price(&parcel, Speed::Slow));
    }

    #[forall]
    fn every_parcel_has_a_price(parcel: Parcel, speed: Speed) {
        assume!(parcel.weight < 1_000_000);
        assert!(price(&parcel, speed) >= 390);
    }

    #[forall(max_len = 3)]
    fn reductions_reduce(price: u32, reductions: &[u8]) {
        assert!(reduced(price, reductions) <= price);
    }

    #[forall(max_len = 2)]
    fn real_reductions_reduce(price: u32, reductions: &[u8]) {
        assume!(reductions.iter().all(|percent| *percent <= 100));
        assert!(reduced(price, reductions) <= price);
    }
}
