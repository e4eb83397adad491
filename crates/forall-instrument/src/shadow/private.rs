//! Stack slots that only a function's own instructions reach.

use crate::llvm::{Opcode, Value};
use std::collections::HashSet;

/// Those of the slots whose addresses are used for reads and writes alone, and into which nothing is copied from anywhere else than such slots and
/// constants: as long as all values are concrete, so is what they hold.
pub fn private_slots(slots: &[Value]) -> HashSet<Value> {
    let mut private = HashSet::new();
    let mut copies = Vec::new();
    for &slot in slots {
        if let Some(sources) = sources(slot) {
            private.insert(slot);
            copies.extend(sources.into_iter().map(|source| (slot, source)));
        }
    }
    let mut before = usize::MAX;
    while private.len() < before {
        before = private.len();
        for &(slot, source) in &copies {
            let is_constant = source.is_global() && source.is_constant();
            if !is_constant && !private.contains(&source) {
                private.remove(&slot);
            }
        }
    }
    private
}

/// What an address was computed from.
pub fn base(address: Value) -> Value {
    let mut base = address;
    while base.is_instruction() && base.opcode() == Opcode::GetElementPtr {
        base = base.operand(0);
    }
    base
}

/// Where a store, or LLVM's own function for memory, writes.
pub fn written(instruction: Value) -> Option<Value> {
    match instruction.opcode() {
        Opcode::Store => Some(instruction.operand(1)),
        Opcode::Call => memory_function(instruction).map(|_| instruction.arguments()[0]),
        _ => None,
    }
}

enum MemoryFunction {
    Fill,
    Copy,
}

fn memory_function(call: Value) -> Option<MemoryFunction> {
    let callee = call.callee();
    if !callee.is_function() || !callee.is_intrinsic() {
        return None;
    }
    let name = callee.name();
    let copies = ["llvm.memcpy.", "llvm.memmove."].iter().any(|prefix| name.starts_with(prefix));
    match copies {
        true => Some(MemoryFunction::Copy),
        false => name.starts_with("llvm.memset.").then_some(MemoryFunction::Fill),
    }
}

/// Where what is copied into a slot comes from; `None` if its address gets out of sight.
fn sources(slot: Value) -> Option<Vec<Value>> {
    let mut sources = Vec::new();
    let mut addresses = vec![slot];
    while let Some(address) = addresses.pop() {
        for user in address.users() {
            match user.opcode() {
                Opcode::Load => {}
                Opcode::Store if user.operand(0) != address => {}
                Opcode::GetElementPtr if user.operand(0) == address => addresses.push(user),
                Opcode::Call => match memory_function(user)? {
                    MemoryFunction::Copy if user.arguments()[0] == address => {
                        sources.push(base(user.arguments()[1]));
                    }
                    MemoryFunction::Copy | MemoryFunction::Fill => {}
                },
                _ => return None,
            }
        }
    }
    Some(sources)
}
