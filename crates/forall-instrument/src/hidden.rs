//! Operands of floating-point operations, hidden from the passes that prepare a module for instrumentation.
//!
//! These passes compute what they know the operands of, and choose the bits of a NaN as they like. A program
//! without optimisation has the machine compute it, which chooses otherwise. So while the passes are at work,
//! such operands are what functions yield of which nothing is known.

use crate::llvm::{Builder, Module, Opcode, Type, TypeKind, Value};
use crate::shadow::yields_float;

/// The functions, with the widths of their floats.
const HIDING: [(&str, u32); 2] = [("forall.hidden.float", 32), ("forall.hidden.double", 64)];

pub fn hide(module: Module) {
    let builder = Builder::new(module.context);
    let code = module.functions().into_iter().flat_map(Value::blocks).flat_map(|block| block.instructions());
    for instruction in code.filter(|&instruction| yields_float(instruction)).collect::<Vec<Value>>() {
        builder.before(instruction);
        let count = match instruction.opcode() {
            Opcode::Call => instruction.arguments().len(),
            _ => instruction.operands().len(),
        };
        for index in 0..count as u32 {
            let operand = instruction.operand(index);
            if let Some(hidden) = hidden(module, &builder, operand) {
                instruction.set_operand(index, hidden);
            }
        }
    }
}

/// Puts all operands back.
pub fn show(module: Module) {
    for function in HIDING.iter().filter_map(|(name, _)| module.function(name)) {
        for call in function.users() {
            call.replace_all_uses_with(call.operand(0));
            call.erase();
        }
    }
}

fn hidden(module: Module, b: &Builder, operand: Value) -> Option<Value> {
    let ty = operand.type_of();
    let TypeKind::Float(width) = ty.kind() else { return None };
    let (name, _) = HIDING.into_iter().find(|&(_, known)| known == width)?;
    let function_type = Type::function(ty, &[ty]);
    let function = module.function(name).unwrap_or_else(|| {
        let function = module.add_function(name, function_type);
        // What nobody uses need not be computed: `memory` without more means none of it.
        for attribute in ["memory", "nounwind", "willreturn"] {
            function.add_function_attribute(module.context, attribute);
        }
        function
    });
    Some(b.call(function_type, function, &[operand]))
}
