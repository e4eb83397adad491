//! Floating-point operations as circuits, from the parts of numbers: sign, exponent, significand.

mod add;
mod compare;
mod convert;
mod divide;
mod fused;
mod integral;
mod multiply;
mod parts;
mod remainder;
mod round;

use super::{Bits, Blaster};
use crate::circuit::Literal;
use crate::terms::Float;
use parts::{Format, Parts};

impl Blaster {
    /// Operands that the operation does not have are ignored. `width` is that of the result.
    pub(super) fn float(&mut self, op: Float, [a, b, c]: [&[Literal]; 3], width: usize) -> Bits {
        match op {
            Float::Add => self.float_add(a, b, Literal::FALSE),
            Float::Sub => self.float_add(a, b, Literal::TRUE),
            Float::Mul => self.float_multiply(a, b),
            Float::Div => self.float_divide(a, b),
            Float::Rem => self.float_remainder(a, b),
            Float::Sqrt => self.float_square_root(a),
            Float::Fma => self.float_fused(a, b, c),
            Float::Round(rounding) => self.float_integral(a, rounding),
            Float::Eq => vec![self.float_equal(a, b)],
            Float::Lt => vec![self.float_less(a, b, Literal::FALSE)],
            Float::Le => vec![self.float_less(a, b, Literal::TRUE)],
            Float::ToF => self.float_to_float(a, width),
            Float::FromS => self.float_from_signed(a, width),
            Float::FromU => self.float_from_unsigned(a, width),
            Float::ToS => self.float_to_signed(a, width),
            Float::ToU => self.float_to_unsigned(a, width),
        }
    }

    /// The first operand that is a NaN, made quiet; else the NaN of invalid operations; else the result.
    fn nan_or(&mut self, format: Format, operands: &[&Parts], invalid: Literal, result: &[Literal]) -> Bits {
        let result = self.choose(invalid, &format.default_nan(), result);
        operands.iter().rev().fold(result, |result, operand| {
            let mut quiet = operand.bits.clone();
            quiet[format.precision - 2] = Literal::TRUE;
            self.choose(operand.is_nan, &quiet, &result)
        })
    }

    fn all(&mut self, bits: impl IntoIterator<Item = Literal>) -> Literal {
        bits.into_iter().fold(Literal::TRUE, |all, bit| self.circuit.and(all, bit))
    }
}

/// The bits of a number in two's complement.
fn number(value: i64, width: usize) -> Bits {
    (0..width).map(|i| Literal::of_bool(value >> i.min(63) & 1 == 1)).collect()
}

#[cfg(test)]
mod tests;
