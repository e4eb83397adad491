//! Floating-point operations by the instructions of the machine, so that no compiler has a say in them.

use std::arch::asm;

use forall_solver::{Float, Rounding};

use super::{negative, ones};

/// `width` is that of the operands, `result` that of the result.
pub fn float(op: Float, width: u32, result: u32, operands: &[u128]) -> u128 {
    let (a, b) = (operands[0], operands.get(1).copied().unwrap_or(0));
    let first_nan =
        operands.iter().find(|&&operand| is_nan(width, operand)).map(|nan| nan | quiet_bit(width));
    match op {
        Float::FromS if negative(width, a) => {
            from_magnitude(a.wrapping_neg() & ones(width), result) | 1 << (result - 1)
        }
        Float::FromS | Float::FromU => from_magnitude(a, result),
        Float::ToS | Float::ToU => to_integer(op == Float::ToS, width, result, a),
        Float::Round(Rounding::Away) => first_nan.unwrap_or_else(|| away(width, a)),
        Float::Rem => first_nan.unwrap_or_else(|| remainder(width, a, b)),
        Float::Fma => first_nan.unwrap_or_else(|| fused(width, operands)),
        _ if width == 32 => u128::from(single(op, a as u32, b as u32)),
        _ => u128::from(double(op, a as u64, b as u64)),
    }
}

fn infinity(width: u32) -> u128 {
    if width == 32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 }
}

fn quiet_bit(width: u32) -> u128 {
    if width == 32 { 1 << 22 } else { 1 << 51 }
}

fn is_nan(width: u32, a: u128) -> bool {
    a & ones(width - 1) > infinity(width)
}

fn single(op: Float, a: u32, b: u32) -> u64 {
    macro_rules! instruction {
        ($template:literal) => {{
            let mut result = f32::from_bits(a);
            // SAFETY: an arithmetic instruction on registers.
            unsafe { asm!($template, inout(xmm_reg) result, in(xmm_reg) f32::from_bits(b), options(pure, nomem, nostack)) };
            u64::from(result.to_bits())
        }};
    }
    match op {
        Float::Add => instruction!("addss {0}, {1}"),
        Float::Sub => instruction!("subss {0}, {1}"),
        Float::Mul => instruction!("mulss {0}, {1}"),
        Float::Div => instruction!("divss {0}, {1}"),
        Float::Sqrt => instruction!("sqrtss {0}, {0} /* {1} */"),
        Float::Round(Rounding::Even) => instruction!("roundss {0}, {0}, 8 /* {1} */"),
        Float::Round(Rounding::Floor) => instruction!("roundss {0}, {0}, 9 /* {1} */"),
        Float::Round(Rounding::Ceil) => instruction!("roundss {0}, {0}, 10 /* {1} */"),
        Float::Round(Rounding::Trunc) => instruction!("roundss {0}, {0}, 11 /* {1} */"),
        Float::Eq => instruction!("cmpss {0}, {1}, 0") & 1,
        Float::Lt => instruction!("cmpss {0}, {1}, 1") & 1,
        Float::Le => instruction!("cmpss {0}, {1}, 2") & 1,
        Float::ToF => {
            let result: f64;
            // SAFETY: a conversion between registers.
            unsafe {
                asm!("cvtss2sd {0}, {1}", out(xmm_reg) result, in(xmm_reg) f32::from_bits(a), options(pure, nomem, nostack));
            }
            result.to_bits()
        }
        _ => unreachable!("{op:?} is no instruction"),
    }
}

fn double(op: Float, a: u64, b: u64) -> u64 {
    macro_rules! instruction {
        ($template:literal) => {{
            let mut result = f64::from_bits(a);
            // SAFETY: an arithmetic instruction on registers.
            unsafe { asm!($template, inout(xmm_reg) result, in(xmm_reg) f64::from_bits(b), options(pure, nomem, nostack)) };
            result.to_bits()
        }};
    }
    match op {
        Float::Add => instruction!("addsd {0}, {1}"),
        Float::Sub => instruction!("subsd {0}, {1}"),
        Float::Mul => instruction!("mulsd {0}, {1}"),
        Float::Div => instruction!("divsd {0}, {1}"),
        Float::Sqrt => instruction!("sqrtsd {0}, {0} /* {1} */"),
        Float::Round(Rounding::Even) => instruction!("roundsd {0}, {0}, 8 /* {1} */"),
        Float::Round(Rounding::Floor) => instruction!("roundsd {0}, {0}, 9 /* {1} */"),
        Float::Round(Rounding::Ceil) => instruction!("roundsd {0}, {0}, 10 /* {1} */"),
        Float::Round(Rounding::Trunc) => instruction!("roundsd {0}, {0}, 11 /* {1} */"),
        Float::Eq => instruction!("cmpsd {0}, {1}, 0") & 1,
        Float::Lt => instruction!("cmpsd {0}, {1}, 1") & 1,
        Float::Le => instruction!("cmpsd {0}, {1}, 2") & 1,
        Float::ToF => {
            let result: f32;
            // SAFETY: a conversion between registers.
            unsafe {
                asm!("cvtsd2ss {0}, {1}", out(xmm_reg) result, in(xmm_reg) f64::from_bits(a), options(pure, nomem, nostack));
            }
            u64::from(result.to_bits())
        }
        _ => unreachable!("{op:?} is no instruction"),
    }
}

/// By the old floating-point unit, whose partial remainder is exact.
fn remainder(width: u32, a: u128, b: u128) -> u128 {
    let widened = |bits: u128| match width {
        32 => f64::from_bits(single(Float::ToF, bits as u32, 0)),
        _ => f64::from_bits(bits as u64),
    };
    let (x, y) = (widened(a), widened(b));
    let mut result = 0f64;
    // SAFETY: reads two numbers and writes one, all of which live on this stack.
    unsafe {
        asm!(
            "fld qword ptr [{y}]",
            "fld qword ptr [{x}]",
            "2:",
            "fprem",
            "fnstsw ax",
            "test ax, 0x400",
            "jnz 2b",
            "fstp qword ptr [{result}]",
            "fstp st(0)",
            x = in(reg) &x,
            y = in(reg) &y,
            result = in(reg) &mut result,
            out("ax") _,
            out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
            out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
        );
    }
    match width {
        32 => u128::from(double(Float::ToF, result.to_bits(), 0)),
        _ => u128::from(result.to_bits()),
    }
}

/// No operand is a NaN.
fn fused(width: u32, operands: &[u128]) -> u128 {
    let result = if width == 32 {
        let [a, b, c] = [0, 1, 2].map(|i| f32::from_bits(operands[i] as u32));
        u128::from(a.mul_add(b, c).to_bits())
    } else {
        let [a, b, c] = [0, 1, 2].map(|i| f64::from_bits(operands[i] as u64));
        u128::from(a.mul_add(b, c).to_bits())
    };
    // Libraries and instructions agree on the number, not on the sign of a NaN.
    if is_nan(width, result) {
        ones(width) << (width - 1) & ones(width) | infinity(width) | quiet_bit(width)
    } else {
        result
    }
}

/// No NaN. There is no instruction for this one: half is added to the magnitude of those that have a fraction.
fn away(width: u32, a: u128) -> u128 {
    let (stored, bias) = if width == 32 { (23, 127) } else { (52, 1023) };
    let sign = a & 1 << (width - 1);
    let magnitude = a & ones(width - 1);
    let exponent = (magnitude >> stored) as i32 - bias;
    let one = (bias as u128) << stored;
    match exponent {
        e if e >= stored => a,
        -1 => sign | one,
        e if e < -1 => sign,
        e => {
            let behind = stored - e;
            sign | ((magnitude + (1 << (behind - 1))) >> behind << behind)
        }
    }
}

/// Rounds to the nearest, ties to even, digit by digit.
fn from_magnitude(a: u128, width: u32) -> u128 {
    let (stored, bias) = if width == 32 { (23, 127u32) } else { (52, 1023) };
    if a == 0 {
        return 0;
    }
    let exponent = 127 - a.leading_zeros();
    let biased = u128::from(exponent + bias) << stored;
    if exponent <= stored {
        return biased + ((a << (stored - exponent)) - (1 << stored));
    }
    let dropped = exponent - stored;
    let kept = a >> dropped;
    let rest = a & ones(dropped);
    let half = 1 << (dropped - 1);
    let up = rest > half || (rest == half && kept & 1 == 1);
    biased + (kept - (1 << stored)) + u128::from(up)
}

fn to_integer(is_signed: bool, width: u32, result: u32, a: u128) -> u128 {
    let (stored, bias) = if width == 32 { (23, 127) } else { (52, 1023) };
    if is_nan(width, a) {
        return 0;
    }
    let is_negative = negative(width, a);
    let exponent = ((a & ones(width - 1)) >> stored) as i32 - bias;
    let significand = a & ones(stored as u32) | 1 << stored;
    let magnitude = match exponent {
        e if e < 0 => Some(0),
        e if e > 127 => None,
        e if e >= stored => Some(significand << (e - stored)),
        e => Some(significand >> (stored - e)),
    };
    let (least, greatest) = match is_signed {
        true => (1u128 << (result - 1), ones(result) >> 1),
        false => (0, ones(result)),
    };
    match (is_negative, magnitude) {
        (true, magnitude) => magnitude.map_or(least, |m| m.min(least)).wrapping_neg() & ones(result),
        (false, magnitude) => magnitude.map_or(greatest, |m| m.min(greatest)),
    }
}
