//! Basic blocks.

use super::api::{Ref, api};
use super::c_string;
use super::opcode::Opcode;
use super::value::Value;

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block(pub(super) Ref);

impl Block {
    pub fn instructions(self) -> Vec<Value> {
        let mut instructions = Vec::new();
        // SAFETY: see `llvm`.
        unsafe {
            let mut next = (api().LLVMGetFirstInstruction)(self.0);
            while !next.is_null() {
                instructions.push(Value(next));
                next = (api().LLVMGetNextInstruction)(next);
            }
        }
        instructions
    }

    pub fn terminator(self) -> Value {
        // SAFETY: see `llvm`; every block of a finished function has one.
        Value(unsafe { (api().LLVMGetBasicBlockTerminator)(self.0) })
    }

    /// The first instruction that is no phi (and no landing pad): new code goes before it.
    pub fn insertion_point(self) -> Value {
        self.instructions()
            .into_iter()
            .find(|i| !matches!(i.opcode(), Opcode::Phi | Opcode::LandingPad))
            .expect("a block ends in a terminator")
    }

    /// A new block before this one that takes the instructions up to `end` and all ways that led here. It has
    /// no terminator yet.
    pub fn split_head(self, builder: &super::Builder, end: Value) -> Block {
        // SAFETY: see `llvm`.
        let (head, uses) = unsafe {
            let context = builder.context.0;
            let head = Block((api().LLVMInsertBasicBlockInContext)(context, self.0, c"".as_ptr()));
            (head, Value((api().LLVMBasicBlockAsValue)(self.0)).users())
        };
        for terminator in uses.into_iter().filter(|user| user.is_instruction()) {
            for (index, successor) in terminator.successors().into_iter().enumerate() {
                if successor == self {
                    terminator.set_successor(index as u32, head);
                }
            }
        }
        builder.at_end(head);
        for instruction in self.instructions_before(end) {
            instruction.detach();
            builder.insert(instruction);
        }
        head
    }

    fn instructions_before(self, end: Value) -> Vec<Value> {
        let mut instructions = Vec::new();
        // SAFETY: see `llvm`; `end` is in the block.
        unsafe {
            let mut next = (api().LLVMGetFirstInstruction)(self.0);
            while next != end.0 {
                instructions.push(Value(next));
                next = (api().LLVMGetNextInstruction)(next);
            }
        }
        instructions
    }

    pub fn append(context: super::Context, function: Value, name: &str) -> Block {
        let name = c_string(name);
        // SAFETY: see `llvm`.
        Block(unsafe { (api().LLVMAppendBasicBlockInContext)(context.0, function.0, name.as_ptr()) })
    }
}
