//! Counting bits.

use super::{Bits, Blaster, extend};
use crate::circuit::Literal;

impl Blaster {
    /// Adds halves, so that the numbers stay short as long as possible.
    pub(super) fn count_ones(&mut self, a: &[Literal]) -> Bits {
        let count = self.sum_of_bits(a);
        extend(count, a.len(), Literal::FALSE)
    }

    /// As wide as the number of bits needs.
    fn sum_of_bits(&mut self, a: &[Literal]) -> Bits {
        if let [bit] = a {
            return vec![*bit];
        }
        let (low, high) = a.split_at(a.len() / 2);
        let (low, high) = (self.sum_of_bits(low), self.sum_of_bits(high));
        let width = bits_needed(a.len());
        let sum = self.add(
            &extend(low, width, Literal::FALSE),
            &extend(high, width, Literal::FALSE),
            Literal::FALSE,
        );
        sum.sum
    }

    /// How many zeros come before the first one.
    pub(super) fn count_zeros(
        &mut self,
        bits: impl DoubleEndedIterator<Item = Literal> + ExactSizeIterator,
        width: usize,
    ) -> Bits {
        let constant = |value: usize| -> Bits {
            (0..width).map(|i| Literal::of_bool(i < 64 && value >> i & 1 == 1)).collect()
        };
        bits.enumerate()
            .rev()
            .fold(constant(width), |count, (position, bit)| self.choose(bit, &constant(position), &count))
    }
}

/// How many bits hold every number up to this one.
fn bits_needed(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}
