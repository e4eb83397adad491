//! Reads of memory whose values nobody uses.
//!
//! A program without optimisation makes them all the same, and dies of one through an invalid pointer. The
//! passes that prepare a module for instrumentation drop them. So the reads that may go are remembered
//! before, as remarks that make no difference to these passes, and what is gone after is put back as a read
//! that stays.
//!
//! See docs/decisions/keep-effects-of-the-plain-program.md.

use crate::llvm::{Builder, Module, Opcode, TypeKind, Value};
use crate::places::{base, copied, fixed_base, is_slot};

/// Tag of the remark: so many bytes can be read there. Nobody else makes it without optimisation.
const READABLE: &str = "dereferenceable";

/// A value that is used for something else after so many computations counts as unused.
const STEPS: u32 = 4;

/// Marks the reads that may go.
pub fn mark(module: Module) {
    let builder = Builder::new(module.context);
    for function in module.functions() {
        for block in function.blocks() {
            for instruction in block.instructions() {
                let Some((address, size)) = may_go(module, instruction) else { continue };
                builder.beside(instruction);
                let size = builder.int(64, size);
                builder.assume(module, READABLE, &[address, size]);
            }
        }
    }
}

/// Puts back what is gone.
pub fn restore(module: Module) {
    let builder = Builder::new(module.context);
    for function in module.functions() {
        for block in function.blocks() {
            let instructions = block.instructions();
            for (index, &remark) in instructions.iter().enumerate().filter(|(_, i)| is_assume(**i)) {
                if let Some([address, size]) = remark.bundle_arguments(READABLE)
                    && !is_read(address, &instructions[index + 1..])
                {
                    builder.beside(remark);
                    read(&builder, address, size.as_const_int().unwrap_or(1));
                }
            }
            let is_done = |remark: &Value| is_assume(*remark) && remark.operand(0).as_const_int() == Some(1);
            instructions.into_iter().filter(is_done).for_each(Value::erase);
        }
    }
}

/// Reads the first and the last byte, at once if they are few.
fn read(b: &Builder, address: Value, size: u64) {
    let whole = size <= 8 && size.is_power_of_two();
    let width = if whole { 8 * size as u32 } else { 8 };
    b.load_unaligned(b.int_type(width), address).make_volatile();
    if !whole {
        b.load_unaligned(b.int_type(8), b.offset(address, size - 1)).make_volatile();
    }
}

/// What an instruction reads, if nothing seems to need it.
fn may_go(module: Module, instruction: Value) -> Option<(Value, u64)> {
    let (address, size) = match instruction.opcode() {
        Opcode::Load if !instruction.is_volatile() && !is_used(instruction, STEPS) => {
            (instruction.operand(0), module.store_size_of(instruction.type_of()))
        }
        Opcode::Call => {
            let [to, from, size] = copied(instruction)?;
            is_own(to).then_some((from, size.as_const_int()?))?
        }
        _ => return None,
    };
    // Numbers are addresses, too; what the program has under a name can be read.
    let base = fixed_base(address);
    let is_there = is_own(address) || base.is_global() || base.is_function();
    (size > 0 && !is_there).then_some((address, size))
}

/// Does a value surely make a difference to something that stays?
fn is_used(value: Value, steps: u32) -> bool {
    use Opcode::*;
    value.users().into_iter().any(|user| match user.opcode() {
        Store => user.operand(1) == value || !is_own(user.operand(1)),
        Call | Invoke => !(user.callee().is_function() && user.callee().is_intrinsic()),
        Load | Ret | Br | Switch | AtomicRmw | AtomicCmpXchg => true,
        _ => steps > 0 && user.type_of().kind() != TypeKind::Void && is_used(user, steps - 1),
    })
}

/// Does it lie in a stack slot of the function?
fn is_own(address: Value) -> bool {
    is_slot(base(address))
}

/// Do instructions read at a fixed distance from an address, before anything is called that may not come back?
fn is_read(address: Value, instructions: &[Value]) -> bool {
    let is_there = |other: Value| other == address || fixed_base(other) == fixed_base(address);
    let returns = |instruction: &&Value| {
        instruction.opcode() != Opcode::Call || {
            let callee = instruction.callee();
            callee.is_function() && callee.is_intrinsic()
        }
    };
    instructions.iter().take_while(returns).any(|&instruction| match instruction.opcode() {
        Opcode::Load => is_there(instruction.operand(0)),
        Opcode::Call => copied(instruction).is_some_and(|[_, from, _]| is_there(from)),
        _ => false,
    })
}

fn is_assume(instruction: Value) -> bool {
    instruction.opcode() == Opcode::Call
        && instruction.callee().is_function()
        && instruction.callee().name() == "llvm.assume"
}
