//! Floating-point operations on bit patterns. The machine computes; which NaN comes out is written down here.

use super::meaning::signed;
use crate::terms::truncate;
use forall_protocol::terms::{Op, Rounding};

pub fn binary(op: Op, width: u32, a: u128, b: u128) -> u128 {
    with_nan(width, &[a, b], || match width {
        32 => bits32(arithmetic!(op, single(a), single(b))),
        _ => bits64(arithmetic!(op, double(a), double(b))),
    })
}

pub fn compare(op: Op, width: u32, a: u128, b: u128) -> bool {
    // Every single has the same order as the double it converts to.
    let [a, b] = [a, b].map(|bits| if width == 32 { f64::from(single(bits)) } else { double(bits) });
    match op {
        Op::FEq => a == b,
        Op::FLt => a < b,
        Op::FLe => a <= b,
        other => unreachable!("{other:?} is no comparison of floats"),
    }
}

/// Square root and rounding; `mode` is a [`Rounding`].
pub fn unary(op: Op, mode: u32, width: u32, a: u128) -> u128 {
    let rounding = Rounding::from_code(mode).expect("only known ways of rounding are recorded");
    with_nan(width, &[a], || match width {
        32 => bits32(one_operand!(op, rounding, single(a))),
        _ => bits64(one_operand!(op, rounding, double(a))),
    })
}

pub fn fused(width: u32, [a, b, c]: [u128; 3]) -> u128 {
    with_nan(width, &[a, b, c], || match width {
        32 => bits32(single(a).mul_add(single(b), single(c))),
        _ => bits64(double(a).mul_add(double(b), double(c))),
    })
}

pub fn convert(op: Op, from: u32, to: u32, a: u128) -> u128 {
    match (op, from, to) {
        (Op::FFromS, _, 32) => bits32(signed(a, from) as f32),
        (Op::FFromS, ..) => bits64(signed(a, from) as f64),
        (Op::FFromU, _, 32) => bits32(a as f32),
        (Op::FFromU, ..) => bits64(a as f64),
        (Op::FToS, ..) => {
            let value = if from == 32 { single(a) as i128 } else { double(a) as i128 };
            let largest = i128::MAX >> (128 - to);
            value.clamp(-largest - 1, largest) as u128
        }
        (Op::FToU, ..) => {
            let value = if from == 32 { single(a) as u128 } else { double(a) as u128 };
            value.min(truncate(u128::MAX, to))
        }
        (Op::FToF, 32, _) if is_nan(32, a) => a >> 31 << 63 | 0x7FF8 << 48 | (a & 0x3F_FFFF) << 29,
        (Op::FToF, 32, _) => bits64(f64::from(single(a))),
        (Op::FToF, ..) if is_nan(64, a) => a >> 63 << 31 | 0x7FC0 << 16 | a >> 29 & 0x3F_FFFF,
        (Op::FToF, ..) => bits32(double(a) as f32),
        (other, ..) => unreachable!("{other:?} is no conversion of floats"),
    }
}

/// The first NaN among the operands, made quiet; else what is computed, where every NaN is the one for an
/// invalid operation.
fn with_nan(width: u32, operands: &[u128], compute: impl FnOnce() -> u128) -> u128 {
    let (quiet, invalid) =
        if width == 32 { (1 << 22, 0xFFC0_0000) } else { (1 << 51, 0xFFF8_0000_0000_0000) };
    if let Some(nan) = operands.iter().find(|&&operand| is_nan(width, operand)) {
        return nan | quiet;
    }
    let result = compute();
    if is_nan(width, result) { invalid } else { result }
}

pub fn is_nan(width: u32, bits: u128) -> bool {
    if width == 32 { single(bits).is_nan() } else { double(bits).is_nan() }
}

fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

fn bits32(value: f32) -> u128 {
    value.to_bits().into()
}

fn bits64(value: f64) -> u128 {
    value.to_bits().into()
}

macro_rules! arithmetic {
    ($op:expr, $a:expr, $b:expr) => {
        match $op {
            Op::FAdd => $a + $b,
            Op::FSub => $a - $b,
            Op::FMul => $a * $b,
            Op::FDiv => $a / $b,
            Op::FRem => $a % $b,
            other => unreachable!("{other:?} is no arithmetic on two floats"),
        }
    };
}

macro_rules! one_operand {
    ($op:expr, $rounding:expr, $a:expr) => {
        match ($op, $rounding) {
            (Op::FSqrt, _) => $a.sqrt(),
            (_, Rounding::Even) => $a.round_ties_even(),
            (_, Rounding::Floor) => $a.floor(),
            (_, Rounding::Ceil) => $a.ceil(),
            (_, Rounding::Trunc) => $a.trunc(),
            (_, Rounding::Away) => $a.round(),
        }
    };
}

use {arithmetic, one_operand};
