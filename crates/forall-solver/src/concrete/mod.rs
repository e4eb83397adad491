//! What each operation computes, on values. Constant folding and evaluation share it; the circuits are tested
//! against it.
//!
//! Values are unsigned and fit their width.

mod float;

pub(crate) use float::float;

use crate::terms::{Binary, Unary};

/// All ones.
pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The value with only the sign bit set: the smallest signed one.
pub(crate) fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

/// The value read as two's complement.
pub(crate) fn signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

pub(crate) fn unary(op: Unary, width: u32, a: u128) -> u128 {
    let unused = 128 - width;
    match op {
        Unary::Not => !a & mask(width),
        Unary::Neg => a.wrapping_neg() & mask(width),
        // Counts of a one-bit value fit one bit, those of two bits fit two: the count is at most the width.
        Unary::CtPop => u128::from(a.count_ones()),
        Unary::CtLz => u128::from(a.leading_zeros() - unused),
        Unary::CtTz => u128::from(a.trailing_zeros().min(width)),
        Unary::BSwap => a.swap_bytes() >> unused,
        Unary::BitReverse => a.reverse_bits() >> unused,
    }
}

/// `width` is that of the operands. `Concat` has operands of two widths and is not among these, see [`concat`].
pub(crate) fn binary(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let mask = mask(width);
    let (sa, sb) = (signed(width, a), signed(width, b));
    let fits = |result: Option<i128>| result.is_some_and(|r| signed(width, r as u128 & mask) == r);
    match op {
        Binary::Add => a.wrapping_add(b) & mask,
        Binary::Sub => a.wrapping_sub(b) & mask,
        Binary::Mul => a.wrapping_mul(b) & mask,
        Binary::UDiv => a.checked_div(b).unwrap_or(mask),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                mask
            }
        }
        Binary::SDiv => sa.wrapping_div(sb) as u128 & mask,
        Binary::SRem if b == 0 => a,
        Binary::SRem => sa.wrapping_rem(sb) as u128 & mask,
        Binary::Shl if b >= u128::from(width) => 0,
        Binary::Shl => a << b & mask,
        Binary::LShr if b >= u128::from(width) => 0,
        Binary::LShr => a >> b,
        Binary::AShr => (sa >> b.min(u128::from(width - 1))) as u128 & mask,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Eq => u128::from(a == b),
        Binary::Ne => u128::from(a != b),
        Binary::ULt => u128::from(a < b),
        Binary::ULe => u128::from(a <= b),
        Binary::SLt => u128::from(sa < sb),
        Binary::SLe => u128::from(sa <= sb),
        Binary::UAddOverflow => u128::from(a > mask - b),
        Binary::USubOverflow => u128::from(a < b),
        Binary::UMulOverflow => u128::from(a.checked_mul(b).is_none_or(|product| product > mask)),
        Binary::SAddOverflow => u128::from(!fits(sa.checked_add(sb))),
        Binary::SSubOverflow => u128::from(!fits(sa.checked_sub(sb))),
        Binary::SMulOverflow => u128::from(!fits(sa.checked_mul(sb))),
        Binary::Concat => unreachable!("the operands of a concatenation have two widths"),
    }
}

pub(crate) fn concat(high: u128, low_width: u32, low: u128) -> u128 {
    // A low part of 128 bits leaves no room for a high one.
    high << low_width | low
}

pub(crate) fn sign_extend(from: u32, to: u32, value: u128) -> u128 {
    signed(from, value) as u128 & mask(to)
}

pub(crate) fn extract(value: u128, low: u32, width: u32) -> u128 {
    value >> low & mask(width)
}
