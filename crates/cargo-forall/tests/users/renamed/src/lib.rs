//! Percentages.

/// A part of the whole, in percent.
pub fn percent(part: u8, whole: u8) -> u16 {
    u16::from(part) * 100 / u16::from(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fa::{assume, forall, Input};

    /// A part and its whole.
    #[derive(Debug, Input)]
    struct Share {
        part: u8,
        whole: u8,
    }

    #[forall]
    fn a_part_is_at_most_everything(share: Share) {
        assume!(share.whole != 0 && share.part <= share.whole);
        assert!(percent(share.part, share.whole) <= 100);
    }

    #[forall]
    fn every_part_has_a_percentage(part: u8, whole: u8) {
        percent(part, whole);
    }
}
