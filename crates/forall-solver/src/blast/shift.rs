//! Shifts by a distance that is not known.

use super::{Bits, Blaster};
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn shift_left(&mut self, a: &[Literal], distance: &[Literal]) -> Bits {
        let reversed: Bits = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, distance, Literal::FALSE);
        shifted.reverse();
        shifted
    }

    /// `fill` comes in from above: one stage for each bit of the distance that matters.
    pub(super) fn shift_right(&mut self, a: &[Literal], distance: &[Literal], fill: Literal) -> Bits {
        let width = a.len();
        let mut shifted = a.to_vec();
        let mut beyond = Vec::new();
        for (stage, &bit) in distance.iter().enumerate() {
            match 1usize.checked_shl(stage as u32).filter(|&step| step < width) {
                Some(step) => {
                    let moved: Bits =
                        (0..width).map(|i| shifted.get(i + step).copied().unwrap_or(fill)).collect();
                    shifted = self.choose(bit, &moved, &shifted);
                }
                None => beyond.push(bit),
            }
        }
        let gone = self.any(beyond);
        self.choose(gone, &vec![fill; width], &shifted)
    }
}
