//! The remainder: long division of significands, one step for each power of two between dividend and divisor.
//!
//! That can be two thousand steps for 64 bits: the largest circuit of all.

use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::blast::{complement, extend};
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn float_remainder(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let format = Format::of_width(a.len());
        let (x, y) = (self.parts(format, a), self.parts(format, b));
        let (dividend, divisor) = (self.normal(format, &x), self.normal(format, &y));
        let distance = self.subtract(&dividend.exponent, &divisor.exponent);
        let remainder =
            self.significand_remainder(format, &dividend.significand, &divisor.significand, &distance);
        let (significand, zeros) = self.normalise(&remainder);
        let is_zero = !significand[significand.len() - 1];
        let exponent = self.lowered(&divisor.exponent, zeros);
        let rounded = self.round(format, x.sign, &exponent, &significand);
        let result = self.choose(is_zero, &format.zero(x.sign), &rounded);
        let magnitude = a.len() - 1;
        // An infinite divisor is greater, too.
        let unchanged = self.less(&a[..magnitude], &b[..magnitude]);
        let result = self.choose(unchanged, a, &result);
        let invalid = self.circuit.or(x.is_infinite, y.is_zero);
        self.nan_or(format, &[&x, &y], invalid, &result)
    }

    /// `dividend << distance` modulo `divisor`, if the distance is not negative.
    fn significand_remainder(
        &mut self,
        format: Format,
        dividend: &[Literal],
        divisor: &[Literal],
        distance: &[Literal],
    ) -> Bits {
        let width = dividend.len() + 1;
        let most = 2 * format.bias() + format.precision as i64 - 2;
        let subtrahend = complement(&extend(divisor.to_vec(), width, Literal::FALSE));
        let negative = distance[distance.len() - 1];
        let mut remainder = extend(dividend.to_vec(), width, Literal::FALSE);
        for step in (0..=most).rev() {
            let below = self.less(distance, &number(step, distance.len()));
            let active = self.circuit.and(!below, !negative);
            let difference = self.add(&remainder, &subtrahend, Literal::TRUE);
            let fits = self.circuit.and(difference.carry, active);
            remainder = self.choose(fits, &difference.sum, &remainder);
            if step > 0 {
                // What is left is less than the divisor, so its highest bit is clear.
                let moved = [&[Literal::FALSE], &remainder[..width - 1]].concat();
                remainder = self.choose(active, &moved, &remainder);
            }
        }
        remainder.truncate(width - 1);
        remainder
    }
}
