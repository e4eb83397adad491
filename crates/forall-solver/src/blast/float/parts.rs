//! A number taken apart.

use super::{Bits, Blaster, number};
use crate::blast::extend;
use crate::circuit::Literal;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Format {
    /// Bits of the exponent.
    pub exponent: usize,
    /// Bits of the significand, with the leading one that is not stored.
    pub precision: usize,
}

impl Format {
    pub fn of_width(width: usize) -> Format {
        match width {
            32 => Format { exponent: 8, precision: 24 },
            _ => Format { exponent: 11, precision: 53 },
        }
    }

    pub fn width(self) -> usize {
        self.exponent + self.precision
    }

    pub fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Exponents are computed in so many bits, signed: enough for products and quotients of subnormal numbers.
    pub fn exponent_width(self) -> usize {
        self.exponent + 2
    }

    pub fn infinity(self, sign: Literal) -> Bits {
        let mut bits = vec![Literal::FALSE; self.precision - 1];
        bits.resize(self.width() - 1, Literal::TRUE);
        bits.push(sign);
        bits
    }

    pub fn zero(self, sign: Literal) -> Bits {
        let mut bits = vec![Literal::FALSE; self.width() - 1];
        bits.push(sign);
        bits
    }

    pub fn default_nan(self) -> Bits {
        let mut bits = self.infinity(Literal::TRUE);
        bits[self.precision - 2] = Literal::TRUE;
        bits
    }
}

pub(super) struct Parts {
    pub bits: Bits,
    pub sign: Literal,
    /// As stored, but 1 for subnormal numbers, which have the same scale.
    pub biased: Bits,
    /// With the leading bit.
    pub significand: Bits,
    pub is_zero: Literal,
    pub is_infinite: Literal,
    pub is_nan: Literal,
}

/// A finite number as a significand in [1, 2) times a power of two. If the number is zero, so is the significand.
pub(super) struct Normal {
    pub exponent: Bits,
    pub significand: Bits,
}

impl Blaster {
    pub(super) fn parts(&mut self, format: Format, bits: &[Literal]) -> Parts {
        let (fraction, rest) = bits.split_at(format.precision - 1);
        let (stored, sign) = rest.split_at(format.exponent);
        let is_normal = self.any(stored.iter().copied());
        let is_special = self.all(stored.iter().copied());
        let has_fraction = self.any(fraction.iter().copied());
        let mut biased = stored.to_vec();
        biased[0] = self.circuit.or(biased[0], !is_normal);
        let mut significand = fraction.to_vec();
        significand.push(is_normal);
        Parts {
            bits: bits.to_vec(),
            sign: sign[0],
            biased,
            significand,
            is_zero: self.circuit.and(!is_normal, !has_fraction),
            is_infinite: self.circuit.and(is_special, !has_fraction),
            is_nan: self.circuit.and(is_special, has_fraction),
        }
    }

    pub(super) fn normal(&mut self, format: Format, parts: &Parts) -> Normal {
        let width = format.exponent_width();
        let exponent = self.unbiased(format, parts);
        let (significand, zeros) = self.normalise(&parts.significand);
        let exponent = self.subtract(&exponent, &extend(zeros, width, Literal::FALSE));
        Normal { exponent, significand }
    }

    /// The power of two that the leading bit of the significand stands for.
    pub(super) fn unbiased(&mut self, format: Format, parts: &Parts) -> Bits {
        let width = format.exponent_width();
        let biased = extend(parts.biased.clone(), width, Literal::FALSE);
        self.add(&biased, &number(-format.bias(), width), Literal::FALSE).sum
    }

    /// Shifted to the left until the highest bit is set, and by how much. Nothing is said of the distance for zero.
    pub(super) fn normalise(&mut self, bits: &[Literal]) -> (Bits, Bits) {
        let mut bits = bits.to_vec();
        let mut distance = Bits::new();
        let stages = usize::BITS - (bits.len() - 1).leading_zeros();
        for stage in (0..stages).rev() {
            let step = 1 << stage;
            let (low, high) = bits.split_at(bits.len() - step);
            let is_clear = !self.any(high.iter().copied());
            let moved = [&vec![Literal::FALSE; step], low].concat();
            bits = self.choose(is_clear, &moved, &bits);
            distance.insert(0, is_clear);
        }
        (bits, distance)
    }

    /// What is shifted out is remembered in the lowest bit.
    pub(super) fn shift_right_sticky(&mut self, bits: &[Literal], distance: &[Literal]) -> Bits {
        let width = bits.len();
        let mut bits = bits.to_vec();
        let mut sticky = Literal::FALSE;
        for (stage, &moves) in distance.iter().enumerate() {
            let step = 1usize.checked_shl(stage as u32).unwrap_or(width).min(width);
            let dropped = self.any(bits[..step].iter().copied());
            let lost = self.circuit.and(moves, dropped);
            sticky = self.circuit.or(sticky, lost);
            let moved = extend(bits[step..].to_vec(), width, Literal::FALSE);
            bits = self.choose(moves, &moved, &bits);
        }
        bits[0] = self.circuit.or(bits[0], sticky);
        bits
    }
}
