//! Rounding to a whole number.

use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::circuit::Literal;
use crate::terms::Rounding;

impl Blaster {
    pub(super) fn float_integral(&mut self, a: &[Literal], rounding: Rounding) -> Bits {
        let format = Format::of_width(a.len());
        let x = self.parts(format, a);
        let exponent = self.unbiased(format, &x);
        let width = exponent.len();
        let last = format.precision as i64 - 1;
        let is_whole = !self.signed_less(&exponent, &number(last, width));
        let is_below_one = exponent[width - 1];
        // How many bits of the significand are behind the point: 1 to the precision, or more for numbers below 1/2.
        let behind = self.subtract(&number(last, width), &exponent);
        let at_least: Bits = (0..format.precision + 2)
            .map(|i| !self.less(&behind[..width - 1], &number(i as i64, width - 1)))
            .collect();
        let exactly = |blaster: &mut Blaster, i: usize| blaster.circuit.and(at_least[i], !at_least[i + 1]);

        let (mut half, mut less, mut odd) = (Literal::FALSE, Literal::FALSE, Literal::FALSE);
        let mut unit = Bits::new();
        for (i, &bit) in x.significand.iter().enumerate() {
            let is_half = exactly(self, i + 1);
            let is_unit = exactly(self, i);
            let at_half = self.circuit.and(bit, is_half);
            let at_unit = self.circuit.and(bit, is_unit);
            let below_half = match at_least.get(i + 2) {
                Some(&below) => self.circuit.and(bit, below),
                None => Literal::FALSE,
            };
            half = self.circuit.or(half, at_half);
            odd = self.circuit.or(odd, at_unit);
            less = self.circuit.or(less, below_half);
            unit.push(is_unit);
        }
        let any = self.circuit.or(half, less);
        let up = match rounding {
            Rounding::Even => {
                let beyond = self.circuit.or(less, odd);
                self.circuit.and(half, beyond)
            }
            Rounding::Away => half,
            Rounding::Floor => self.circuit.and(x.sign, any),
            Rounding::Ceil => self.circuit.and(!x.sign, any),
            Rounding::Trunc => Literal::FALSE,
        };

        // At least 1: the fraction without what is behind the point, plus one unit; a carry goes to the
        // exponent, which is just right.
        let magnitude = a.len() - 1;
        let kept: Bits = (0..magnitude)
            .map(|i| if i < format.precision - 1 { self.circuit.and(a[i], !at_least[i + 1]) } else { a[i] })
            .collect();
        let step: Bits = (0..magnitude)
            .map(|i| unit.get(i).map_or(Literal::FALSE, |&unit| self.circuit.and(unit, up)))
            .collect();
        let mut large = self.add(&kept, &step, Literal::FALSE).sum;
        large.push(x.sign);
        let (zero, one) = (format.zero(x.sign), self.float_one(format, x.sign));
        let small = self.choose(up, &one, &zero);
        let result = self.choose(is_below_one, &small, &large);
        let result = self.choose(is_whole, a, &result);
        self.nan_or(format, &[&x], Literal::FALSE, &result)
    }
}
