//! Multiplication.

use super::parts::{Format, Normal, Parts};
use super::{Bits, Blaster};
use crate::blast::extend;
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn float_multiply(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let format = Format::of_width(a.len());
        let (x, y) = (self.parts(format, a), self.parts(format, b));
        let sign = self.circuit.xor(x.sign, y.sign);
        let product = self.exact_product(format, &x, &y);
        let rounded = self.round(format, sign, &product.exponent, &product.significand);
        let either_zero = self.circuit.or(x.is_zero, y.is_zero);
        let either_infinite = self.circuit.or(x.is_infinite, y.is_infinite);
        let result = self.choose(either_zero, &format.zero(sign), &rounded);
        let result = self.choose(either_infinite, &format.infinity(sign), &result);
        let invalid = self.circuit.and(either_zero, either_infinite);
        self.nan_or(format, &[&x, &y], invalid, &result)
    }

    /// Twice as long as the precision.
    pub(super) fn exact_product(&mut self, format: Format, x: &Parts, y: &Parts) -> Normal {
        let (x, y) = (self.normal(format, x), self.normal(format, y));
        let width = 2 * format.precision;
        let product = self.multiply(
            &extend(x.significand, width, Literal::FALSE),
            &extend(y.significand, width, Literal::FALSE),
        );
        // Two factors in [1, 2): the product is in [1, 4).
        let at_least_two = product[width - 1];
        let moved = [&[Literal::FALSE], &product[..width - 1]].concat();
        let significand = self.choose(at_least_two, &product, &moved);
        let exponent = self.add(&x.exponent, &y.exponent, at_least_two).sum;
        Normal { exponent, significand }
    }
}
