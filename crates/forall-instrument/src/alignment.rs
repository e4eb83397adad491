//! Vectors at addresses that are not as they were promised.
//!
//! The machine's instructions for aligned vectors fault there. To be followed, vectors are read and written
//! element by element, where nothing faults. So what a program was promised is checked before, as a branch;
//! where it does not hold, the machine is asked.

use crate::llvm::{BinOp, Block, Builder, Cast, Module, Opcode, Predicate, TypeKind, Value};
use crate::places::is_slot;

/// Smaller vectors fit into registers whose instructions never fault.
const SMALLEST: u64 = 16;

pub fn check(module: Module) {
    let builder = Builder::new(module.context);
    for function in module.functions() {
        for instruction in function.blocks().into_iter().flat_map(Block::instructions) {
            if is_to_check(instruction) {
                check_one(module, &builder, function, instruction);
            }
        }
    }
}

/// Does it ask the machine what becomes of a vector that is not where it should be?
pub fn is_question(instruction: Value) -> bool {
    instruction.opcode() == Opcode::Load
        && instruction.is_volatile()
        && matches!(instruction.type_of().kind(), TypeKind::Vector(_))
}

fn is_to_check(instruction: Value) -> bool {
    let accessed = match instruction.opcode() {
        Opcode::Load => instruction.type_of(),
        Opcode::Store => instruction.operand(0).type_of(),
        _ => return false,
    };
    let (base, promised) = (address(instruction), instruction.alignment());
    // What the compiler placed itself is where it should be.
    let is_placed = (is_slot(base) || base.is_global()) && base.alignment() >= promised;
    matches!(accessed.kind(), TypeKind::Vector(_)) && promised >= SMALLEST && !is_placed
}

fn address(instruction: Value) -> Value {
    instruction.operand(u32::from(instruction.opcode() == Opcode::Store))
}

fn check_one(module: Module, b: &Builder, function: Value, instruction: Value) {
    let (address, alignment) = (address(instruction), instruction.alignment());
    let is_load = instruction.opcode() == Opcode::Load;
    let ty = if is_load { instruction.type_of() } else { instruction.operand(0).type_of() };
    let tail = instruction.block();
    let head = tail.split_head(b, instruction);
    let misplaced = Block::append(module.context, function, "");
    b.at_end(head);
    let number = b.cast(Cast::PtrToInt, address, b.int_type(64));
    let rest = b.binary(BinOp::And, number, b.int(64, alignment - 1));
    b.cond_br_rarely(b.compare(Predicate::Ne, rest, b.int(64, 0)), misplaced, tail);
    b.at_end(misplaced);
    let read = b.load(ty, address);
    read.set_alignment(alignment as u32);
    read.make_volatile();
    b.br(tail);
}
