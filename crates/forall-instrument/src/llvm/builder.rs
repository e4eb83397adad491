//! Making constants and instructions.

use super::api::{Ref, api};
use super::block::Block;
use super::module::{Context, Module};
use super::types::Type;
use super::value::{FloatPredicate, Predicate, Value};
use std::ffi::c_char;
use std::ptr::null_mut;

const UNNAMED: *const c_char = c"".as_ptr();

/// How many times as often the usual way is taken as the rare one.
const RARITY: u64 = 1 << 20;

/// Inserts instructions at a position.
pub struct Builder {
    raw: Ref,
    pub context: Context,
}

/// Binary instructions by their `LLVMOpcode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    Add = 8,
    FAdd = 9,
    Sub = 10,
    Mul = 12,
    FMul = 13,
    FDiv = 16,
    URem = 17,
    Shl = 20,
    LShr = 21,
    AShr = 22,
    And = 23,
    Or = 24,
    Xor = 25,
}

/// Casts by their `LLVMOpcode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    Trunc = 30,
    ZExt = 31,
    SExt = 32,
    PtrToInt = 39,
    IntToPtr = 40,
    Bits = 41,
}

impl Builder {
    pub fn new(context: Context) -> Builder {
        // SAFETY: see `llvm`.
        Builder { raw: unsafe { (api().LLVMCreateBuilderInContext)(context.0) }, context }
    }

    pub fn before(&self, instruction: Value) {
        // SAFETY: see `llvm`. Hooks carry their place themselves, so new code has no debug location.
        unsafe {
            (api().LLVMPositionBuilderBefore)(self.raw, instruction.0);
            (api().LLVMSetCurrentDebugLocation2)(self.raw, null_mut());
        }
    }

    /// As part of what the instruction does: with its debug location.
    pub fn beside(&self, instruction: Value) {
        self.before(instruction);
        // SAFETY: see `llvm`; asked of instructions only.
        unsafe {
            let location = (api().LLVMInstructionGetDebugLoc)(instruction.0);
            (api().LLVMSetCurrentDebugLocation2)(self.raw, location);
        }
    }

    pub fn at_end(&self, block: Block) {
        // SAFETY: see `llvm`.
        unsafe {
            (api().LLVMPositionBuilderAtEnd)(self.raw, block.0);
            (api().LLVMSetCurrentDebugLocation2)(self.raw, null_mut());
        }
    }

    pub fn int_type(&self, width: u32) -> Type {
        Type::int(self.context, width)
    }

    pub fn int(&self, width: u32, value: u64) -> Value {
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMConstInt)(self.int_type(width).0, value, 0) })
    }

    /// A constant of 128 bits.
    pub fn wide_int(&self, value: u128) -> Value {
        let words = [value as u64, (value >> 64) as u64];
        // SAFETY: see `llvm`; the array outlives the call.
        Value(unsafe { (api().LLVMConstIntOfArbitraryPrecision)(self.int_type(128).0, 2, words.as_ptr()) })
    }

    /// A constant with every bit set.
    pub fn ones(&self, width: u32) -> Value {
        let words = [u64::MAX; 2];
        // SAFETY: see `llvm`; the array outlives the call.
        Value(unsafe {
            (api().LLVMConstIntOfArbitraryPrecision)(
                self.int_type(width).0,
                width.div_ceil(64).min(2),
                words.as_ptr(),
            )
        })
    }

    pub fn null(&self, ty: Type) -> Value {
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMConstNull)(ty.0) })
    }

    pub fn const_struct(&self, fields: &[Value]) -> Value {
        let mut fields: Vec<Ref> = fields.iter().map(|v| v.0).collect();
        // SAFETY: see `llvm`; the array outlives the call.
        Value(unsafe {
            (api().LLVMConstStructInContext)(self.context.0, fields.as_mut_ptr(), fields.len() as u32, 0)
        })
    }

    pub fn const_array(&self, element: Type, elements: &[Value]) -> Value {
        let mut elements: Vec<Ref> = elements.iter().map(|v| v.0).collect();
        // SAFETY: see `llvm`; the array outlives the call.
        Value(unsafe { (api().LLVMConstArray2)(element.0, elements.as_mut_ptr(), elements.len() as u64) })
    }

    pub fn const_bytes(&self, bytes: &[u8]) -> Value {
        // SAFETY: see `llvm`; the bytes are copied.
        Value(unsafe {
            (api().LLVMConstStringInContext2)(self.context.0, bytes.as_ptr().cast(), bytes.len(), 1)
        })
    }

    pub fn binary(&self, op: BinOp, left: Value, right: Value) -> Value {
        // SAFETY: see `llvm`; operands have one type that fits.
        Value(unsafe { (api().LLVMBuildBinOp)(self.raw, op as i32, left.0, right.0, UNNAMED) })
    }

    pub fn cast(&self, cast: Cast, value: Value, to: Type) -> Value {
        if value.type_of() == to {
            return value;
        }
        // SAFETY: see `llvm`; the caller chose a cast that fits the types.
        Value(unsafe { (api().LLVMBuildCast)(self.raw, cast as i32, value.0, to.0, UNNAMED) })
    }

    pub fn compare(&self, predicate: Predicate, left: Value, right: Value) -> Value {
        // SAFETY: see `llvm`; operands have one type.
        Value(unsafe { (api().LLVMBuildICmp)(self.raw, predicate as i32, left.0, right.0, UNNAMED) })
    }

    pub fn float_compare(&self, predicate: FloatPredicate, left: Value, right: Value) -> Value {
        // SAFETY: see `llvm`; operands have one type.
        Value(unsafe { (api().LLVMBuildFCmp)(self.raw, predicate as i32, left.0, right.0, UNNAMED) })
    }

    pub fn select(&self, condition: Value, left: Value, right: Value) -> Value {
        // SAFETY: see `llvm`; operands have one type.
        Value(unsafe { (api().LLVMBuildSelect)(self.raw, condition.0, left.0, right.0, UNNAMED) })
    }

    pub fn call(&self, function_type: Type, callee: Value, arguments: &[Value]) -> Value {
        let mut arguments: Vec<Ref> = arguments.iter().map(|v| v.0).collect();
        // SAFETY: see `llvm`; arguments fit the type.
        Value(unsafe {
            (api().LLVMBuildCall2)(
                self.raw,
                function_type.0,
                callee.0,
                arguments.as_mut_ptr(),
                arguments.len() as u32,
                UNNAMED,
            )
        })
    }

    /// Tells the optimiser a fact: a tag of LLVM's, and what it is said of.
    pub fn assume(&self, module: Module, tag: &str, arguments: &[Value]) {
        let ty = Type::function(Type::void(self.context), &[self.int_type(1)]);
        let name = "llvm.assume";
        let assume = module.function(name).unwrap_or_else(|| module.add_function(name, ty));
        let mut arguments: Vec<Ref> = arguments.iter().map(|v| v.0).collect();
        let mut condition = self.int(1, 1).0;
        // SAFETY: see `llvm`; LLVM copies the tag and the arguments, and the call copies the bundle.
        unsafe {
            let mut bundle = (api().LLVMCreateOperandBundle)(
                tag.as_ptr().cast(),
                tag.len(),
                arguments.as_mut_ptr(),
                arguments.len() as u32,
            );
            let call = api().LLVMBuildCallWithOperandBundles;
            call(self.raw, ty.0, assume.0, &mut condition, 1, &mut bundle, 1, UNNAMED);
            (api().LLVMDisposeOperandBundle)(bundle);
        }
    }

    /// A load of what no function sees change: it can be done once for all turns of a loop.
    pub fn load_fixed(&self, ty: Type, address: Value) -> Value {
        let load = self.load(ty, address);
        let kind = "invariant.load";
        // SAFETY: see `llvm`; the node has no operands.
        unsafe {
            let kind =
                (api().LLVMGetMDKindIDInContext)(self.context.0, kind.as_ptr().cast(), kind.len() as u32);
            let nothing = (api().LLVMMDNodeInContext2)(self.context.0, std::ptr::null_mut(), 0);
            (api().LLVMSetMetadata)(load.0, kind, (api().LLVMMetadataAsValue)(self.context.0, nothing));
        }
        load
    }

    pub fn load(&self, ty: Type, address: Value) -> Value {
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMBuildLoad2)(self.raw, ty.0, address.0, UNNAMED) })
    }

    pub fn store(&self, value: Value, address: Value) {
        // SAFETY: see `llvm`.
        unsafe { (api().LLVMBuildStore)(self.raw, value.0, address.0) };
    }

    /// Address `bytes` after `address`.
    pub fn offset(&self, address: Value, bytes: u64) -> Value {
        if bytes == 0 {
            return address;
        }
        let mut index = self.int(64, bytes).0;
        // SAFETY: see `llvm`.
        Value(unsafe {
            (api().LLVMBuildGEP2)(self.raw, self.int_type(8).0, address.0, &mut index, 1, UNNAMED)
        })
    }

    /// Reads or writes a value at an address of no alignment worth speaking of.
    pub fn load_unaligned(&self, ty: Type, address: Value) -> Value {
        let load = self.load(ty, address);
        load.set_alignment(1);
        load
    }

    pub fn store_unaligned(&self, value: Value, address: Value) {
        // SAFETY: see `llvm`.
        let store = Value(unsafe { (api().LLVMBuildStore)(self.raw, value.0, address.0) });
        store.set_alignment(1);
    }

    /// Address `index` bytes after `address`.
    pub fn offset_by(&self, address: Value, index: Value) -> Value {
        let mut index = index.0;
        // SAFETY: see `llvm`; the index is an integer.
        Value(unsafe {
            (api().LLVMBuildGEP2)(self.raw, self.int_type(8).0, address.0, &mut index, 1, UNNAMED)
        })
    }

    pub fn alloca(&self, ty: Type) -> Value {
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMBuildAlloca)(self.raw, ty.0, UNNAMED) })
    }

    /// Sets `bytes` bytes to zero.
    pub fn zero_memory(&self, address: Value, bytes: u64) {
        // SAFETY: see `llvm`.
        unsafe {
            (api().LLVMBuildMemSet)(self.raw, address.0, self.int(8, 0).0, self.int(64, bytes).0, 1);
        }
    }

    /// Puts an instruction that is in no block here.
    pub fn insert(&self, instruction: Value) {
        // SAFETY: see `llvm`; the instruction was cloned or removed from its block.
        unsafe { (api().LLVMInsertIntoBuilder)(self.raw, instruction.0) }
    }

    pub fn br(&self, to: Block) {
        // SAFETY: see `llvm`.
        unsafe { (api().LLVMBuildBr)(self.raw, to.0) };
    }

    pub fn cond_br(&self, condition: Value, then: Block, otherwise: Block) {
        // SAFETY: see `llvm`; the condition has one bit.
        unsafe { (api().LLVMBuildCondBr)(self.raw, condition.0, then.0, otherwise.0) };
    }

    /// Goes to `then` hardly ever: registers and the order of blocks are chosen for the other way.
    pub fn cond_br_rarely(&self, condition: Value, then: Block, otherwise: Block) {
        let [rare, usual] = [1, RARITY].map(|weight| self.int(32, weight));
        let kind = "prof";
        let name = "branch_weights";
        // SAFETY: see `llvm`; the condition has one bit, LLVM copies text and operands.
        unsafe {
            let branch = (api().LLVMBuildCondBr)(self.raw, condition.0, then.0, otherwise.0);
            let mut operands = [
                (api().LLVMMDStringInContext2)(self.context.0, name.as_ptr().cast(), name.len()),
                (api().LLVMValueAsMetadata)(rare.0),
                (api().LLVMValueAsMetadata)(usual.0),
            ];
            let weights = (api().LLVMMDNodeInContext2)(self.context.0, operands.as_mut_ptr(), operands.len());
            let kind =
                (api().LLVMGetMDKindIDInContext)(self.context.0, kind.as_ptr().cast(), kind.len() as u32);
            (api().LLVMSetMetadata)(branch, kind, (api().LLVMMetadataAsValue)(self.context.0, weights));
        }
    }

    /// Goes to the block of the value's number; the last one also for every other number.
    pub fn switch(&self, value: Value, blocks: &[Block]) {
        let (last, others) = blocks.split_last().expect("a switch leads somewhere");
        // SAFETY: see `llvm`; the value is an integer of 32 bits.
        unsafe {
            let switch = (api().LLVMBuildSwitch)(self.raw, value.0, last.0, others.len() as u32);
            for (number, block) in others.iter().enumerate() {
                (api().LLVMAddCase)(switch, self.int(32, number as u64).0, block.0);
            }
        }
    }

    pub fn phi(&self, ty: Type) -> Value {
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMBuildPhi)(self.raw, ty.0, UNNAMED) })
    }

    /// The same value, as an instruction: a constant stays one otherwise.
    pub fn freeze(&self, value: Value) -> Value {
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMBuildFreeze)(self.raw, value.0, UNNAMED) })
    }

    pub fn extract(&self, aggregate: Value, index: u32) -> Value {
        // SAFETY: see `llvm`; the index is that of a field.
        Value(unsafe { (api().LLVMBuildExtractValue)(self.raw, aggregate.0, index, UNNAMED) })
    }

    pub fn extract_element(&self, vector: Value, index: u32) -> Value {
        let index = self.int(32, index.into());
        // SAFETY: see `llvm`; the index is that of an element.
        Value(unsafe { (api().LLVMBuildExtractElement)(self.raw, vector.0, index.0, UNNAMED) })
    }

    pub fn insert_element(&self, vector: Value, element: Value, index: u32) -> Value {
        let index = self.int(32, index.into());
        // SAFETY: see `llvm`; the index is that of an element.
        Value(unsafe { (api().LLVMBuildInsertElement)(self.raw, vector.0, element.0, index.0, UNNAMED) })
    }

    pub fn insert_value(&self, aggregate: Value, field: Value, index: u32) -> Value {
        // SAFETY: see `llvm`; the index is that of a field.
        Value(unsafe { (api().LLVMBuildInsertValue)(self.raw, aggregate.0, field.0, index, UNNAMED) })
    }

    pub fn ret(&self, value: Option<Value>) {
        // SAFETY: see `llvm`.
        unsafe {
            match value {
                Some(value) => (api().LLVMBuildRet)(self.raw, value.0),
                None => (api().LLVMBuildRetVoid)(self.raw),
            }
        };
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: made in `new`, disposed once.
        unsafe { (api().LLVMDisposeBuilder)(self.raw) }
    }
}
