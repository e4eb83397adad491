//! Operations on floats that are a matter of single bits, or of a comparison and a choice.

use crate::llvm::{BinOp, Builder, Cast, FloatPredicate, Opcode, TypeKind, Value};

/// The value of an instruction in simpler ones, if it is one of those.
pub fn plain_instruction(b: &Builder, instruction: Value) -> Option<Value> {
    match instruction.opcode() {
        Opcode::FNeg => {
            let width = float_width(instruction)?;
            Some(on_bits(b, instruction.operand(0), |bits| b.binary(BinOp::Xor, bits, sign(b, width))))
        }
        Opcode::FCmp => {
            float_width(instruction.operand(0))?;
            comparison(b, instruction)
        }
        _ => None,
    }
}

/// The value of a call of an intrinsic on floats; `family` is its name without types.
pub fn plain_call(b: &Builder, family: &str, call: Value) -> Option<Value> {
    let arguments = call.arguments();
    let first = *arguments.first()?;
    let width = float_width(first)?;
    let second = arguments.get(1).copied();
    let magnitude = |bits| b.binary(BinOp::And, bits, b.binary(BinOp::LShr, b.ones(width), b.int(width, 1)));
    match family {
        "fabs" => Some(on_bits(b, first, magnitude)),
        "copysign" => {
            let sign_bits = b.cast(Cast::Bits, second?, b.int_type(width));
            let sign_bits = b.binary(BinOp::And, sign_bits, sign(b, width));
            Some(on_bits(b, first, |bits| b.binary(BinOp::Or, magnitude(bits), sign_bits)))
        }
        // Without a fused instruction, which not every machine has, it is two.
        "fmuladd" => {
            let product = b.binary(BinOp::FMul, first, second?);
            Some(b.binary(BinOp::FAdd, product, *arguments.get(2)?))
        }
        _ => None,
    }
}

/// Every comparison as one that is false for NaNs, or as the negation of one.
fn comparison(b: &Builder, instruction: Value) -> Option<Value> {
    use FloatPredicate::*;
    let (left, right) = (instruction.operand(0), instruction.operand(1));
    let not = |bit| b.binary(BinOp::Xor, bit, b.int(1, 1));
    let is_number = |value| b.float_compare(Oeq, value, value);
    let differ = || {
        let (less, greater) = (b.float_compare(Olt, left, right), b.float_compare(Olt, right, left));
        b.binary(BinOp::Or, less, greater)
    };
    let ordered = || b.binary(BinOp::And, is_number(left), is_number(right));
    Some(match instruction.float_predicate() {
        False => b.int(1, 0),
        True => b.int(1, 1),
        Oeq | Olt | Ole | Ogt | Oge => return None,
        One => differ(),
        Ueq => not(differ()),
        Ord => ordered(),
        Uno => not(ordered()),
        Une => not(b.float_compare(Oeq, left, right)),
        Ult => not(b.float_compare(Ole, right, left)),
        Ule => not(b.float_compare(Olt, right, left)),
        Ugt => not(b.float_compare(Ole, left, right)),
        Uge => not(b.float_compare(Olt, left, right)),
    })
}

fn on_bits(b: &Builder, value: Value, change: impl FnOnce(Value) -> Value) -> Value {
    let ty = value.type_of();
    let width = float_width(value).expect("a float");
    b.cast(Cast::Bits, change(b.cast(Cast::Bits, value, b.int_type(width))), ty)
}

fn sign(b: &Builder, width: u32) -> Value {
    let shifted = b.binary(BinOp::LShr, b.ones(width), b.int(width, 1));
    b.binary(BinOp::Xor, b.ones(width), shifted)
}

fn float_width(value: Value) -> Option<u32> {
    match value.type_of().kind() {
        TypeKind::Float(width) => Some(width),
        _ => None,
    }
}
