//! What no run can repeat.

use super::{ExternalCall, Model};
use crate::llvm::Type;
use crate::shadow::function::FunctionShadow;
use forall_protocol::hooks::Hook;

pub fn model(name: &str) -> Option<Model> {
    (name == "getrandom").then_some(Model::instead(fill_with_zeros))
}

/// Noted, but the same in every run: otherwise no run could be repeated.
fn fill_with_zeros(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    shadow.leave(of.call, of.name);
    let b = &shadow.all.builder;
    let pointer = Type::pointer(shadow.all.module.context);
    let memset_type = Type::function(pointer, &[pointer, b.int_type(32), b.int_type(64)]);
    let module = shadow.all.module;
    let memset = module.function("memset").unwrap_or_else(|| module.add_function("memset", memset_type));
    let [to, length] = [of.arguments[0], of.arguments[1]];
    b.call(memset_type, memset, &[to, b.int(32, 0), length]);
    shadow.all.hook(Hook::Clear, &[to, length]);
    shadow.replace(of.call, length);
}
