//! What `addresses` puts where an address becomes a number.

use super::{ExternalCall, Model};
use crate::addresses::TELL;
use crate::llvm::Cast;
use crate::shadow::function::FunctionShadow;
use forall_protocol::hooks::Hook;

pub fn model(name: &str) -> Option<Model> {
    (name == TELL).then_some(Model::yielding(tell))
}

/// Tells the address that is its first argument as a number.
fn tell(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    let term = shadow.all.hook(Hook::Address, &[of.arguments[0], of.shadows[0], of.arguments[1]]);
    let b = &shadow.all.builder;
    let address = b.cast(Cast::PtrToInt, b.freeze(of.arguments[0]), b.int_type(64));
    shadow.yield_in_place(of.call, address, term);
}
