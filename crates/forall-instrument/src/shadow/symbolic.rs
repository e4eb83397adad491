//! Which values of a function could be symbolic at all.
//!
//! Symbolic data enters a function through its arguments, its loads and the results of calls, and spreads
//! along uses. A float that was computed is a source, too: the compiler may leave something of it open.
//! Everything else has the constant shadow 0. The analysis errs on one side only: it may call a value
//! symbolic that never is.

use super::floats::yields_float;
use crate::llvm::{Opcode, Value};
use std::collections::HashSet;

/// Values that may have a shadow.
pub fn symbolic_values(function: Value) -> HashSet<Value> {
    let mut symbolic: HashSet<Value> = HashSet::new();
    let mut work: Vec<Value> = function.parameters();
    for block in function.blocks() {
        work.extend(block.instructions().into_iter().filter(|&i| is_source(i)));
    }
    while let Some(value) = work.pop() {
        if symbolic.insert(value) {
            work.extend(value.users().into_iter().filter(|&user| user.is_instruction() && passes_on(user)));
        }
    }
    symbolic
}

fn is_source(instruction: Value) -> bool {
    match instruction.opcode() {
        Opcode::Load | Opcode::AtomicCmpXchg | Opcode::AtomicRmw => true,
        Opcode::Call | Opcode::Invoke => {
            let callee = instruction.callee();
            !(callee.is_function() && callee.is_intrinsic()) || yields_float(instruction)
        }
        _ => yields_float(instruction),
    }
}

/// Can the instruction's result depend on its operands' terms?
fn passes_on(instruction: Value) -> bool {
    use Opcode::*;
    match instruction.opcode() {
        Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor => true,
        Trunc | ZExt | SExt | PtrToInt | PtrToAddr | IntToPtr | BitCast | AddrSpaceCast => true,
        FAdd | FSub | FMul | FDiv | FRem | FCmp => true,
        FPToUI | FPToSI | UIToFP | SIToFP | FPTrunc | FPExt => true,
        ExtractElement | InsertElement | ShuffleVector => true,
        ICmp | Phi | Select | ExtractValue | InsertValue | Freeze | GetElementPtr => true,
        Call => instruction.callee().is_function() && instruction.callee().is_intrinsic(),
        _ => false,
    }
}
