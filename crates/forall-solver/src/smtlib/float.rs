//! Operations on floats. The language knows a single NaN, so which one comes out is said here; and it has no
//! way from a float to its bits, so these are a constant of their own of which it is said that the float is
//! made of them.

use std::fmt::Write;

use super::{Script, bit, literal};
use crate::concrete;
use crate::terms::{Float, Rounding, Term};

impl Script<'_> {
    /// The bits of the result. Declares what it needs.
    pub(super) fn float(&mut self, term: Term, op: Float, operands: [Term; 3]) -> String {
        let (of, width) = (self.terms.width(operands[0]), self.terms.width(term));
        let [a, b, c] = operands.map(|operand| self.symbol(operand));
        let [x, y, z] = [&a, &b, &c].map(|bits| float_of(bits, of));
        match op {
            Float::Eq => bit(&format!("(fp.eq {x} {y})")),
            Float::Lt => bit(&format!("(fp.lt {x} {y})")),
            Float::Le => bit(&format!("(fp.leq {x} {y})")),
            Float::ToS => to_signed(&x, of, width),
            Float::ToU => to_unsigned(&x, of, width),
            Float::FromS => self.bits(term, &format!("((_ to_fp {}) RNE {a})", format(width)), width),
            Float::FromU => {
                self.bits(term, &format!("((_ to_fp_unsigned {}) RNE {a})", format(width)), width)
            }
            Float::ToF => {
                let number = self.bits(term, &format!("((_ to_fp {}) RNE {x})", format(width)), width);
                format!("(ite (fp.isNaN {x}) {} {number})", converted_nan(&a, width))
            }
            _ => {
                let result = match op {
                    Float::Add => format!("(fp.add RNE {x} {y})"),
                    Float::Sub => format!("(fp.sub RNE {x} {y})"),
                    Float::Mul => format!("(fp.mul RNE {x} {y})"),
                    Float::Div => format!("(fp.div RNE {x} {y})"),
                    Float::Sqrt => format!("(fp.sqrt RNE {x})"),
                    Float::Fma => format!("(fp.fma RNE {x} {y} {z})"),
                    Float::Round(rounding) => format!("(fp.roundToIntegral {} {x})", mode(rounding)),
                    _ => truncating_remainder(&x, &y),
                };
                let number = self.bits(term, &result, width);
                let default = literal(width, default_nan(width));
                let number = format!("(ite (fp.isNaN {result}) {default} {number})");
                let quiet = literal(width, 1 << (stored(width) - 1));
                [(&a, &x), (&b, &y), (&c, &z)][..op.arity()]
                    .iter()
                    .rev()
                    .fold(number, |rest, (bits, float)| {
                        format!("(ite (fp.isNaN {float}) (bvor {bits} {quiet}) {rest})")
                    })
            }
        }
    }

    /// Declares the bits of a float. If it is a NaN, nothing is said about them.
    fn bits(&mut self, term: Term, float: &str, width: u32) -> String {
        let name = format!("bits{}", term.index());
        let _ = writeln!(self.text, "(declare-const {name} (_ BitVec {width}))");
        let _ = writeln!(self.text, "(assert (= {} {float}))", float_of(&name, width));
        name
    }
}

/// Bits of the exponent and of the significand.
fn format(width: u32) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// Bits of the fraction.
fn stored(width: u32) -> u32 {
    if width == 32 { 23 } else { 52 }
}

fn float_of(bits: &str, width: u32) -> String {
    format!("((_ to_fp {}) {bits})", format(width))
}

fn default_nan(width: u32) -> u128 {
    concrete::mask(width) & !((1 << (stored(width) - 1)) - 1)
}

fn mode(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Even => "RNE",
        Rounding::Floor => "RTN",
        Rounding::Ceil => "RTP",
        Rounding::Trunc => "RTZ",
        Rounding::Away => "RNA",
    }
}

/// `fp.rem` rounds the quotient to the nearest; this one rounds it towards zero. Whatever is added or
/// subtracted is exact.
fn truncating_remainder(x: &str, y: &str) -> String {
    let (dividend, divisor) = (format!("(fp.abs {x})"), format!("(fp.abs {y})"));
    let nearest = format!("(fp.rem {dividend} {divisor})");
    let positive = format!("(ite (fp.isNegative {nearest}) (fp.add RNE {nearest} {divisor}) {nearest})");
    // A remainder of zero has the sign of the dividend already taken away.
    let magnitude = format!("(fp.abs (ite (fp.isZero {nearest}) {nearest} {positive}))");
    let signed = format!("(ite (fp.isNegative {x}) (fp.neg {magnitude}) {magnitude})");
    let invalid = format!("(or (fp.isInfinite {x}) (fp.isZero {y}))");
    let unchanged = format!("(and (not {invalid}) (fp.lt {dividend} {divisor}))");
    format!("(ite {unchanged} {x} {signed})")
}

/// The payload stays at the high end.
fn converted_nan(bits: &str, width: u32) -> String {
    let quiet = literal(width, 1 << (stored(width) - 1));
    let special = if width == 32 { "#xff" } else { "#b11111111111" };
    let (sign, payload) = match width {
        32 => (63, format!("((_ extract 51 29) {bits})")),
        _ => (31, format!("(concat ((_ extract 22 0) {bits}) #b{:029b})", 0)),
    };
    format!("(bvor (concat (concat ((_ extract {sign} {sign}) {bits}) {special}) {payload}) {quiet})")
}

/// `2^exponent` as a float; infinity if it is too great.
fn power_of_two(exponent: u32, width: u32) -> String {
    let bits = match width {
        32 if exponent > 127 => 0x7f80_0000,
        32 => u128::from((exponent + 127) << 23),
        _ => u128::from(exponent + 1023) << 52,
    };
    float_of(&literal(width, bits), width)
}

fn to_signed(x: &str, of: u32, width: u32) -> String {
    let end = power_of_two(width - 1, of);
    let (least, greatest) = (concrete::sign_bit(width), concrete::mask(width) >> 1);
    format!(
        "(ite (fp.isNaN {x}) {} (ite (fp.geq {x} {end}) {} (ite (fp.leq {x} (fp.neg {end})) {} ((_ fp.to_sbv {width}) RTZ {x}))))",
        literal(width, 0),
        literal(width, greatest),
        literal(width, least)
    )
}

fn to_unsigned(x: &str, of: u32, width: u32) -> String {
    let end = power_of_two(width, of);
    let zero = literal(width, 0);
    format!(
        "(ite (fp.isNaN {x}) {zero} (ite (fp.geq {x} {end}) {} (ite (or (fp.isNegative {x}) (fp.isZero {x})) {zero} ((_ fp.to_ubv {width}) RTZ {x}))))",
        literal(width, concrete::mask(width))
    )
}
