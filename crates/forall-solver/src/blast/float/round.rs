//! From an exact result to the nearest number of a format, ties to even.

use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::blast::extend;
use crate::circuit::Literal;

impl Blaster {
    /// The significand is in [1, 2), its lowest bit may stand for all that were dropped. The exponent is
    /// signed, and at least as wide as [`Format::exponent_width`].
    pub(super) fn round(
        &mut self,
        format: Format,
        sign: Literal,
        exponent: &[Literal],
        significand: &[Literal],
    ) -> Bits {
        let width = exponent.len();
        let significand = self.shortened(format, significand);
        let above_least = self.subtract(exponent, &number(1 - format.bias(), width));
        let is_subnormal = above_least[width - 1];
        // A subnormal number has the least exponent and a significand below 1.
        let missing = self.negate(&above_least);
        let distance: Bits =
            missing[..width - 1].iter().map(|&bit| self.circuit.and(is_subnormal, bit)).collect();
        let significand = self.shift_right_sticky(&significand, &distance);
        let biased = self.add(&above_least, &number(1, width), Literal::FALSE).sum;
        let biased = self.choose(is_subnormal, &number(0, width), &biased);
        self.pack(format, sign, &biased, &significand)
    }

    /// The same for results that are too great to be subnormal.
    pub(super) fn round_normal(
        &mut self,
        format: Format,
        sign: Literal,
        exponent: &[Literal],
        significand: &[Literal],
    ) -> Bits {
        let width = exponent.len();
        let significand = self.shortened(format, significand);
        let biased = self.add(exponent, &number(format.bias(), width), Literal::FALSE).sum;
        self.pack(format, sign, &biased, &significand)
    }

    /// Exactly two bits more than the precision: enough to know on which side of the middle the number is.
    fn shortened(&mut self, format: Format, significand: &[Literal]) -> Bits {
        let wanted = format.precision + 2;
        match significand.len().checked_sub(wanted) {
            Some(too_many) => {
                let (dropped, kept) = significand.split_at(too_many);
                let mut kept = kept.to_vec();
                let sticky = self.any(dropped.iter().copied());
                kept[0] = self.circuit.or(kept[0], sticky);
                kept
            }
            None => [&vec![Literal::FALSE; wanted - significand.len()], significand].concat(),
        }
    }

    /// The biased exponent is not negative.
    fn pack(&mut self, format: Format, sign: Literal, biased: &[Literal], significand: &[Literal]) -> Bits {
        let (below, kept) = significand.split_at(2);
        let odd_or_more = self.circuit.or(below[0], kept[0]);
        let upwards = self.circuit.and(below[1], odd_or_more);
        // A carry out of the fraction goes to the exponent, which is just right.
        let stored = [&kept[..format.precision - 1], &biased[..format.exponent]].concat();
        let zeros = vec![Literal::FALSE; stored.len()];
        let mut rounded = self.add(&stored, &zeros, upwards).sum;
        rounded.push(sign);
        let (low, high) = biased.split_at(format.exponent);
        let greatest = self.all(low.iter().copied());
        let beyond = self.any(high.iter().copied());
        let too_great = self.circuit.or(greatest, beyond);
        self.choose(too_great, &format.infinity(sign), &rounded)
    }

    /// An exponent that counts from the highest bit of a significand that was shifted to the left.
    pub(super) fn lowered(&mut self, exponent: &[Literal], distance: Bits) -> Bits {
        let distance = extend(distance, exponent.len(), Literal::FALSE);
        self.subtract(exponent, &distance)
    }
}
