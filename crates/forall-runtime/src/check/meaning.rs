//! What each operation of the protocol computes, on values. Written from the protocol alone, so that it can
//! contradict everybody else.

use super::floats;
use crate::terms::{Terms, truncate};
use forall_protocol::terms::{Op, TermId};

/// The value of a term, given those of the inputs and a way to the values of its operands.
pub fn value(
    terms: &Terms,
    term: TermId,
    input: impl Fn(u32) -> u128,
    of: &mut dyn FnMut(TermId) -> u128,
) -> u128 {
    let record = terms.record(term);
    let width = u32::from(record.width);
    let op = terms.op(term).expect("only known operations are recorded");
    let value = match op {
        Op::Const | Op::Address => u128::from(record.a) | u128::from(record.b) << 32,
        Op::Input => input(record.a),
        Op::Concat => of(record.a) << terms.width(record.b) | of(record.b),
        Op::Extract => of(record.a) >> record.b,
        Op::ZExt => of(record.a),
        Op::SExt => signed(of(record.a), terms.width(record.a)) as u128,
        Op::Ite => {
            if of(record.a) == 1 {
                of(record.b)
            } else {
                of(record.c)
            }
        }
        Op::CtPop => of(record.a).count_ones().into(),
        Op::CtLz => u128::from(of(record.a).leading_zeros() - (128 - width)),
        Op::CtTz => of(record.a).trailing_zeros().min(width).into(),
        Op::BSwap => of(record.a).swap_bytes() >> (128 - width),
        Op::BitReverse => of(record.a).reverse_bits() >> (128 - width),
        Op::FSqrt => floats::unary(op, 0, width, of(record.a)),
        Op::FRound => floats::unary(op, record.b, width, of(record.a)),
        Op::FFma => floats::fused(width, [of(record.a), of(record.b), of(record.c)]),
        Op::FToF | Op::FFromS | Op::FFromU | Op::FToS | Op::FToU => {
            floats::convert(op, terms.width(record.a), width, of(record.a))
        }
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => {
            floats::binary(op, width, of(record.a), of(record.b))
        }
        Op::FEq | Op::FLt | Op::FLe => {
            floats::compare(op, terms.width(record.a), of(record.a), of(record.b)).into()
        }
        _ => integers(op, terms.width(record.a), of(record.a), of(record.b)),
    };
    truncate(value, width)
}

/// Operations on two integers of one width. The result may have bits above it.
fn integers(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let (signed_a, signed_b) = (signed(a, width), signed(b, width));
    let top = truncate(u128::MAX, width);
    let fits = |result: Option<i128>| result.is_some_and(|r| signed(truncate(r as u128, width), width) == r);
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        // The program never divides by zero; the solver's convention is as good as any.
        Op::UDiv => a.checked_div(b).unwrap_or(top),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => {
            if signed_a < 0 {
                1
            } else {
                top
            }
        }
        Op::SDiv => signed_a.wrapping_div(signed_b) as u128,
        Op::SRem if b == 0 => a,
        Op::SRem => signed_a.wrapping_rem(signed_b) as u128,
        Op::Shl if b >= u128::from(width) => 0,
        Op::Shl => a << b,
        Op::LShr if b >= u128::from(width) => 0,
        Op::LShr => a >> b,
        Op::AShr => (signed_a >> b.min(u128::from(width - 1))) as u128,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Eq => (a == b).into(),
        Op::Ne => (a != b).into(),
        Op::ULt => (a < b).into(),
        Op::ULe => (a <= b).into(),
        Op::SLt => (signed_a < signed_b).into(),
        Op::SLe => (signed_a <= signed_b).into(),
        Op::UAddOverflow => a.checked_add(b).is_none_or(|sum| sum > top).into(),
        Op::USubOverflow => (a < b).into(),
        Op::UMulOverflow => a.checked_mul(b).is_none_or(|product| product > top).into(),
        Op::SAddOverflow => (!fits(signed_a.checked_add(signed_b))).into(),
        Op::SSubOverflow => (!fits(signed_a.checked_sub(signed_b))).into(),
        Op::SMulOverflow => (!fits(signed_a.checked_mul(signed_b))).into(),
        other => unreachable!("{other:?} is no operation on two integers"),
    }
}

/// The value read as two's complement.
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}
