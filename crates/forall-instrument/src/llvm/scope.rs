//! Functions of the source as debug information names them: also those that were inlined and are functions no more.

use super::api::{Ref, api};
use super::value::{Value, file_of_scope};
use super::{Context, copy_text};
use std::ffi::c_uint;

/// `LLVMDISubprogramMetadataKind`.
const SUBPROGRAM: c_uint = 17;
/// `LLVMDINamespaceMetadataKind`.
const NAMESPACE: c_uint = 20;
/// Where LLVM keeps these among a scope's operands.
const PARENT: usize = 1;
const NAME: usize = 2;
const LINKAGE_NAME: usize = 3;

/// A function of the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scope(Ref);

impl Scope {
    /// Of a function as a whole; `None` without debug information.
    pub fn of_function(function: Value) -> Option<Scope> {
        // SAFETY: see `llvm`; asked of functions only.
        let scope = unsafe { (api().LLVMGetSubprogram)(function.0) };
        (!scope.is_null()).then_some(Scope(scope))
    }

    /// Of an instruction: the function it was written in, then the one that was inlined into, and so on.
    pub fn of_instruction(context: Context, instruction: Value) -> Vec<Scope> {
        let mut scopes = Vec::new();
        // SAFETY: see `llvm`; asked of instructions only, nulls are checked.
        unsafe {
            let mut location = (api().LLVMInstructionGetDebugLoc)(instruction.0);
            while !location.is_null() {
                scopes.extend(subprogram(context, (api().LLVMDILocationGetScope)(location)));
                location = (api().LLVMDILocationGetInlinedAt)(location);
            }
        }
        scopes
    }

    /// Of an instruction that may have been made without a place in the source: then the function it is in is
    /// all that is known.
    pub fn around(context: Context, function: Value, instruction: Value) -> Vec<Scope> {
        let scopes = Scope::of_instruction(context, instruction);
        if scopes.is_empty() { Scope::of_function(function).into_iter().collect() } else { scopes }
    }

    /// With the arguments of generic functions: `hash_one<std::hash::random::RandomState, &u8>`.
    pub fn name(self, context: Context) -> String {
        text(context, self.0, NAME)
    }

    /// Without the arguments of generic functions: `hash_one`.
    pub fn plain_name(self, context: Context) -> String {
        let mut name = self.name(context);
        name.truncate(name.find('<').unwrap_or(name.len()));
        name
    }

    /// As the linker knows it.
    pub fn linkage_name(self, context: Context) -> String {
        text(context, self.0, LINKAGE_NAME)
    }

    /// Is it in a module, or in an item that may have others inside, whose name begins like this?
    pub fn is_below(self, context: Context, prefix: &str) -> bool {
        let mut around = parent(context, self.0);
        while let Some(scope) = around.filter(|&scope| kind(scope) == NAMESPACE) {
            if text(context, scope, NAME).starts_with(prefix) {
                return true;
            }
            around = parent(context, scope);
        }
        false
    }

    /// The source file, and the directory it is relative to.
    pub fn file_and_directory(self) -> (String, String) {
        // SAFETY: a function is a scope.
        unsafe { file_of_scope(self.0) }.unwrap_or_default()
    }

    /// The source file, with the directory it is relative to.
    pub fn file(self) -> String {
        let (file, directory) = self.file_and_directory();
        if file.starts_with('/') { file } else { format!("{directory}/{file}") }
    }
}

/// The function around a scope.
fn subprogram(context: Context, scope: Ref) -> Option<Scope> {
    let mut scope = scope;
    loop {
        if kind(scope) == SUBPROGRAM {
            return Some(Scope(scope));
        }
        scope = parent(context, scope)?;
    }
}

fn kind(scope: Ref) -> c_uint {
    // SAFETY: see `llvm`; it is asked of all metadata.
    unsafe { (api().LLVMGetMetadataKind)(scope) }
}

/// What is around a function, a block of code or a namespace.
fn parent(context: Context, scope: Ref) -> Option<Ref> {
    let parent = operand(context, scope, PARENT)?;
    // SAFETY: see `llvm`; operands are metadata.
    Some(unsafe { (api().LLVMValueAsMetadata)(parent) })
}

/// An operand of a node, as a value.
fn operand(context: Context, node: Ref, index: usize) -> Option<Ref> {
    // SAFETY: see `llvm`; there is room for all operands.
    unsafe {
        let node = (api().LLVMMetadataAsValue)(context.0, node);
        let mut operands = vec![std::ptr::null_mut(); (api().LLVMGetMDNodeNumOperands)(node) as usize];
        (api().LLVMGetMDNodeOperands)(node, operands.as_mut_ptr());
        operands.get(index).copied().filter(|operand| !operand.is_null())
    }
}

fn text(context: Context, node: Ref, index: usize) -> String {
    let Some(value) = operand(context, node, index) else { return String::new() };
    let mut length = 0;
    // SAFETY: see `llvm`; yields null for what is no text.
    let start = unsafe { (api().LLVMGetMDString)(value, &mut length) };
    copy_text(start, length as usize)
}
