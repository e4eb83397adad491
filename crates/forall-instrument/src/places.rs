//! What addresses were computed from, and instructions that copy memory.

use crate::llvm::{Module, Opcode, Value};

/// What an address was computed from, by steps of any length.
pub fn base(address: Value) -> Value {
    through(address, |_| true)
}

/// What an address was computed from, by steps that are known when the program is compiled.
pub fn fixed_base(address: Value) -> Value {
    through(address, |step| step.operands()[1..].iter().all(|index| index.as_const_int().is_some()))
}

fn through(address: Value, passes: impl Fn(Value) -> bool) -> Value {
    let mut base = address;
    while computed_by(base) == Some(Opcode::GetElementPtr) && passes(base) {
        base = base.operand(0);
    }
    base
}

/// Of an instruction, and of a constant that is made of others.
fn computed_by(value: Value) -> Option<Opcode> {
    if value.is_instruction() { Some(value.opcode()) } else { value.constant_opcode() }
}

/// Is it a stack slot of the function?
pub fn is_slot(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::Alloca
}

/// Bytes of a stack slot; how many there are in one is known.
pub fn size_of_slot(module: Module, slot: Value) -> u64 {
    let count = slot.operand(0).as_const_int().expect("its size is known");
    module.size_of(slot.allocated_type()) * count
}

/// Of a call of LLVM's own functions that copy memory: where to, where from, and how much.
pub fn copied(call: Value) -> Option<[Value; 3]> {
    let callee = call.callee();
    let is_copy = callee.is_function()
        && ["llvm.memcpy.", "llvm.memmove."].iter().any(|prefix| callee.name().starts_with(prefix));
    is_copy.then(|| [0, 1, 2].map(|index: usize| call.arguments()[index]))
}
