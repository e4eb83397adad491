//! Contexts, modules, and the machine code is made for.

use super::api::{Ref, api};
use super::types::Type;
use super::value::Value;
use super::{c_string, copy_text, take_message};
use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::path::Path;
use std::ptr::null_mut;

/// Owns types and modules; never disposed.
#[derive(Clone, Copy)]
pub struct Context(pub(super) Ref);

/// A program or a part of one.
#[derive(Clone, Copy)]
pub struct Module {
    pub(super) raw: Ref,
    pub context: Context,
}

/// The machine code is made for.
pub struct Machine(Ref);

/// `LLVMLinkage`, what forall makes of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    External = 0,
    Internal = 8,
}

thread_local! {
    /// What LLVM last complained about; its handler has no other way to hand it on.
    static COMPLAINT: RefCell<String> = const { RefCell::new(String::new()) };
}

extern "C" fn note_complaint(info: Ref, _: *mut c_void) {
    // SAFETY: LLVM calls this with a valid diagnostic. Severity 0 is an error.
    unsafe {
        if (api().LLVMGetDiagInfoSeverity)(info) == 0 {
            let text = take_message((api().LLVMGetDiagInfoDescription)(info));
            COMPLAINT.with(|complaint| *complaint.borrow_mut() = text);
        }
    }
}

fn complaint() -> String {
    COMPLAINT.with(|complaint| std::mem::take(&mut *complaint.borrow_mut()))
}

impl Context {
    pub fn new() -> Context {
        // SAFETY: see `llvm`.
        unsafe {
            let context = (api().LLVMContextCreate)();
            (api().LLVMContextSetDiagnosticHandler)(context, note_complaint, null_mut());
            Context(context)
        }
    }

    pub fn empty_module(self, name: &str) -> Module {
        let name = c_string(name);
        // SAFETY: see `llvm`.
        let raw = unsafe { (api().LLVMModuleCreateWithNameInContext)(name.as_ptr(), self.0) };
        Module { raw, context: self }
    }

    pub fn parse(self, bitcode: &[u8], name: &str) -> Result<Module, String> {
        let buffer = copy_to_buffer(bitcode, name);
        let mut raw = null_mut();
        // SAFETY: see `llvm`; the buffer is disposed after use.
        let failed = unsafe {
            let failed = (api().LLVMParseBitcodeInContext2)(self.0, buffer, &mut raw);
            (api().LLVMDisposeMemoryBuffer)(buffer);
            failed != 0
        };
        if failed { Err(complaint()) } else { Ok(Module { raw, context: self }) }
    }

    /// Reads LLVM assembly.
    #[cfg(test)]
    pub fn parse_text(self, text: &str, name: &str) -> Result<Module, String> {
        let buffer = copy_to_buffer(text.as_bytes(), name);
        let (mut raw, mut message) = (null_mut(), null_mut());
        // SAFETY: see `llvm`; LLVM takes the buffer. The message is set if it fails.
        let failed = unsafe { (api().LLVMParseIRInContext)(self.0, buffer, &mut raw, &mut message) != 0 };
        if failed { Err(take_message(message)) } else { Ok(Module { raw, context: self }) }
    }
}

fn copy_to_buffer(bytes: &[u8], name: &str) -> Ref {
    let name = c_string(name);
    // SAFETY: see `llvm`; LLVM copies bytes and name.
    unsafe {
        (api().LLVMCreateMemoryBufferWithMemoryRangeCopy)(bytes.as_ptr().cast(), bytes.len(), name.as_ptr())
    }
}

impl Module {
    /// Moves everything of `other` into this module.
    pub fn link(self, other: Module) -> Result<(), String> {
        // SAFETY: see `llvm`; `other` is consumed by LLVM and not used again.
        if unsafe { (api().LLVMLinkModules2)(self.raw, other.raw) } != 0 { Err(complaint()) } else { Ok(()) }
    }

    pub fn copy_target_of(self, other: Module) {
        // SAFETY: see `llvm`; LLVM copies the texts.
        unsafe {
            (api().LLVMSetTarget)(self.raw, (api().LLVMGetTarget)(other.raw));
            (api().LLVMSetDataLayout)(self.raw, (api().LLVMGetDataLayoutStr)(other.raw));
        }
    }

    /// Gives a module flag a value that wins over the other module's when this one is linked into it.
    pub fn override_flag(self, name: &str, value: Value) {
        // SAFETY: see `llvm`; LLVM copies the name. 3 is LLVMModuleFlagBehaviorOverride.
        unsafe {
            let value = (api().LLVMValueAsMetadata)(value.0);
            (api().LLVMAddModuleFlag)(self.raw, 3, name.as_ptr().cast(), name.len(), value);
        }
    }

    pub fn verify(self) -> Result<(), String> {
        let mut message = null_mut();
        // SAFETY: see `llvm`. 2 is LLVMReturnStatusAction.
        let broken = unsafe { (api().LLVMVerifyModule)(self.raw, 2, &mut message) } != 0;
        let message = take_message(message);
        if broken { Err(message) } else { Ok(()) }
    }

    pub fn print_to(self, path: &Path) -> Result<(), String> {
        let path = c_string(&path.to_string_lossy());
        let mut message = null_mut();
        // SAFETY: see `llvm`.
        let failed = unsafe { (api().LLVMPrintModuleToFile)(self.raw, path.as_ptr(), &mut message) } != 0;
        if failed { Err(take_message(message)) } else { Ok(()) }
    }

    /// As LLVM assembly.
    pub fn text(self) -> String {
        // SAFETY: see `llvm`.
        take_message(unsafe { (api().LLVMPrintModuleToString)(self.raw) })
    }

    /// What the module says in assembly, outside of its functions.
    pub fn assembly(self) -> String {
        let mut length = 0;
        // SAFETY: see `llvm`; the text is LLVM's, and copied.
        unsafe { copy_text((api().LLVMGetModuleInlineAsm)(self.raw, &mut length), length) }
    }

    pub fn set_assembly(self, text: &str) {
        // SAFETY: see `llvm`; LLVM copies the text.
        unsafe { (api().LLVMSetModuleInlineAsm2)(self.raw, text.as_ptr().cast(), text.len()) };
    }

    pub fn strip_debug_info(self) {
        // SAFETY: see `llvm`.
        unsafe { (api().LLVMStripModuleDebugInfo)(self.raw) };
    }

    /// Runs a pipeline in the syntax of `opt -passes`.
    pub fn run_passes(self, passes: &str, machine: &Machine) -> Result<(), String> {
        let passes = c_string(passes);
        // SAFETY: see `llvm`; options are disposed after use, the error message is copied and disposed.
        unsafe {
            let options = (api().LLVMCreatePassBuilderOptions)();
            let error = (api().LLVMRunPasses)(self.raw, passes.as_ptr(), machine.0, options);
            (api().LLVMDisposePassBuilderOptions)(options);
            if error.is_null() {
                return Ok(());
            }
            let message = (api().LLVMGetErrorMessage)(error);
            let text = CStr::from_ptr(message).to_string_lossy().into_owned();
            (api().LLVMDisposeErrorMessage)(message);
            Err(text)
        }
    }

    pub fn function(self, name: &str) -> Option<Value> {
        let name = c_string(name);
        // SAFETY: see `llvm`.
        let function = unsafe { (api().LLVMGetNamedFunction)(self.raw, name.as_ptr()) };
        (!function.is_null()).then_some(Value(function))
    }

    pub fn add_function(self, name: &str, function_type: Type) -> Value {
        let name = c_string(name);
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMAddFunction)(self.raw, name.as_ptr(), function_type.0) })
    }

    pub fn add_global(self, name: &str, value_type: Type) -> Value {
        let name = c_string(name);
        // SAFETY: see `llvm`.
        Value(unsafe { (api().LLVMAddGlobal)(self.raw, value_type.0, name.as_ptr()) })
    }

    pub fn functions(self) -> Vec<Value> {
        // SAFETY: see `llvm`.
        unsafe { list((api().LLVMGetFirstFunction)(self.raw), api().LLVMGetNextFunction) }
    }

    pub fn globals(self) -> Vec<Value> {
        // SAFETY: see `llvm`.
        unsafe { list((api().LLVMGetFirstGlobal)(self.raw), api().LLVMGetNextGlobal) }
    }

    pub fn aliases(self) -> Vec<Value> {
        // SAFETY: see `llvm`.
        unsafe { list((api().LLVMGetFirstGlobalAlias)(self.raw), api().LLVMGetNextGlobalAlias) }
    }

    /// A second name for a global variable.
    pub fn add_alias(self, name: &str, of: Value) -> Value {
        let name = c_string(name);
        // SAFETY: see `llvm`; asked of global variables only. 0 is the usual address space.
        Value(unsafe { (api().LLVMAddAlias2)(self.raw, of.global_type().0, 0, of.0, name.as_ptr()) })
    }

    /// Size of a type with padding to its alignment: the distance of array elements.
    pub fn size_of(self, ty: Type) -> u64 {
        // SAFETY: see `llvm`; asked of sized types only.
        unsafe { (api().LLVMABISizeOfType)((api().LLVMGetModuleDataLayout)(self.raw), ty.0) }
    }

    /// Bytes a store of the type writes.
    pub fn store_size_of(self, ty: Type) -> u64 {
        // SAFETY: see `llvm`; asked of sized types only.
        unsafe { (api().LLVMStoreSizeOfType)((api().LLVMGetModuleDataLayout)(self.raw), ty.0) }
    }

    pub fn offset_of(self, structure: Type, field: u32) -> u64 {
        // SAFETY: see `llvm`; asked of fields of structs only.
        unsafe { (api().LLVMOffsetOfElement)((api().LLVMGetModuleDataLayout)(self.raw), structure.0, field) }
    }
}

/// # Safety
/// `next` walks the list that `first` begins.
unsafe fn list(first: Ref, next: unsafe extern "C" fn(Ref) -> Ref) -> Vec<Value> {
    let mut values = Vec::new();
    let mut value = first;
    while !value.is_null() {
        values.push(Value(value));
        // SAFETY: promised by the caller.
        value = unsafe { next(value) };
    }
    values
}

impl Machine {
    /// The machine for a module's target, generating position-independent code. Generating code is most of
    /// the work, so it is not optimised where the program was not either.
    pub fn for_module(module: Module, optimised: bool) -> Result<Machine, String> {
        // The numbers are LLVMCodeGenLevelDefault and LLVMCodeGenLevelNone.
        let level = if optimised { 2 } else { 0 };
        // SAFETY: see `llvm`; all texts are NUL-terminated. The numbers are LLVMRelocPIC and LLVMCodeModelDefault.
        unsafe {
            let triple = (api().LLVMGetTarget)(module.raw);
            let mut target = null_mut();
            let mut message = null_mut();
            if (api().LLVMGetTargetFromTriple)(triple, &mut target, &mut message) != 0 {
                return Err(take_message(message));
            }
            let (cpu, features) = (c_string(""), c_string(""));
            let machine =
                (api().LLVMCreateTargetMachine)(target, triple, cpu.as_ptr(), features.as_ptr(), level, 2, 0);
            if machine.is_null() { Err("LLVM has no such machine".into()) } else { Ok(Machine(machine)) }
        }
    }

    /// The module as an object file.
    pub fn emit_object(&self, module: Module) -> Result<Vec<u8>, String> {
        let (mut message, mut buffer) = (null_mut(), null_mut());
        // SAFETY: see `llvm`. 1 is LLVMObjectFile. The buffer is ours, and disposed after it was copied.
        unsafe {
            let emit = api().LLVMTargetMachineEmitToMemoryBuffer;
            if emit(self.0, module.raw, 1, &mut message, &mut buffer) != 0 {
                return Err(take_message(message));
            }
            let (start, size) = ((api().LLVMGetBufferStart)(buffer), (api().LLVMGetBufferSize)(buffer));
            let bytes = std::slice::from_raw_parts(start.cast::<u8>(), size).to_vec();
            (api().LLVMDisposeMemoryBuffer)(buffer);
            Ok(bytes)
        }
    }
}
