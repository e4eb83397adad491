//! Results that LLVM leaves open.
//!
//! Optimised code computes values before it is known whether anybody wants them, and then some have no
//! meaning: the position of the highest bit of 0, a shift by more than there are bits, an integer for a float
//! that is too large. Terms give every operation a result. So where there are terms, the machine computes
//! that one, too: else a value that is not wanted would contradict its term.

use crate::llvm::{Builder, Module, Opcode, Predicate, Type, TypeKind, Value};

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

/// The same after everything is shadowed, for what has to be computed in another way.
pub fn define_result(module: Module, builder: &Builder, instruction: Value) {
    match instruction.opcode() {
        Opcode::Shl | Opcode::LShr | Opcode::AShr => define_shift(builder, instruction),
        Opcode::FPToSI => saturate(module, builder, instruction, "llvm.fptosi.sat"),
        Opcode::FPToUI => saturate(module, builder, instruction, "llvm.fptoui.sat"),
        _ => {}
    }
}

/// Lets a float become the nearest integer that there is.
fn saturate(module: Module, b: &Builder, conversion: Value, family: &str) {
    let (operand, to) = (conversion.operand(0), conversion.type_of());
    let (TypeKind::Float(from_width), TypeKind::Integer(to_width)) = (operand.type_of().kind(), to.kind())
    else {
        return;
    };
    let name = format!("{family}.i{to_width}.f{from_width}");
    let ty = Type::function(to, &[operand.type_of()]);
    let function = module.function(&name).unwrap_or_else(|| module.add_function(&name, ty));
    b.before(conversion);
    conversion.replace_all_uses_with(b.call(ty, function, &[operand]));
    conversion.erase();
}

/// Lets a shift by the width or more shift everything out.
fn define_shift(b: &Builder, shift: Value) {
    let opcode = shift.opcode();
    let TypeKind::Integer(width) = shift.type_of().kind() else { return };
    if is_below(shift.operand(1), width) {
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
