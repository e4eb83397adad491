//! Conversions between formats, and from and to integers.

use super::parts::Format;
use super::{Bits, Blaster, number};
use crate::blast::{extend, sign_extend};
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn float_to_float(&mut self, a: &[Literal], width: usize) -> Bits {
        let (from, to) = (Format::of_width(a.len()), Format::of_width(width));
        let x = self.parts(from, a);
        let normal = self.normal(from, &x);
        let rounded = if to.precision > from.precision {
            let exponent = sign_extend(normal.exponent, to.exponent_width());
            self.round_normal(to, x.sign, &exponent, &normal.significand)
        } else {
            self.round(to, x.sign, &normal.exponent, &normal.significand)
        };
        let result = self.choose(x.is_zero, &to.zero(x.sign), &rounded);
        let result = self.choose(x.is_infinite, &to.infinity(x.sign), &result);
        // The payload of a NaN stays at the high end.
        let payload = &a[..from.precision - 1];
        let mut nan = match (to.precision - 1).checked_sub(payload.len()) {
            Some(missing) => [&vec![Literal::FALSE; missing], payload].concat(),
            None => payload[payload.len() - (to.precision - 1)..].to_vec(),
        };
        nan[to.precision - 2] = Literal::TRUE;
        nan.resize(width - 1, Literal::TRUE);
        nan.push(x.sign);
        self.choose(x.is_nan, &nan, &result)
    }

    pub(super) fn float_from_signed(&mut self, a: &[Literal], width: usize) -> Bits {
        let sign = a[a.len() - 1];
        let magnitude = self.negate_if(sign, a);
        self.float_from_magnitude(sign, &magnitude, width)
    }

    pub(super) fn float_from_unsigned(&mut self, a: &[Literal], width: usize) -> Bits {
        self.float_from_magnitude(Literal::FALSE, a, width)
    }

    fn float_from_magnitude(&mut self, sign: Literal, magnitude: &[Literal], width: usize) -> Bits {
        let format = Format::of_width(width);
        let (significand, zeros) = self.normalise(magnitude);
        let is_zero = !significand[significand.len() - 1];
        let highest = number(magnitude.len() as i64 - 1, format.exponent_width());
        let exponent = self.lowered(&highest, zeros);
        let rounded = self.round_normal(format, sign, &exponent, &significand);
        self.choose(is_zero, &format.zero(Literal::FALSE), &rounded)
    }

    pub(super) fn float_to_unsigned(&mut self, a: &[Literal], width: usize) -> Bits {
        let format = Format::of_width(a.len());
        let x = self.parts(format, a);
        let (magnitude, too_great) = self.whole_part(format, a, width, width);
        let result = self.choose(too_great, &vec![Literal::TRUE; width], &magnitude);
        let nothing = self.circuit.or(x.sign, x.is_nan);
        result.into_iter().map(|bit| self.circuit.and(bit, !nothing)).collect()
    }

    pub(super) fn float_to_signed(&mut self, a: &[Literal], width: usize) -> Bits {
        let format = Format::of_width(a.len());
        let x = self.parts(format, a);
        let (magnitude, too_great) = self.whole_part(format, a, width, width - 1);
        let value = self.negate_if(x.sign, &magnitude);
        // The least number is out of range by this measure, but it is what all those below become.
        let mut greatest = vec![!x.sign; width];
        greatest[width - 1] = x.sign;
        let result = self.choose(too_great, &greatest, &value);
        result.into_iter().map(|bit| self.circuit.and(bit, !x.is_nan)).collect()
    }

    /// The magnitude without what is behind the point, if it needs no more than `most` bits; and whether it
    /// needs more.
    fn whole_part(&mut self, format: Format, a: &[Literal], width: usize, most: usize) -> (Bits, Literal) {
        let x = self.parts(format, a);
        let exponent = self.unbiased(format, &x);
        let is_below_one = exponent[exponent.len() - 1];
        let is_short = self.signed_less(&exponent, &number(most as i64, exponent.len()));
        let field = extend(x.significand, width + format.precision - 1, Literal::FALSE);
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let shifted = self.shift_left(&field, &exponent[..stages]);
        let whole =
            shifted[format.precision - 1..].iter().map(|&bit| self.circuit.and(bit, !is_below_one)).collect();
        (whole, !is_short)
    }
}
