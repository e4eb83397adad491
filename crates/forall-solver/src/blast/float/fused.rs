//! Multiplication and addition with one rounding.

use super::add::Addend;
use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn float_fused(&mut self, a: &[Literal], b: &[Literal], c: &[Literal]) -> Bits {
        let format = Format::of_width(a.len());
        let [x, y, z] = [a, b, c].map(|bits| self.parts(format, bits));
        let sign = self.circuit.xor(x.sign, y.sign);
        let product = self.exact_product(format, &x, &y);
        let product_is_zero = self.circuit.or(x.is_zero, y.is_zero);
        let product_is_infinite = self.circuit.or(x.is_infinite, y.is_infinite);
        let addend = self.normal(format, &z);
        let addend_significand = [&vec![Literal::FALSE; format.precision], &addend.significand[..]].concat();

        // The exponent of a zero means nothing: it has to be the smaller one.
        let width = format.exponent_width();
        let least = number(-(3 << (format.exponent - 1)), width);
        let product_exponent = self.choose(product_is_zero, &least, &product.exponent);
        let addend_exponent = self.choose(z.is_zero, &least, &addend.exponent);
        let product_significand: Bits =
            product.significand.iter().map(|&bit| self.circuit.and(bit, !product_is_zero)).collect();
        let lower = self.signed_less(&product_exponent, &addend_exponent);
        let same = self.equal(&product_exponent, &addend_exponent);
        let less = self.less(&product_significand, &addend_significand);
        let same_and_less = self.circuit.and(same, less);
        let swap = self.circuit.or(lower, same_and_less);
        let greater = Addend {
            sign: self.circuit.mux(swap, z.sign, sign),
            exponent: self.choose(swap, &addend_exponent, &product_exponent),
            significand: self.choose(swap, &addend_significand, &product_significand),
        };
        let smaller = Addend {
            sign: self.circuit.mux(swap, sign, z.sign),
            exponent: self.choose(swap, &product_exponent, &addend_exponent),
            significand: self.choose(swap, &product_significand, &addend_significand),
        };
        let sum = self.sum(format, &greater, &smaller);
        let result = self.choose(z.is_infinite, &format.infinity(z.sign), &sum);
        let result = self.choose(product_is_infinite, &format.infinity(sign), &result);

        let no_product = self.circuit.and(product_is_zero, product_is_infinite);
        let opposite = self.circuit.xor(sign, z.sign);
        let no_sum = self.all([product_is_infinite, z.is_infinite, opposite]);
        let invalid = self.circuit.or(no_product, no_sum);
        self.nan_or(format, &[&x, &y, &z], invalid, &result)
    }
}
