//! Results that LLVM leaves open.
//!
//! Optimised code computes values before it is known whether anybody wants them, and then some have no meaning: the position of the highest bit
//! of 0, a shift by more than there are bits. Terms give every operation a result. So where there are terms, the machine computes that one, too:
//! else a value that is not wanted would contradict its term.

use crate::llvm::{Builder, Opcode, Predicate, TypeKind, Value};

/// Takes away what lets code generation choose, before anything is shadowed.
pub fn define(builder: &Builder, instruction: Value) {
    instruction.forget_promises();
    if instruction.opcode() == Opcode::Call && instruction.callee().is_function() {
        let name = instruction.callee().name();
        if name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.") {
            instruction.set_operand(1, builder.int(1, 0)); // 0 is an operand like any other
        }
    }
}

/// Lets a shift by the width or more shift everything out, after everything is shadowed: terms mean that anyway.
pub fn define_shift(b: &Builder, shift: Value) {
    let opcode = shift.opcode();
    let TypeKind::Integer(width) = shift.type_of().kind() else { return };
    if !matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr) || is_below(shift.operand(1), width) {
        return;
    }
    let amount = shift.operand(1);
    let compare = || b.compare(Predicate::Ult, amount, b.int(width, u64::from(width)));
    if opcode == Opcode::AShr {
        b.before(shift);
        let most = b.int(width, u64::from(width - 1));
        return shift.set_operand(1, b.select(compare(), amount, most));
    }
    let Some(next) = shift.next() else { return };
    b.before(next);
    let (fits, zero) = (compare(), b.int(width, 0));
    let defined = b.select(fits, shift, zero);
    shift.replace_all_uses_with(defined);
    defined.set_operand(1, shift);
}

/// Is a number surely smaller?
fn is_below(number: Value, limit: u32) -> bool {
    let constant = |value: Value| value.as_const_int().is_some_and(|value| value < u64::from(limit));
    constant(number)
        || (number.is_instruction()
            && number.opcode() == Opcode::And
            && number.operands().into_iter().any(constant))
}
