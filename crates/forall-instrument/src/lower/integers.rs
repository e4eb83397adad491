//! Intrinsics on integers.

use crate::llvm::{BinOp, Builder, Cast, Predicate, TypeKind, Value};

/// The value of a call of an intrinsic on integers; `name` is without `llvm.`.
pub fn plain_call(b: &Builder, name: &str, call: Value) -> Option<Value> {
    let arguments = call.arguments();
    let first = *arguments.first()?;
    if name.starts_with("expect.") {
        return Some(first);
    }
    let TypeKind::Integer(width) = first.type_of().kind() else { return None };
    let second = arguments.get(1).copied();
    let (family, _) = name.rsplit_once(".i")?;
    let pick = |predicate| second.map(|second| extreme(b, predicate, first, second));
    match family {
        "umin" => pick(Predicate::Ult),
        "umax" => pick(Predicate::Ugt),
        "smin" => pick(Predicate::Slt),
        "smax" => pick(Predicate::Sgt),
        "abs" => {
            let zero = b.int(width, 0);
            Some(b.select(b.compare(Predicate::Slt, first, zero), b.binary(BinOp::Sub, zero, first), first))
        }
        "uadd.sat" => {
            let sum = b.binary(BinOp::Add, first, second?);
            Some(b.select(b.compare(Predicate::Ult, sum, first), b.ones(width), sum))
        }
        "usub.sat" => {
            let difference = b.binary(BinOp::Sub, first, second?);
            Some(b.select(b.compare(Predicate::Ult, first, second?), b.int(width, 0), difference))
        }
        "sadd.sat" => Some(saturate_signed(b, width, BinOp::Add, first, second?)),
        "ssub.sat" => Some(saturate_signed(b, width, BinOp::Sub, first, second?)),
        "fshl" => Some(funnel_shift(b, width, first, second?, arguments[2], true)),
        "fshr" => Some(funnel_shift(b, width, first, second?, arguments[2], false)),
        // the result type comes first in the name: llvm.ucmp.i8.i32
        "ucmp.i8" => Some(three_way(b, call, first, second?, Predicate::Ult, Predicate::Ugt)),
        "scmp.i8" => Some(three_way(b, call, first, second?, Predicate::Slt, Predicate::Sgt)),
        _ => None,
    }
}

/// The left operand if it compares so, else the right one.
pub fn extreme(b: &Builder, predicate: Predicate, left: Value, right: Value) -> Value {
    b.select(b.compare(predicate, left, right), left, right)
}

fn saturate_signed(b: &Builder, width: u32, op: BinOp, left: Value, right: Value) -> Value {
    let result = b.binary(op, left, right);
    // Overflow: for a sum, the result's sign differs from both operands'; for a difference, the operands'
    // signs differ and the result's differs from the left one's.
    let other = if op == BinOp::Add {
        b.binary(BinOp::Xor, right, result)
    } else {
        b.binary(BinOp::Xor, left, right)
    };
    let signs = b.binary(BinOp::And, b.binary(BinOp::Xor, left, result), other);
    let overflow = b.compare(Predicate::Slt, signs, b.int(width, 0));
    let sign = b.binary(BinOp::AShr, left, b.int(width, u64::from(width - 1)));
    let largest = b.binary(BinOp::LShr, b.ones(width), b.int(width, 1));
    b.select(overflow, b.binary(BinOp::Xor, sign, largest), result)
}

/// Shifting the operands' concatenation by the amount modulo the width; the part shifted in goes in two steps
/// because one step could be by the whole width.
fn funnel_shift(b: &Builder, width: u32, high: Value, low: Value, amount: Value, left: bool) -> Value {
    let amount = b.binary(BinOp::URem, amount, b.int(width, u64::from(width)));
    let rest = b.binary(BinOp::Sub, b.int(width, u64::from(width - 1)), amount);
    let one = b.int(width, 1);
    let (a, c) = if left {
        let low = b.binary(BinOp::LShr, low, one);
        (b.binary(BinOp::Shl, high, amount), b.binary(BinOp::LShr, low, rest))
    } else {
        let high = b.binary(BinOp::Shl, high, one);
        (b.binary(BinOp::Shl, high, rest), b.binary(BinOp::LShr, low, amount))
    };
    b.binary(BinOp::Or, a, c)
}

fn three_way(
    b: &Builder,
    call: Value,
    left: Value,
    right: Value,
    less: Predicate,
    greater: Predicate,
) -> Value {
    let result = call.type_of();
    let less = b.cast(Cast::ZExt, b.compare(less, left, right), result);
    let greater = b.cast(Cast::ZExt, b.compare(greater, left, right), result);
    b.binary(BinOp::Sub, greater, less)
}
