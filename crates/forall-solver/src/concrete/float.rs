//! Floating-point operations on values. The machine computes them; which NaN comes out is decided here,
//! because Rust leaves it open.

use super::{mask, signed};
use crate::terms::{Float, Rounding};

/// `operand` and `result` are widths. Operands that the operation does not have are ignored.
pub(crate) fn float(op: Float, operand: u32, result: u32, [a, b, c]: [u128; 3]) -> u128 {
    match op {
        Float::FromS if result == 32 => u128::from((signed(operand, a) as f32).to_bits()),
        Float::FromS => u128::from((signed(operand, a) as f64).to_bits()),
        Float::FromU if result == 32 => u128::from((a as f32).to_bits()),
        Float::FromU => u128::from((a as f64).to_bits()),
        _ if operand == 32 => {
            let [x, y, z] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            match op {
                Float::Eq => u128::from(x == y),
                Float::Lt => u128::from(x < y),
                Float::Le => u128::from(x <= y),
                Float::ToS => saturate_signed(x as i128, result),
                Float::ToU => (x as u128).min(mask(result)),
                Float::ToF if x.is_nan() => widened_nan(a),
                Float::ToF => u128::from(f64::from(x).to_bits()),
                _ => with_nan(op, SINGLE, [a, b, c], || arithmetic32(op, x, y, z)),
            }
        }
        _ => {
            let [x, y, z] = [a, b, c].map(|bits| f64::from_bits(bits as u64));
            match op {
                Float::Eq => u128::from(x == y),
                Float::Lt => u128::from(x < y),
                Float::Le => u128::from(x <= y),
                Float::ToS => saturate_signed(x as i128, result),
                Float::ToU => (x as u128).min(mask(result)),
                Float::ToF if x.is_nan() => narrowed_nan(a),
                Float::ToF => u128::from((x as f32).to_bits()),
                _ => with_nan(op, DOUBLE, [a, b, c], || arithmetic64(op, x, y, z)),
            }
        }
    }
}

/// Where the parts of a format are.
struct Layout {
    infinity: u128,
    sign: u128,
    quiet: u128,
}

const SINGLE: Layout = Layout { infinity: 0x7f80_0000, sign: 1 << 31, quiet: 1 << 22 };
const DOUBLE: Layout = Layout { infinity: 0x7ff0_0000_0000_0000, sign: 1 << 63, quiet: 1 << 51 };

/// The first operand that is a NaN, or what is computed, or the NaN of invalid operations.
fn with_nan(op: Float, layout: Layout, operands: [u128; 3], compute: impl FnOnce() -> u128) -> u128 {
    let is_nan = |bits: u128| bits & !layout.sign > layout.infinity;
    match operands[..op.arity()].iter().find(|&&operand| is_nan(operand)) {
        Some(nan) => nan | layout.quiet,
        None => {
            Some(compute()).filter(|&r| !is_nan(r)).unwrap_or(layout.sign | layout.infinity | layout.quiet)
        }
    }
}

fn arithmetic32(op: Float, x: f32, y: f32, z: f32) -> u128 {
    let result = match op {
        Float::Add => x + y,
        Float::Sub => x - y,
        Float::Mul => x * y,
        Float::Div => x / y,
        Float::Rem => x % y,
        Float::Sqrt => x.sqrt(),
        Float::Fma => x.mul_add(y, z),
        Float::Round(Rounding::Even) => x.round_ties_even(),
        Float::Round(Rounding::Floor) => x.floor(),
        Float::Round(Rounding::Ceil) => x.ceil(),
        Float::Round(Rounding::Trunc) => x.trunc(),
        Float::Round(Rounding::Away) => x.round(),
        _ => unreachable!("no arithmetic"),
    };
    u128::from(result.to_bits())
}

fn arithmetic64(op: Float, x: f64, y: f64, z: f64) -> u128 {
    let result = match op {
        Float::Add => x + y,
        Float::Sub => x - y,
        Float::Mul => x * y,
        Float::Div => x / y,
        Float::Rem => x % y,
        Float::Sqrt => x.sqrt(),
        Float::Fma => x.mul_add(y, z),
        Float::Round(Rounding::Even) => x.round_ties_even(),
        Float::Round(Rounding::Floor) => x.floor(),
        Float::Round(Rounding::Ceil) => x.ceil(),
        Float::Round(Rounding::Trunc) => x.trunc(),
        Float::Round(Rounding::Away) => x.round(),
        _ => unreachable!("no arithmetic"),
    };
    u128::from(result.to_bits())
}

fn saturate_signed(value: i128, width: u32) -> u128 {
    let greatest = (mask(width) >> 1) as i128;
    value.clamp(-greatest - 1, greatest) as u128 & mask(width)
}

/// The payload stays at the high end.
fn widened_nan(a: u128) -> u128 {
    (a & SINGLE.sign) << 32 | DOUBLE.infinity | DOUBLE.quiet | (a & (SINGLE.quiet - 1)) << 29
}

fn narrowed_nan(a: u128) -> u128 {
    (a & DOUBLE.sign) >> 32 | SINGLE.infinity | SINGLE.quiet | (a >> 29 & (SINGLE.quiet - 1))
}
