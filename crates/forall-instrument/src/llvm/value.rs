//! Values: globals, functions, instructions, constants.

use super::api::{Ref, api};
use super::block::Block;
use super::module::Linkage;
use super::opcode::{Opcode, opcode};
use super::types::{Type, TypeKind};
use super::{c_string, copy_text, take_message};
use std::ffi::{CStr, c_uint};

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub(super) Ref);

/// `LLVMIntPredicate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    Eq = 32,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// `LLVMRealPredicate`: ordered ones are false for NaNs, unordered ones true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

forall_protocol::list_variants!(
    FloatPredicate:
    False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Uno, Ueq, Ugt, Uge, Ult, Ule, Une, True,
);

/// `LLVMAtomicRMWBinOp`, those forall follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RmwOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    Other,
}

const FUNCTION_INDEX: c_uint = c_uint::MAX;

impl Value {
    pub fn type_of(self) -> Type {
        // SAFETY: see `llvm`.
        Type(unsafe { (api().LLVMTypeOf)(self.0) })
    }

    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: see `llvm`.
        let start = unsafe { (api().LLVMGetValueName2)(self.0, &mut length) };
        copy_text(start, length)
    }

    pub fn set_name(self, name: &str) {
        // SAFETY: see `llvm`; LLVM copies the name.
        unsafe { (api().LLVMSetValueName2)(self.0, name.as_ptr().cast(), name.len()) }
    }

    pub fn replace_all_uses_with(self, other: Value) {
        // SAFETY: see `llvm`; both have one type.
        unsafe { (api().LLVMReplaceAllUsesWith)(self.0, other.0) }
    }

    pub fn users(self) -> Vec<Value> {
        let mut users = Vec::new();
        // SAFETY: see `llvm`.
        unsafe {
            let mut next = (api().LLVMGetFirstUse)(self.0);
            while !next.is_null() {
                users.push(Value((api().LLVMGetUser)(next)));
                next = (api().LLVMGetNextUse)(next);
            }
        }
        users
    }

    fn value_kind(self) -> i32 {
        // SAFETY: see `llvm`.
        unsafe { (api().LLVMGetValueKind)(self.0) }
    }

    /// Is it a function (and not a pointer to one)?
    pub fn is_function(self) -> bool {
        self.value_kind() == 5
    }

    pub fn is_block(self) -> bool {
        self.value_kind() == 1
    }

    /// Is it a global variable?
    pub fn is_global(self) -> bool {
        self.value_kind() == 8
    }

    pub fn is_instruction(self) -> bool {
        self.value_kind() == 24
    }

    /// Is it known when the program is linked? Such are globals, and what is made of them.
    pub fn is_constant_value(self) -> bool {
        // From functions, through all that has operands, to null and the like; others of `LLVMValueKind`
        // refer to no global.
        (5..=21).contains(&self.value_kind())
    }

    /// What a constant is computed by from others, if it is.
    pub fn constant_opcode(self) -> Option<Opcode> {
        // SAFETY: see `llvm`; the kind is checked (10 is ConstantExpr).
        (self.value_kind() == 10).then(|| opcode(unsafe { (api().LLVMGetConstOpcode)(self.0) }))
    }

    /// Is it a constant array, structure or vector that is listed element by element? Those of numbers alone
    /// are not.
    pub fn is_made_of_constants(self) -> bool {
        (11..=13).contains(&self.value_kind())
    }

    /// The value of an integer constant of at most 64 bits.
    pub fn as_const_int(self) -> Option<u64> {
        // SAFETY: see `llvm`; the kind is checked (18 is ConstantInt).
        (self.value_kind() == 18).then(|| unsafe { (api().LLVMConstIntGetZExtValue)(self.0) })
    }

    /// The value of an integer constant of at most 128 bits.
    pub fn const_bits(self) -> u128 {
        if matches!(self.type_of().kind(), TypeKind::Integer(width) if width <= 64) {
            return u128::from(self.as_const_int().expect("an integer constant"));
        }
        // LLVM has no call for wide ones but prints them in decimal: `i128 -5`.
        let text = self.text();
        let digits = text.rsplit(' ').next().unwrap_or_default();
        digits.parse::<i128>().expect("a decimal constant") as u128
    }

    /// As LLVM assembly; a function with all its instructions.
    pub fn text(self) -> String {
        // SAFETY: see `llvm`.
        take_message(unsafe { (api().LLVMPrintValueToString)(self.0) })
    }

    // Globals

    pub fn is_declaration(self) -> bool {
        // SAFETY: see `llvm`; asked of globals only.
        unsafe { (api().LLVMIsDeclaration)(self.0) != 0 }
    }

    /// Can other modules refer to it by name?
    pub fn is_local(self) -> bool {
        // SAFETY: see `llvm`; asked of globals only. 8 and 9 are internal and private linkage.
        unsafe { matches!((api().LLVMGetLinkage)(self.0), 8 | 9) }
    }

    /// Is it collected from all modules, like the list of constructors?
    pub fn is_appending(self) -> bool {
        // SAFETY: see `llvm`; asked of globals only. 7 is appending linkage.
        unsafe { (api().LLVMGetLinkage)(self.0) == 7 }
    }

    pub fn set_linkage(self, linkage: Linkage) {
        // SAFETY: see `llvm`; asked of globals only.
        unsafe { (api().LLVMSetLinkage)(self.0, linkage as i32) }
    }

    pub fn section(self) -> String {
        // SAFETY: see `llvm`; asked of globals only; the text is NUL-terminated.
        unsafe {
            let section = (api().LLVMGetSection)(self.0);
            if section.is_null() {
                String::new()
            } else {
                CStr::from_ptr(section).to_string_lossy().into_owned()
            }
        }
    }

    pub fn set_section(self, section: &str) {
        let section = c_string(section);
        // SAFETY: see `llvm`; asked of globals only; LLVM copies the text.
        unsafe { (api().LLVMSetSection)(self.0, section.as_ptr()) }
    }

    /// Keeps the symbol inside the library.
    pub fn hide(self) {
        // SAFETY: see `llvm`; asked of globals only. 1 is LLVMHiddenVisibility.
        unsafe { (api().LLVMSetVisibility)(self.0, 1) }
    }

    pub fn set_initializer(self, value: Value) {
        // SAFETY: see `llvm`; asked of global variables of the value's type.
        unsafe { (api().LLVMSetInitializer)(self.0, value.0) }
    }

    /// Does the global variable hold the same for ever, in every thread?
    pub fn is_constant(self) -> bool {
        // SAFETY: see `llvm`; asked of global variables only.
        unsafe { (api().LLVMIsGlobalConstant)(self.0) != 0 && (api().LLVMIsThreadLocal)(self.0) == 0 }
    }

    pub fn set_constant(self) {
        // SAFETY: see `llvm`; asked of global variables only.
        unsafe { (api().LLVMSetGlobalConstant)(self.0, 1) }
    }

    /// Makes a global variable thread-local, reached through a fixed offset.
    pub fn set_thread_local(self) {
        // SAFETY: see `llvm`; asked of global variables only. 3 is LLVMInitialExecTLSModel.
        unsafe { (api().LLVMSetThreadLocalMode)(self.0, 3) }
    }

    /// Type of what a global holds; for a function its function type.
    pub fn global_type(self) -> Type {
        // SAFETY: see `llvm`; asked of globals only.
        Type(unsafe { (api().LLVMGlobalGetValueType)(self.0) })
    }

    // Functions

    pub fn parameters(self) -> Vec<Value> {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe {
            let count = (api().LLVMCountParams)(self.0);
            (0..count).map(|i| Value((api().LLVMGetParam)(self.0, i))).collect()
        }
    }

    pub fn is_variadic(self) -> bool {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe { (api().LLVMIsFunctionVarArg)(self.global_type().0) != 0 }
    }

    pub fn is_intrinsic(self) -> bool {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe { (api().LLVMGetIntrinsicID)(self.0) != 0 }
    }

    /// Gives a new function what the attributes, the calling convention and the personality of another one
    /// say about its code.
    pub fn make_like(self, other: Value) {
        // SAFETY: see `llvm`; asked of functions only. The array is as long as LLVM says.
        unsafe {
            let count = (api().LLVMGetAttributeCountAtIndex)(other.0, FUNCTION_INDEX) as usize;
            let mut attributes = vec![std::ptr::null_mut(); count];
            (api().LLVMGetAttributesAtIndex)(other.0, FUNCTION_INDEX, attributes.as_mut_ptr());
            for attribute in attributes {
                (api().LLVMAddAttributeAtIndex)(self.0, FUNCTION_INDEX, attribute);
            }
            (api().LLVMSetFunctionCallConv)(self.0, (api().LLVMGetFunctionCallConv)(other.0));
            if (api().LLVMHasPersonalityFn)(other.0) != 0 {
                (api().LLVMSetPersonalityFn)(self.0, (api().LLVMGetPersonalityFn)(other.0));
            }
        }
    }

    /// The function that the unwinder asks about frames of this one.
    pub fn personality(self) -> Option<Value> {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe {
            ((api().LLVMHasPersonalityFn)(self.0) != 0).then(|| Value((api().LLVMGetPersonalityFn)(self.0)))
        }
    }

    pub fn add_function_attribute(self, context: super::Context, name: &str) {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe {
            let attribute = (api().LLVMCreateEnumAttribute)(context.0, attribute_kind(name), 0);
            (api().LLVMAddAttributeAtIndex)(self.0, FUNCTION_INDEX, attribute);
        }
    }

    /// A function whose callers find all general registers as they were, but for the result's.
    pub fn preserve_registers(self) {
        // SAFETY: see `llvm`; asked of functions only. 14 is LLVMPreserveMostCallConv.
        unsafe { (api().LLVMSetFunctionCallConv)(self.0, 14) }
    }

    /// Makes a call follow the convention of the function it calls.
    pub fn call_like(self, function: Value) {
        // SAFETY: see `llvm`; asked of calls only.
        unsafe { (api().LLVMSetInstructionCallConv)(self.0, (api().LLVMGetFunctionCallConv)(function.0)) }
    }

    pub fn has_function_attribute(self, name: &str) -> bool {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe {
            let kind = attribute_kind(name);
            !(api().LLVMGetEnumAttributeAtIndex)(self.0, FUNCTION_INDEX, kind).is_null()
        }
    }

    pub fn remove_function_attribute(self, name: &str) {
        // SAFETY: see `llvm`; asked of functions only.
        unsafe { (api().LLVMRemoveEnumAttributeAtIndex)(self.0, FUNCTION_INDEX, attribute_kind(name)) }
    }

    pub fn remove_call_attribute(self, name: &str) {
        // SAFETY: see `llvm`; asked of calls only.
        unsafe { (api().LLVMRemoveCallSiteEnumAttribute)(self.0, FUNCTION_INDEX, attribute_kind(name)) }
    }

    /// The type of what a function's parameter points to, when the caller makes a copy of it for the callee.
    pub fn parameter_by_value(self, index: u32) -> Option<Type> {
        // SAFETY: see `llvm`; asked of functions only. Attributes of parameters are numbered from 1.
        let attribute =
            unsafe { (api().LLVMGetEnumAttributeAtIndex)(self.0, index + 1, attribute_kind("byval")) };
        type_of_attribute(attribute)
    }

    /// The same of an argument of a call.
    pub fn argument_by_value(self, index: u32) -> Option<Type> {
        // SAFETY: see `llvm`; asked of calls only. Attributes of arguments are numbered from 1.
        let attribute =
            unsafe { (api().LLVMGetCallSiteEnumAttribute)(self.0, index + 1, attribute_kind("byval")) };
        type_of_attribute(attribute)
    }

    pub fn blocks(self) -> Vec<Block> {
        let mut blocks = Vec::new();
        // SAFETY: see `llvm`; asked of functions only.
        unsafe {
            let mut next = (api().LLVMGetFirstBasicBlock)(self.0);
            while !next.is_null() {
                blocks.push(Block(next));
                next = (api().LLVMGetNextBasicBlock)(next);
            }
        }
        blocks
    }

    /// File of the function's source and the directory it is relative to.
    pub fn source_file(self) -> Option<(String, String)> {
        // SAFETY: see `llvm`; asked of functions only, nulls are checked.
        unsafe {
            let subprogram = (api().LLVMGetSubprogram)(self.0);
            if subprogram.is_null() {
                return None;
            }
            file_of_scope(subprogram)
        }
    }

    // Instructions

    pub fn opcode(self) -> Opcode {
        // SAFETY: see `llvm`; asked of instructions only.
        opcode(unsafe { (api().LLVMGetInstructionOpcode)(self.0) })
    }

    pub fn operand(self, index: u32) -> Value {
        // SAFETY: see `llvm`; the index is that of an operand.
        Value(unsafe { (api().LLVMGetOperand)(self.0, index) })
    }

    pub fn operands(self) -> Vec<Value> {
        // SAFETY: see `llvm`.
        let count = unsafe { (api().LLVMGetNumOperands)(self.0) } as u32;
        (0..count).map(|i| self.operand(i)).collect()
    }

    pub fn predicate(self) -> Predicate {
        // SAFETY: see `llvm`; asked of integer comparisons only.
        match unsafe { (api().LLVMGetICmpPredicate)(self.0) } {
            32 => Predicate::Eq,
            33 => Predicate::Ne,
            34 => Predicate::Ugt,
            35 => Predicate::Uge,
            36 => Predicate::Ult,
            37 => Predicate::Ule,
            38 => Predicate::Sgt,
            39 => Predicate::Sge,
            40 => Predicate::Slt,
            41 => Predicate::Sle,
            other => unreachable!("integer predicate {other}"),
        }
    }

    pub fn float_predicate(self) -> FloatPredicate {
        // SAFETY: see `llvm`; asked of float comparisons only.
        FloatPredicate::ALL[unsafe { (api().LLVMGetFCmpPredicate)(self.0) } as usize]
    }

    pub fn successors(self) -> Vec<Block> {
        // SAFETY: see `llvm`; asked of terminators only.
        unsafe {
            let count = (api().LLVMGetNumSuccessors)(self.0);
            (0..count).map(|i| Block((api().LLVMGetSuccessor)(self.0, i))).collect()
        }
    }

    pub fn is_conditional(self) -> bool {
        // SAFETY: see `llvm`; asked of `br` only.
        unsafe { (api().LLVMIsConditional)(self.0) != 0 }
    }

    /// What a conditional `br` looks at.
    pub fn condition(self) -> Value {
        // SAFETY: see `llvm`; asked of conditional `br` only.
        Value(unsafe { (api().LLVMGetCondition)(self.0) })
    }

    /// The value that leads a `switch` to the successor of that index (the default is successor 0).
    pub fn case_value(self, successor: u32) -> Value {
        // SAFETY: see `llvm`; asked of `switch` with an index of a case.
        Value(unsafe { (api().LLVMGetSwitchCaseValue)(self.0, successor) })
    }

    pub fn incoming(self) -> Vec<(Value, Block)> {
        // SAFETY: see `llvm`; asked of phis only.
        unsafe {
            let count = (api().LLVMCountIncoming)(self.0);
            (0..count)
                .map(|i| {
                    (
                        Value((api().LLVMGetIncomingValue)(self.0, i)),
                        Block((api().LLVMGetIncomingBlock)(self.0, i)),
                    )
                })
                .collect()
        }
    }

    pub fn add_incoming(self, value: Value, block: Block) {
        let (mut value, mut block) = (value.0, block.0);
        // SAFETY: see `llvm`; asked of phis only.
        unsafe { (api().LLVMAddIncoming)(self.0, &mut value, &mut block, 1) }
    }

    pub fn callee(self) -> Value {
        // SAFETY: see `llvm`; asked of calls and invokes only.
        Value(unsafe { (api().LLVMGetCalledValue)(self.0) })
    }

    pub fn arguments(self) -> Vec<Value> {
        // SAFETY: see `llvm`; asked of calls and invokes only.
        let count = unsafe { (api().LLVMGetNumArgOperands)(self.0) };
        (0..count).map(|i| self.operand(i)).collect()
    }

    /// Where an invoke goes on after a return.
    pub fn normal_destination(self) -> Block {
        // SAFETY: see `llvm`; asked of invokes only.
        Block(unsafe { (api().LLVMGetNormalDest)(self.0) })
    }

    pub fn is_must_tail(self) -> bool {
        // SAFETY: see `llvm`; asked of calls only. 2 is LLVMTailCallKindMustTail.
        unsafe { (api().LLVMGetTailCallKind)(self.0) == 2 }
    }

    /// Code will follow the call: it is no tail call any more.
    pub fn clear_tail_unless_required(self) {
        if !self.is_must_tail() {
            // SAFETY: see `llvm`; asked of calls only. 0 is LLVMTailCallKindNone.
            unsafe { (api().LLVMSetTailCallKind)(self.0, 0) }
        }
    }

    /// The text of an inline assembly callee.
    pub fn assembly(self) -> Option<String> {
        // SAFETY: see `llvm`; the kind is checked first.
        unsafe {
            if (api().LLVMIsAInlineAsm)(self.0).is_null() {
                return None;
            }
            let mut length = 0;
            let text = (api().LLVMGetInlineAsmAsmString)(self.0, &mut length);
            Some(copy_text(text, length))
        }
    }

    pub fn allocated_type(self) -> Type {
        // SAFETY: see `llvm`; asked of allocas only.
        Type(unsafe { (api().LLVMGetAllocatedType)(self.0) })
    }

    pub fn source_element_type(self) -> Type {
        // SAFETY: see `llvm`; asked of getelementptr only.
        Type(unsafe { (api().LLVMGetGEPSourceElementType)(self.0) })
    }

    /// Indices of an extractvalue or insertvalue.
    pub fn indices(self) -> Vec<u32> {
        // SAFETY: see `llvm`; LLVM owns the array.
        unsafe {
            let count = (api().LLVMGetNumIndices)(self.0);
            std::slice::from_raw_parts((api().LLVMGetIndices)(self.0), count as usize).to_vec()
        }
    }

    /// Which element of the operands, one after the other, each element of a shuffle is; `None` if it may be
    /// anything.
    pub fn shuffle_mask(self) -> Vec<Option<usize>> {
        // SAFETY: see `llvm`; asked of shufflevector only. -1 is no index.
        unsafe {
            let count = (api().LLVMGetNumMaskElements)(self.0);
            (0..count).map(|i| usize::try_from((api().LLVMGetMaskValue)(self.0, i)).ok()).collect()
        }
    }

    pub fn rmw_op(self) -> RmwOp {
        // SAFETY: see `llvm`; asked of atomicrmw only.
        match unsafe { (api().LLVMGetAtomicRMWBinOp)(self.0) } {
            0 => RmwOp::Exchange,
            1 => RmwOp::Add,
            2 => RmwOp::Sub,
            3 => RmwOp::And,
            4 => RmwOp::Nand,
            5 => RmwOp::Or,
            6 => RmwOp::Xor,
            7 => RmwOp::Max,
            8 => RmwOp::Min,
            9 => RmwOp::UMax,
            10 => RmwOp::UMin,
            _ => RmwOp::Other,
        }
    }

    /// A copy in no block, with the same operands.
    pub fn duplicate(self) -> Value {
        // SAFETY: see `llvm`; asked of instructions only.
        Value(unsafe { (api().LLVMInstructionClone)(self.0) })
    }

    pub fn set_operand(self, index: u32, value: Value) {
        // SAFETY: see `llvm`; the value has the operand's type.
        unsafe { (api().LLVMSetOperand)(self.0, index, value.0) }
    }

    pub fn set_successor(self, index: u32, block: Block) {
        // SAFETY: see `llvm`; asked of terminators only.
        unsafe { (api().LLVMSetSuccessor)(self.0, index, block.0) }
    }

    /// Of a load, store or alloca, in bytes.
    pub fn alignment(self) -> u64 {
        // SAFETY: see `llvm`; asked of such instructions only.
        u64::from(unsafe { (api().LLVMGetAlignment)(self.0) })
    }

    pub fn set_alignment(self, bytes: u32) {
        // SAFETY: see `llvm`; asked of loads, stores and allocas only.
        unsafe { (api().LLVMSetAlignment)(self.0, bytes) }
    }

    /// Of a load or store.
    pub fn is_volatile(self) -> bool {
        // SAFETY: see `llvm`; asked of such instructions only.
        unsafe { (api().LLVMGetVolatile)(self.0) != 0 }
    }

    /// Nothing may drop, repeat or move the load or store any more.
    pub fn make_volatile(self) {
        // SAFETY: see `llvm`; asked of such instructions only.
        unsafe { (api().LLVMSetVolatile)(self.0, 1) }
    }

    /// Forgets what the compiler promised about the operands: without that, the result is the operation's,
    /// whatever they are.
    pub fn forget_promises(self) {
        use Opcode::*;
        // SAFETY: see `llvm`; each is asked of instructions that have it.
        unsafe {
            match self.opcode() {
                Add | Sub | Mul | Shl | Trunc => {
                    (api().LLVMSetNUW)(self.0, 0);
                    (api().LLVMSetNSW)(self.0, 0);
                }
                UDiv | SDiv | LShr | AShr => (api().LLVMSetExact)(self.0, 0),
                ZExt | UIToFP => (api().LLVMSetNNeg)(self.0, 0),
                Or => (api().LLVMSetIsDisjoint)(self.0, 0),
                ICmp => (api().LLVMSetICmpSameSign)(self.0, 0),
                _ => {}
            }
        }
    }

    /// The first two arguments of the bundle with a tag that a call carries.
    pub fn bundle_arguments(self, tag: &str) -> Option<[Value; 2]> {
        // SAFETY: see `llvm`; asked of calls only. The bundles are copies, disposed after use; the tag's text
        // is LLVM's.
        unsafe {
            (0..(api().LLVMGetNumOperandBundles)(self.0)).find_map(|index| {
                let bundle = (api().LLVMGetOperandBundleAtIndex)(self.0, index);
                let mut length = 0;
                let own = copy_text((api().LLVMGetOperandBundleTag)(bundle, &mut length), length);
                let arguments = (own == tag)
                    .then(|| [0, 1].map(|i| Value((api().LLVMGetOperandBundleArgAtIndex)(bundle, i))));
                (api().LLVMDisposeOperandBundle)(bundle);
                arguments
            })
        }
    }

    /// Is it a call that does not come back?
    pub fn never_returns(self) -> bool {
        let kind = attribute_kind("noreturn");
        // SAFETY: see `llvm`; the opcode is checked first.
        self.opcode() == Opcode::Call
            && (!unsafe { (api().LLVMGetCallSiteEnumAttribute)(self.0, FUNCTION_INDEX, kind) }.is_null()
                || (self.callee().is_function() && self.callee().has_function_attribute("noreturn")))
    }

    /// The instruction before this one in its block.
    pub fn previous(self) -> Option<Value> {
        // SAFETY: see `llvm`; asked of instructions only.
        let previous = unsafe { (api().LLVMGetPreviousInstruction)(self.0) };
        (!previous.is_null()).then_some(Value(previous))
    }

    /// The block an instruction is in.
    pub fn block(self) -> Block {
        // SAFETY: see `llvm`; asked of instructions in a block only.
        Block(unsafe { (api().LLVMGetInstructionParent)(self.0) })
    }

    /// Takes an instruction out of its block.
    pub fn detach(self) {
        // SAFETY: see `llvm`; it is put into another block before anything else happens to it.
        unsafe { (api().LLVMInstructionRemoveFromParent)(self.0) }
    }

    /// The instruction after this one in its block.
    pub fn next(self) -> Option<Value> {
        // SAFETY: see `llvm`; asked of instructions only.
        let next = unsafe { (api().LLVMGetNextInstruction)(self.0) };
        (!next.is_null()).then_some(Value(next))
    }

    /// Uses another value in the place of one.
    pub fn replace_operand(self, old: Value, new: Value) {
        for (index, operand) in self.operands().into_iter().enumerate() {
            if operand == old {
                self.set_operand(index as u32, new);
            }
        }
    }

    /// Removes an instruction nobody uses any more; the handle is dead afterwards.
    pub fn erase(self) {
        // SAFETY: see `llvm`.
        unsafe { (api().LLVMInstructionEraseFromParent)(self.0) }
    }

    /// Where an instruction comes from, and below it the calls that were replaced by the code they called.
    pub fn debug_locations(self) -> Vec<Location> {
        let mut locations = Vec::new();
        // SAFETY: see `llvm`; asked of instructions only, nulls are checked.
        unsafe {
            let mut location = (api().LLVMInstructionGetDebugLoc)(self.0);
            while !location.is_null() {
                let (file, directory) =
                    file_of_scope((api().LLVMDILocationGetScope)(location)).unwrap_or_default();
                let line = (api().LLVMDILocationGetLine)(location);
                let column = (api().LLVMDILocationGetColumn)(location);
                locations.push(Location { file, directory, line, column });
                location = (api().LLVMDILocationGetInlinedAt)(location);
            }
        }
        locations
    }
}

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Location {
    pub file: String,
    /// What `file` is relative to.
    pub directory: String,
    pub line: u32,
    pub column: u32,
}

/// # Safety
/// `scope` is a debug scope.
pub(super) unsafe fn file_of_scope(scope: Ref) -> Option<(String, String)> {
    // SAFETY: see `llvm`; nulls are checked.
    unsafe {
        let file = (api().LLVMDIScopeGetFile)(scope);
        if file.is_null() {
            return None;
        }
        let mut length = 0;
        let name = (api().LLVMDIFileGetFilename)(file, &mut length);
        let name = copy_text(name, length as usize);
        let directory = (api().LLVMDIFileGetDirectory)(file, &mut length);
        Some((name, copy_text(directory, length as usize)))
    }
}

fn type_of_attribute(attribute: Ref) -> Option<Type> {
    // SAFETY: see `llvm`; `byval` carries a type.
    (!attribute.is_null()).then(|| Type(unsafe { (api().LLVMGetTypeAttributeValue)(attribute) }))
}

fn attribute_kind(name: &str) -> c_uint {
    // SAFETY: see `llvm`.
    unsafe { (api().LLVMGetEnumAttributeKindForName)(name.as_ptr().cast(), name.len()) }
}
