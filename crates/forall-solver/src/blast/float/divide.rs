//! Division and square root, one bit of the result a step.

use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::blast::{complement, extend};
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn float_divide(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let format = Format::of_width(a.len());
        let (x, y) = (self.parts(format, a), self.parts(format, b));
        let sign = self.circuit.xor(x.sign, y.sign);
        let (dividend, divisor) = (self.normal(format, &x), self.normal(format, &y));
        let quotient = self.quotient(&dividend.significand, &divisor.significand);
        // Of two numbers in [1, 2): in (1/2, 2).
        let at_least_one = quotient[quotient.len() - 1];
        let moved = [&[Literal::FALSE], &quotient[..quotient.len() - 1]].concat();
        let significand = self.choose(at_least_one, &quotient, &moved);
        let difference = self.subtract(&dividend.exponent, &divisor.exponent);
        let exponent = self.lowered(&difference, vec![!at_least_one]);
        let rounded = self.round(format, sign, &exponent, &significand);
        let to_zero = self.circuit.or(x.is_zero, y.is_infinite);
        let to_infinity = self.circuit.or(x.is_infinite, y.is_zero);
        let result = self.choose(to_zero, &format.zero(sign), &rounded);
        let result = self.choose(to_infinity, &format.infinity(sign), &result);
        let both_zero = self.circuit.and(x.is_zero, y.is_zero);
        let both_infinite = self.circuit.and(x.is_infinite, y.is_infinite);
        let invalid = self.circuit.or(both_zero, both_infinite);
        self.nan_or(format, &[&x, &y], invalid, &result)
    }

    /// The highest bit stands for 1, the lowest for whatever does not fit. Three bits longer than the operands.
    fn quotient(&mut self, dividend: &[Literal], divisor: &[Literal]) -> Bits {
        let width = dividend.len() + 1;
        let subtrahend = complement(&extend(divisor.to_vec(), width, Literal::FALSE));
        let mut remainder = extend(dividend.to_vec(), width, Literal::FALSE);
        let mut quotient = Bits::new();
        for _ in 0..dividend.len() + 2 {
            let difference = self.add(&remainder, &subtrahend, Literal::TRUE);
            remainder = self.choose(difference.carry, &difference.sum, &remainder);
            quotient.push(difference.carry);
            // What is left is less than the divisor, so its highest bit is clear.
            remainder.pop();
            remainder.insert(0, Literal::FALSE);
        }
        quotient.push(self.any(remainder));
        quotient.reverse();
        quotient
    }

    pub(super) fn float_square_root(&mut self, a: &[Literal]) -> Bits {
        let format = Format::of_width(a.len());
        let x = self.parts(format, a);
        let normal = self.normal(format, &x);
        // In [1, 4), and the exponent even: half of it is that of the root.
        let is_odd = normal.exponent[0];
        let single = extend(normal.significand.clone(), format.precision + 1, Literal::FALSE);
        let double = [&[Literal::FALSE], &normal.significand[..]].concat();
        let radicand = self.choose(is_odd, &double, &single);
        let mut exponent = normal.exponent[1..].to_vec();
        exponent.push(normal.exponent[normal.exponent.len() - 1]);
        let root = self.root(&radicand, format.precision + 2);
        let rounded = self.round_normal(format, Literal::FALSE, &exponent, &root);
        let result = self.choose(x.is_infinite, &format.infinity(x.sign), &rounded);
        let result = self.choose(x.is_zero, &format.zero(x.sign), &result);
        let invalid = self.circuit.and(x.sign, !x.is_zero);
        self.nan_or(format, &[&x], invalid, &result)
    }

    /// So many bits of the root of a number whose two highest bits are before the point, and one more for
    /// what does not fit.
    fn root(&mut self, radicand: &[Literal], bits: usize) -> Bits {
        let mut rest = radicand.iter().rev().copied();
        let mut root: Bits = Vec::new();
        let mut remainder: Bits = Vec::new();
        for _ in 0..bits {
            for _ in 0..2 {
                remainder.insert(0, rest.next().unwrap_or(Literal::FALSE));
            }
            // (2r + 1)² - (2r)² = 4r + 1
            let width = remainder.len().max(root.len() + 2);
            let remaining = extend(remainder, width, Literal::FALSE);
            let step = [&[Literal::TRUE, Literal::FALSE], &root[..]].concat();
            let step = extend(step, width, Literal::FALSE);
            let difference = self.add(&remaining, &complement(&step), Literal::TRUE);
            remainder = self.choose(difference.carry, &difference.sum, &remaining);
            root.insert(0, difference.carry);
            // What is left is at most twice the root.
            remainder.truncate(root.len() + 1);
        }
        root.insert(0, self.any(remainder));
        root
    }

    /// The exponent of a number in [1, 2) that is 1.
    pub(super) fn float_one(&self, format: Format, sign: Literal) -> Bits {
        let mut one = vec![Literal::FALSE; format.precision - 1];
        one.extend(number(format.bias(), format.exponent));
        one.push(sign);
        one
    }
}
