//! Last stop: what is not known is said.
//!
//! None of these tests fails. They are not proved either, and the report says why, where, and what would help.

/// The most that may be bought at once; a shop may set its own.
pub fn limit() -> u32 {
    std::env::var("TOUR_LIMIT").ok().and_then(|text| text.parse().ok()).unwrap_or(1000)
}

pub fn is_allowed(pieces: u32) -> bool {
    pieces <= limit()
}

/// A mark out of 20 as a share of the best one, kinder to the good ones.
pub fn share(mark: u8) -> f64 {
    (f64::from(mark) / 20.0).powf(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall::{assume, forall};

    /// Incomplete: what the environment says is no argument of this test, so other machines may see something else.
    #[forall]
    fn nothing_can_always_be_bought(pieces: u32) {
        assert!(pieces > 0 || is_allowed(pieces));
    }

    /// Incomplete: how the C library computes a power is not known. Arithmetic on floats is followed.
    #[forall]
    fn a_mark_is_at_most_everything(mark: u8) {
        assume!(mark <= 20);
        assert!(share(mark) <= 1.0);
    }
}
