//! Code that runs only while a panic unwinds the stack: it drops what is left, and nobody wrote it.

use crate::llvm::{Block, Opcode, Value};
use std::collections::HashSet;

/// Blocks that are entered only through landing pads and do not lead back to what others enter.
pub fn unwinding(blocks: &[Block]) -> HashSet<Block> {
    let normal = entered_without_a_panic(blocks);
    let mut unwinding: HashSet<Block> =
        blocks.iter().copied().filter(|block| !normal.contains(block)).collect();
    // Where a panic was caught, ordinary code goes on.
    loop {
        let goes_on = |block: &Block| {
            let end = block.terminator();
            end.opcode() == Opcode::Ret || successors(end).iter().any(|next| !unwinding.contains(next))
        };
        let caught: Vec<Block> = unwinding.iter().copied().filter(goes_on).collect();
        if caught.is_empty() {
            return unwinding;
        }
        unwinding.retain(|block| !caught.contains(block));
    }
}

fn entered_without_a_panic(blocks: &[Block]) -> HashSet<Block> {
    let mut entered = HashSet::new();
    let mut next: Vec<Block> = blocks.first().copied().into_iter().collect();
    while let Some(block) = next.pop() {
        if entered.insert(block) {
            next.extend(successors(block.terminator()));
        }
    }
    entered
}

/// Where control goes from here when nothing panics.
fn successors(terminator: Value) -> Vec<Block> {
    match terminator.opcode() {
        Opcode::Invoke => vec![terminator.normal_destination()],
        _ => terminator.successors(),
    }
}
