//! Stack slots that only a function's own instructions reach.

use crate::llvm::{Opcode, Value};
use crate::places::{base, copied};
use std::collections::HashSet;

/// Those of the slots whose addresses are used for reads and writes alone, and into which nothing is copied
/// from anywhere else than such slots and constants: as long as all values are concrete, so is what they
/// hold.
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

/// Where a store, or LLVM's own function for memory, writes.
pub fn written(instruction: Value) -> Option<Value> {
    match instruction.opcode() {
        Opcode::Store => Some(instruction.operand(1)),
        Opcode::Call => memory_function(instruction)
            .map(|(MemoryFunction::Fill { to } | MemoryFunction::Copy { to, .. })| to),
        _ => None,
    }
}

enum MemoryFunction {
    Fill { to: Value },
    Copy { to: Value, from: Value },
}

fn memory_function(call: Value) -> Option<MemoryFunction> {
    if let Some([to, from, _]) = copied(call) {
        return Some(MemoryFunction::Copy { to, from });
    }
    let callee = call.callee();
    let is_fill = callee.is_function() && callee.name().starts_with("llvm.memset.");
    is_fill.then(|| MemoryFunction::Fill { to: call.arguments()[0] })
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
                    MemoryFunction::Copy { to, from } if to == address => sources.push(base(from)),
                    MemoryFunction::Copy { .. } | MemoryFunction::Fill { .. } => {}
                },
                _ => return None,
            }
        }
    }
    Some(sources)
}
