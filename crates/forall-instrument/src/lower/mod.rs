//! Intrinsics and instructions that are a few plain instructions: written out, so that the rest of the
//! instrumenter never meets them.

mod floats;
mod integers;
mod powers;
#[cfg(test)]
mod tests;
mod vectors;

use crate::llvm::{Builder, Module, Opcode, Value};

pub fn lower(program: Module) {
    let builder = Builder::new(program.context);
    for function in program.functions() {
        for block in function.blocks() {
            for instruction in block.instructions() {
                builder.before(instruction);
                if let Some(replacement) = plain_form(&builder, program, instruction) {
                    instruction.replace_all_uses_with(replacement);
                    instruction.erase();
                }
            }
        }
    }
}

/// The value of an instruction in plainer ones, if it is one of those.
fn plain_form(b: &Builder, program: Module, instruction: Value) -> Option<Value> {
    if instruction.opcode() != Opcode::Call {
        return floats::plain_instruction(b, instruction);
    }
    let callee = instruction.callee();
    if !callee.is_function() || !callee.is_intrinsic() {
        return None;
    }
    let name = callee.name();
    let name = name.strip_prefix("llvm.")?;
    let floats = || {
        let (family, _) = name.rsplit_once(".f")?;
        floats::plain_call(b, family, instruction)
    };
    vectors::plain_call(b, program, name, instruction)
        .or_else(floats)
        .or_else(|| powers::plain_call(b, program, name, instruction))
        .or_else(|| integers::plain_call(b, name, instruction))
}
