//! The functions of LLVM's C interface that forall uses, found by name in the library of the user's own toolchain.
//!
//! Signatures and numbers are those of `llvm-c` (stable across the versions rustc ships). Nothing outside
//! `llvm/` sees this file.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::sync::OnceLock;

pub type Ref = *mut c_void;
pub type Bool = c_int;
pub type DiagnosticHandler = extern "C" fn(Ref, *mut c_void);

macro_rules! api {
    ($( $(#[$only:meta])? fn $name:ident ( $($type:ty),* ) $(-> $result:ty)?; )*) => {
        /// Pointers to the functions, by their C names.
        #[allow(non_snake_case)]
        pub struct Api { $( $(#[$only])? pub $name: unsafe extern "C" fn($($type),*) $(-> $result)?, )* }

        impl Api {
            fn load(library: &libloading::Library) -> Result<Api, libloading::Error> {
                // SAFETY: the types are those of LLVM's C headers.
                unsafe { Ok(Api { $( $(#[$only])? $name: *library.get(concat!(stringify!($name), "\0").as_bytes())?, )* }) }
            }
        }
    };
}

api! {
    // Contexts and modules
    fn LLVMContextCreate() -> Ref;
    fn LLVMContextSetDiagnosticHandler(Ref, DiagnosticHandler, *mut c_void);
    fn LLVMGetDiagInfoDescription(Ref) -> *mut c_char;
    fn LLVMGetDiagInfoSeverity(Ref) -> c_int;
    fn LLVMDisposeMessage(*mut c_char);
    fn LLVMModuleCreateWithNameInContext(*const c_char, Ref) -> Ref;
    fn LLVMCreateMemoryBufferWithMemoryRangeCopy(*const c_char, usize, *const c_char) -> Ref;
    fn LLVMParseBitcodeInContext2(Ref, Ref, *mut Ref) -> Bool;
    #[cfg(test)]
    fn LLVMParseIRInContext(Ref, Ref, *mut Ref, *mut *mut c_char) -> Bool;
    fn LLVMDisposeMemoryBuffer(Ref);
    fn LLVMLinkModules2(Ref, Ref) -> Bool;
    fn LLVMVerifyModule(Ref, c_int, *mut *mut c_char) -> Bool;
    fn LLVMPrintModuleToString(Ref) -> *mut c_char;
    fn LLVMPrintModuleToFile(Ref, *const c_char, *mut *mut c_char) -> Bool;
    fn LLVMStripModuleDebugInfo(Ref) -> Bool;
    fn LLVMAddModuleFlag(Ref, c_int, *const c_char, usize, Ref);
    fn LLVMValueAsMetadata(Ref) -> Ref;
    fn LLVMGetModuleInlineAsm(Ref, *mut usize) -> *const c_char;
    fn LLVMSetModuleInlineAsm2(Ref, *const c_char, usize);
    fn LLVMGetNamedFunction(Ref, *const c_char) -> Ref;
    fn LLVMAddFunction(Ref, *const c_char, Ref) -> Ref;
    fn LLVMAddGlobal(Ref, Ref, *const c_char) -> Ref;
    fn LLVMGetFirstFunction(Ref) -> Ref;
    fn LLVMGetNextFunction(Ref) -> Ref;
    fn LLVMGetFirstGlobal(Ref) -> Ref;
    fn LLVMGetNextGlobal(Ref) -> Ref;
    fn LLVMGetFirstGlobalAlias(Ref) -> Ref;
    fn LLVMGetNextGlobalAlias(Ref) -> Ref;
    fn LLVMAddAlias2(Ref, Ref, c_uint, Ref, *const c_char) -> Ref;
    fn LLVMGetTarget(Ref) -> *const c_char;
    fn LLVMSetTarget(Ref, *const c_char);
    fn LLVMSetDataLayout(Ref, *const c_char);
    fn LLVMGetDataLayoutStr(Ref) -> *const c_char;
    fn LLVMGetModuleDataLayout(Ref) -> Ref;
    // Passes and code generation
    fn LLVMCreatePassBuilderOptions() -> Ref;
    fn LLVMDisposePassBuilderOptions(Ref);
    fn LLVMRunPasses(Ref, *const c_char, Ref, Ref) -> Ref;
    fn LLVMGetErrorMessage(Ref) -> *mut c_char;
    fn LLVMDisposeErrorMessage(*mut c_char);
    fn LLVMGetTargetFromTriple(*const c_char, *mut Ref, *mut *mut c_char) -> Bool;
    fn LLVMCreateTargetMachine(Ref, *const c_char, *const c_char, *const c_char, c_int, c_int, c_int) -> Ref;
    fn LLVMTargetMachineEmitToMemoryBuffer(Ref, Ref, c_int, *mut *mut c_char, *mut Ref) -> Bool;
    fn LLVMGetBufferStart(Ref) -> *const c_char;
    fn LLVMGetBufferSize(Ref) -> usize;
    // Types
    fn LLVMIntTypeInContext(Ref, c_uint) -> Ref;
    fn LLVMPointerTypeInContext(Ref, c_uint) -> Ref;
    fn LLVMVoidTypeInContext(Ref) -> Ref;
    fn LLVMFunctionType(Ref, *mut Ref, c_uint, Bool) -> Ref;
    fn LLVMIsFunctionVarArg(Ref) -> Bool;
    fn LLVMGetReturnType(Ref) -> Ref;
    fn LLVMArrayType2(Ref, u64) -> Ref;
    fn LLVMGetTypeKind(Ref) -> c_int;
    fn LLVMGetIntTypeWidth(Ref) -> c_uint;
    fn LLVMCountStructElementTypes(Ref) -> c_uint;
    fn LLVMStructGetTypeAtIndex(Ref, c_uint) -> Ref;
    fn LLVMGetArrayLength2(Ref) -> u64;
    fn LLVMGetElementType(Ref) -> Ref;
    fn LLVMGetVectorSize(Ref) -> c_uint;
    fn LLVMABISizeOfType(Ref, Ref) -> u64;
    fn LLVMStoreSizeOfType(Ref, Ref) -> u64;
    fn LLVMOffsetOfElement(Ref, Ref, c_uint) -> u64;
    // Values
    fn LLVMTypeOf(Ref) -> Ref;
    fn LLVMGetValueKind(Ref) -> c_int;
    fn LLVMGetValueName2(Ref, *mut usize) -> *const c_char;
    fn LLVMSetValueName2(Ref, *const c_char, usize);
    fn LLVMReplaceAllUsesWith(Ref, Ref);
    fn LLVMGetFirstUse(Ref) -> Ref;
    fn LLVMGetNextUse(Ref) -> Ref;
    fn LLVMGetUser(Ref) -> Ref;
    fn LLVMConstNull(Ref) -> Ref;
    fn LLVMConstInt(Ref, u64, Bool) -> Ref;
    fn LLVMConstIntOfArbitraryPrecision(Ref, c_uint, *const u64) -> Ref;
    fn LLVMConstIntGetZExtValue(Ref) -> u64;
    fn LLVMPrintValueToString(Ref) -> *mut c_char;
    fn LLVMConstStructInContext(Ref, *mut Ref, c_uint, Bool) -> Ref;
    fn LLVMConstArray2(Ref, *mut Ref, u64) -> Ref;
    fn LLVMConstStringInContext2(Ref, *const c_char, usize, Bool) -> Ref;
    fn LLVMIsDeclaration(Ref) -> Bool;
    fn LLVMGetLinkage(Ref) -> c_int;
    fn LLVMSetLinkage(Ref, c_int);
    fn LLVMGetSection(Ref) -> *const c_char;
    fn LLVMSetInitializer(Ref, Ref);
    fn LLVMSetSection(Ref, *const c_char);
    fn LLVMSetVisibility(Ref, c_int);
    fn LLVMIsGlobalConstant(Ref) -> Bool;
    fn LLVMIsThreadLocal(Ref) -> Bool;
    fn LLVMSetGlobalConstant(Ref, Bool);
    fn LLVMSetThreadLocalMode(Ref, c_int);
    fn LLVMGlobalGetValueType(Ref) -> Ref;
    // Functions
    fn LLVMCountParams(Ref) -> c_uint;
    fn LLVMGetParam(Ref, c_uint) -> Ref;
    fn LLVMGetEnumAttributeKindForName(*const c_char, usize) -> c_uint;
    fn LLVMRemoveEnumAttributeAtIndex(Ref, c_uint, c_uint);
    fn LLVMGetEnumAttributeAtIndex(Ref, c_uint, c_uint) -> Ref;
    fn LLVMRemoveCallSiteEnumAttribute(Ref, c_uint, c_uint);
    fn LLVMGetCallSiteEnumAttribute(Ref, c_uint, c_uint) -> Ref;
    fn LLVMGetTypeAttributeValue(Ref) -> Ref;
    fn LLVMGetIntrinsicID(Ref) -> c_uint;
    fn LLVMGetSubprogram(Ref) -> Ref;
    fn LLVMGetFunctionCallConv(Ref) -> c_uint;
    fn LLVMSetFunctionCallConv(Ref, c_uint);
    fn LLVMSetInstructionCallConv(Ref, c_uint);
    fn LLVMHasPersonalityFn(Ref) -> Bool;
    fn LLVMGetPersonalityFn(Ref) -> Ref;
    fn LLVMSetPersonalityFn(Ref, Ref);
    fn LLVMGetAttributeCountAtIndex(Ref, c_uint) -> c_uint;
    fn LLVMGetAttributesAtIndex(Ref, c_uint, *mut Ref);
    fn LLVMAddAttributeAtIndex(Ref, c_uint, Ref);
    fn LLVMCreateEnumAttribute(Ref, c_uint, u64) -> Ref;
    fn LLVMGetMetadataKind(Ref) -> c_uint;
    fn LLVMGetMDKindIDInContext(Ref, *const c_char, c_uint) -> c_uint;
    fn LLVMMDStringInContext2(Ref, *const c_char, usize) -> Ref;
    fn LLVMMDNodeInContext2(Ref, *mut Ref, usize) -> Ref;
    fn LLVMSetMetadata(Ref, c_uint, Ref);
    fn LLVMMetadataAsValue(Ref, Ref) -> Ref;
    fn LLVMGetMDNodeNumOperands(Ref) -> c_uint;
    fn LLVMGetMDNodeOperands(Ref, *mut Ref);
    fn LLVMGetMDString(Ref, *mut c_uint) -> *const c_char;
    fn LLVMDIScopeGetFile(Ref) -> Ref;
    fn LLVMDIFileGetFilename(Ref, *mut c_uint) -> *const c_char;
    fn LLVMDIFileGetDirectory(Ref, *mut c_uint) -> *const c_char;
    // Blocks
    fn LLVMGetFirstBasicBlock(Ref) -> Ref;
    fn LLVMGetNextBasicBlock(Ref) -> Ref;
    fn LLVMAppendBasicBlockInContext(Ref, Ref, *const c_char) -> Ref;
    fn LLVMGetBasicBlockTerminator(Ref) -> Ref;
    fn LLVMGetFirstInstruction(Ref) -> Ref;
    fn LLVMGetNextInstruction(Ref) -> Ref;
    fn LLVMGetPreviousInstruction(Ref) -> Ref;
    fn LLVMInsertBasicBlockInContext(Ref, Ref, *const c_char) -> Ref;
    fn LLVMBasicBlockAsValue(Ref) -> Ref;
    fn LLVMGetInstructionParent(Ref) -> Ref;
    // Instructions
    fn LLVMGetInstructionOpcode(Ref) -> c_int;
    fn LLVMGetConstOpcode(Ref) -> c_int;
    fn LLVMGetNumOperands(Ref) -> c_int;
    fn LLVMGetOperand(Ref, c_uint) -> Ref;
    fn LLVMGetICmpPredicate(Ref) -> c_int;
    fn LLVMGetFCmpPredicate(Ref) -> c_int;
    fn LLVMGetNumSuccessors(Ref) -> c_uint;
    fn LLVMGetSuccessor(Ref, c_uint) -> Ref;
    fn LLVMIsConditional(Ref) -> Bool;
    fn LLVMGetCondition(Ref) -> Ref;
    fn LLVMGetSwitchCaseValue(Ref, c_uint) -> Ref;
    fn LLVMCountIncoming(Ref) -> c_uint;
    fn LLVMGetIncomingValue(Ref, c_uint) -> Ref;
    fn LLVMGetIncomingBlock(Ref, c_uint) -> Ref;
    fn LLVMAddIncoming(Ref, *mut Ref, *mut Ref, c_uint);
    fn LLVMGetCalledValue(Ref) -> Ref;
    fn LLVMGetNumArgOperands(Ref) -> c_uint;
    fn LLVMGetNormalDest(Ref) -> Ref;
    fn LLVMGetTailCallKind(Ref) -> c_int;
    fn LLVMSetTailCallKind(Ref, c_int);
    fn LLVMIsAInlineAsm(Ref) -> Ref;
    fn LLVMGetInlineAsmAsmString(Ref, *mut usize) -> *const c_char;
    fn LLVMGetAllocatedType(Ref) -> Ref;
    fn LLVMGetGEPSourceElementType(Ref) -> Ref;
    fn LLVMGetNumIndices(Ref) -> c_uint;
    fn LLVMGetIndices(Ref) -> *const c_uint;
    fn LLVMGetNumMaskElements(Ref) -> c_uint;
    fn LLVMGetMaskValue(Ref, c_uint) -> c_int;
    fn LLVMGetAtomicRMWBinOp(Ref) -> c_int;
    fn LLVMInstructionEraseFromParent(Ref);
    fn LLVMInstructionRemoveFromParent(Ref);
    fn LLVMInstructionClone(Ref) -> Ref;
    fn LLVMSetOperand(Ref, c_uint, Ref);
    fn LLVMSetSuccessor(Ref, c_uint, Ref);
    fn LLVMGetAlignment(Ref) -> c_uint;
    fn LLVMSetAlignment(Ref, c_uint);
    fn LLVMSetVolatile(Ref, Bool);
    fn LLVMGetVolatile(Ref) -> Bool;
    fn LLVMSetNUW(Ref, Bool);
    fn LLVMSetNSW(Ref, Bool);
    fn LLVMSetExact(Ref, Bool);
    fn LLVMSetNNeg(Ref, Bool);
    fn LLVMSetIsDisjoint(Ref, Bool);
    fn LLVMSetICmpSameSign(Ref, Bool);
    fn LLVMGetNumOperandBundles(Ref) -> c_uint;
    fn LLVMGetOperandBundleAtIndex(Ref, c_uint) -> Ref;
    fn LLVMGetOperandBundleTag(Ref, *mut usize) -> *const c_char;
    fn LLVMGetOperandBundleArgAtIndex(Ref, c_uint) -> Ref;
    fn LLVMCreateOperandBundle(*const c_char, usize, *mut Ref, c_uint) -> Ref;
    fn LLVMDisposeOperandBundle(Ref);
    fn LLVMBuildCallWithOperandBundles(Ref, Ref, Ref, *mut Ref, c_uint, *mut Ref, c_uint, *const c_char) -> Ref;
    fn LLVMDILocationGetInlinedAt(Ref) -> Ref;
    fn LLVMDILocationGetScope(Ref) -> Ref;
    fn LLVMDILocationGetLine(Ref) -> c_uint;
    fn LLVMDILocationGetColumn(Ref) -> c_uint;
    fn LLVMInstructionGetDebugLoc(Ref) -> Ref;
    // Builders
    fn LLVMCreateBuilderInContext(Ref) -> Ref;
    fn LLVMDisposeBuilder(Ref);
    fn LLVMPositionBuilderBefore(Ref, Ref);
    fn LLVMPositionBuilderAtEnd(Ref, Ref);
    fn LLVMSetCurrentDebugLocation2(Ref, Ref);
    fn LLVMBuildBinOp(Ref, c_int, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildCast(Ref, c_int, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildICmp(Ref, c_int, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildFCmp(Ref, c_int, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildSelect(Ref, Ref, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildCall2(Ref, Ref, Ref, *mut Ref, c_uint, *const c_char) -> Ref;
    fn LLVMBuildLoad2(Ref, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildStore(Ref, Ref, Ref) -> Ref;
    fn LLVMBuildGEP2(Ref, Ref, Ref, *mut Ref, c_uint, *const c_char) -> Ref;
    fn LLVMBuildPhi(Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildFreeze(Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildExtractValue(Ref, Ref, c_uint, *const c_char) -> Ref;
    fn LLVMBuildExtractElement(Ref, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildInsertElement(Ref, Ref, Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildInsertValue(Ref, Ref, Ref, c_uint, *const c_char) -> Ref;
    fn LLVMBuildRet(Ref, Ref) -> Ref;
    fn LLVMBuildRetVoid(Ref) -> Ref;
    fn LLVMInsertIntoBuilder(Ref, Ref);
    fn LLVMBuildBr(Ref, Ref) -> Ref;
    fn LLVMBuildCondBr(Ref, Ref, Ref, Ref) -> Ref;
    fn LLVMBuildSwitch(Ref, Ref, Ref, c_uint) -> Ref;
    fn LLVMAddCase(Ref, Ref, Ref);
    fn LLVMBuildAlloca(Ref, Ref, *const c_char) -> Ref;
    fn LLVMBuildMemSet(Ref, Ref, Ref, Ref, c_uint) -> Ref;
}

static API: OnceLock<Api> = OnceLock::new();

/// Loads the library once for the life of the process.
pub fn load(path: &Path) -> Result<(), libloading::Error> {
    if API.get().is_some() {
        return Ok(());
    }
    // SAFETY: LLVM's initialisers have no preconditions.
    let library = unsafe { libloading::Library::new(path)? };
    let api = Api::load(&library)?;
    initialise_target(&library)?;
    std::mem::forget(library); // the pointers stay valid for ever
    let _ = API.set(api);
    Ok(())
}

/// The loaded functions.
pub fn api() -> &'static Api {
    API.get().expect("LLVM is loaded before it is used")
}

fn initialise_target(library: &libloading::Library) -> Result<(), libloading::Error> {
    let target = if cfg!(target_arch = "aarch64") { "AArch64" } else { "X86" };
    for part in ["TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"] {
        let name = format!("LLVMInitialize{target}{part}\0");
        // SAFETY: these functions take nothing and return nothing.
        unsafe { (*library.get::<unsafe extern "C" fn()>(name.as_bytes())?)() };
    }
    Ok(())
}
