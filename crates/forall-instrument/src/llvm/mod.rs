//! LLVM, as much of it as forall needs, behind copyable handles.
//!
//! All `unsafe` of the instrumenter is in this folder and rests on one invariant: contexts and modules are
//! never disposed (the linker is a short-lived process), so every handle that LLVM gave out stays valid,
//! except those of erased instructions, deleted blocks and modules that were linked into another, which their
//! owners do not use again. Handles are not `Send`: a context and all in it stay with the thread that made
//! it.

mod api;
mod block;
mod builder;
mod module;
mod opcode;
mod scope;
mod types;
mod value;

pub use block::Block;
pub use builder::{BinOp, Builder, Cast};
pub use module::{Context, Linkage, Machine, Module};
pub use opcode::Opcode;
pub use scope::Scope;
pub use types::{Type, TypeKind};
pub use value::{FloatPredicate, Location, Predicate, RmwOp, Value};

use std::ffi::{CStr, CString, c_char};
use std::path::Path;

/// Loads the toolchain's library.
pub fn load(library: &Path) -> Result<(), String> {
    api::load(library).map_err(|error| error.to_string())
}

fn c_string(text: &str) -> CString {
    CString::new(text).expect("names in LLVM have no NUL")
}

/// Copies a message and frees LLVM's.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands out a NUL-terminated message that is ours to dispose.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        (api::api().LLVMDisposeMessage)(message);
        text
    }
}

/// Copies a text that LLVM keeps; empty for null.
fn copy_text(start: *const c_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives start and length of a text it owns.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}
