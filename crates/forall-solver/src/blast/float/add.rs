//! Addition and subtraction.

use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::blast::extend;
use crate::circuit::Literal;

/// A finite number without its sign, and whether it is above zero or below.
pub(super) struct Addend {
    pub sign: Literal,
    /// The power of two of the highest bit of the significand.
    pub exponent: Bits,
    pub significand: Bits,
}

impl Blaster {
    pub(super) fn float_add(&mut self, a: &[Literal], b: &[Literal], subtract: Literal) -> Bits {
        let format = Format::of_width(a.len());
        let (x, y) = (self.parts(format, a), self.parts(format, b));
        let y_sign = self.circuit.xor(y.sign, subtract);
        let magnitude = a.len() - 1;
        let swap = self.less(&a[..magnitude], &b[..magnitude]);
        let [x_exponent, y_exponent] = [&x, &y].map(|parts| self.unbiased(format, parts));
        let greater = Addend {
            sign: self.circuit.mux(swap, y_sign, x.sign),
            exponent: self.choose(swap, &y_exponent, &x_exponent),
            significand: self.choose(swap, &y.significand, &x.significand),
        };
        let smaller = Addend {
            sign: self.circuit.mux(swap, x.sign, y_sign),
            exponent: self.choose(swap, &x_exponent, &y_exponent),
            significand: self.choose(swap, &x.significand, &y.significand),
        };
        let sum = self.sum(format, &greater, &smaller);
        let either_infinite = self.circuit.or(x.is_infinite, y.is_infinite);
        let result = self.choose(either_infinite, &format.infinity(greater.sign), &sum);
        let opposite = self.circuit.xor(x.sign, y_sign);
        let invalid = self.all([x.is_infinite, y.is_infinite, opposite]);
        self.nan_or(format, &[&x, &y], invalid, &result)
    }

    /// The rounded sum of two numbers, the one with the greater magnitude first. Their significands are
    /// equally long.
    pub(super) fn sum(&mut self, format: Format, greater: &Addend, smaller: &Addend) -> Bits {
        let width = greater.exponent.len();
        let distance = self.subtract(&greater.exponent, &smaller.exponent);
        // Two bits below the last and one that stands for the rest: after a difference that loses its leading
        // bit there still is one to round by; if it loses more, nothing was shifted out.
        let spaced =
            |significand: &[Literal]| [&[Literal::FALSE; 3], significand, &[Literal::FALSE]].concat();
        let smaller_aligned = self.shift_right_sticky(&spaced(&smaller.significand), &distance[..width - 1]);
        let subtract = self.circuit.xor(greater.sign, smaller.sign);
        let flipped: Bits = smaller_aligned.iter().map(|&bit| self.circuit.xor(bit, subtract)).collect();
        let sum = self.add(&spaced(&greater.significand), &flipped, subtract).sum;
        let (significand, zeros) = self.normalise(&sum);
        let is_zero = !significand[significand.len() - 1];
        let one_higher = self.add(&greater.exponent, &number(1, width), Literal::FALSE).sum;
        let exponent = self.subtract(&one_higher, &extend(zeros, width, Literal::FALSE));
        let rounded = self.round(format, greater.sign, &exponent, &significand);
        // Numbers that cancel each other give the positive zero.
        let zero_sign = self.circuit.and(greater.sign, !subtract);
        self.choose(is_zero, &format.zero(zero_sign), &rounded)
    }
}
