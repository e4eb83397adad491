//! Intrinsics that are a few plain instructions: written out, so that the rest of the instrumenter never meets them.

use crate::llvm::{BinOp, Builder, Cast, Module, Opcode, Predicate, TypeKind, Value};

pub fn lower(program: Module) {
    let builder = Builder::new(program.context);
    for function in program.functions() {
        for block in function.blocks() {
            for instruction in block.instructions() {
                if instruction.opcode() != Opcode::Call {
                    continue;
                }
                let callee = instruction.callee();
                if !callee.is_function() || !callee.is_intrinsic() {
                    continue;
                }
                builder.before(instruction);
                if let Some(replacement) = plain_form(&builder, &callee.name(), instruction) {
                    instruction.replace_all_uses_with(replacement);
                    instruction.erase();
                }
            }
        }
    }
}

/// The value of the call in plain instructions, if it is one of those intrinsics on integers.
fn plain_form(b: &Builder, name: &str, call: Value) -> Option<Value> {
    let arguments = call.arguments();
    let first = *arguments.first()?;
    if name.starts_with("llvm.expect.") {
        return Some(first);
    }
    let TypeKind::Integer(width) = first.type_of().kind() else { return None };
    let second = arguments.get(1).copied();
    let family = name.strip_prefix("llvm.")?.rsplit_once(".i")?.0;
    let pick = |predicate| second.map(|second| b.select(b.compare(predicate, first, second), first, second));
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

fn saturate_signed(b: &Builder, width: u32, op: BinOp, left: Value, right: Value) -> Value {
    let result = b.binary(op, left, right);
    // Overflow: for a sum, the result's sign differs from both operands'; for a difference, the operands' signs differ and the result's
    // differs from the left one's.
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

/// Shifting the operands' concatenation by the amount modulo the width; the part shifted in goes in two steps because one step could be by
/// the whole width.
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
