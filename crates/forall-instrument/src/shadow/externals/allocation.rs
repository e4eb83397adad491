//! Blocks of the heap: sizes are concretized, and the runtime is told which blocks there are.

use super::{ExternalCall, Model};
use crate::llvm::{BinOp, Predicate, Type, Value};
use crate::shadow::function::FunctionShadow;
use forall_protocol::hooks::Hook;

pub fn model(name: &str) -> Option<Model> {
    Some(match name {
        "malloc" => Model::beside(|shadow, of| allocate(shadow, of, of.arguments[0])),
        "aligned_alloc" | "memalign" => Model::beside(|shadow, of| allocate(shadow, of, of.arguments[1])),
        "calloc" => Model::beside(allocate_zeroed),
        "posix_memalign" => Model::beside(allocate_through),
        "realloc" => Model::instead(reallocate),
        "free" => Model::beside(release),
        _ => return None,
    })
}

/// Returns fresh memory of that size.
fn allocate(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>, size: Value) {
    shadow.fix_all(&of.arguments, &of.shadows, of.site);
    shadow.all.builder.before(of.after);
    shadow.all.hook(Hook::Allocated, &[of.call, size]);
}

fn allocate_zeroed(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.fix_all(&of.arguments, &of.shadows, of.site);
    shadow.all.builder.before(of.after);
    let length = shadow.all.builder.binary(BinOp::Mul, of.arguments[0], of.arguments[1]);
    shadow.all.hook(Hook::Allocated, &[of.call, length]);
}

/// The fresh memory's address goes through the first argument.
fn allocate_through(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.fix_all(&of.arguments, &of.shadows, of.site);
    let b = &shadow.all.builder;
    b.before(of.after);
    // If it fails, what stands there is what stood there before, and no block.
    let pointer = Type::pointer(shadow.all.module.context);
    let failed = b.compare(Predicate::Ne, of.call, b.int(32, 0));
    let block = b.select(failed, b.null(pointer), b.load(pointer, of.arguments[0]));
    let written = b.select(failed, b.int(64, 0), b.int(64, 8));
    shadow.all.hook(Hook::Clear, &[of.arguments[0], written]);
    shadow.all.hook(Hook::Allocated, &[block, of.arguments[2]]);
}

fn reallocate(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.fix_all(&of.arguments, &of.shadows, of.site);
    let block = shadow.all.hook(Hook::Reallocate, &[of.arguments[0], of.arguments[1]]);
    shadow.replace(of.call, block);
}

fn release(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.fix_all(&of.arguments, &of.shadows, of.site);
    shadow.all.hook(Hook::Release, &[of.arguments[0]]);
}
