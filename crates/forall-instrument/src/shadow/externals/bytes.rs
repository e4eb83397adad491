//! Bytes that are copied, filled and compared: terms go along.

use super::{ExternalCall, Model};
use crate::shadow::function::FunctionShadow;
use forall_protocol::hooks::Hook;

pub fn model(name: &str) -> Option<Model> {
    Some(match name {
        "memcpy" | "memmove" => Model::beside(|shadow, of| {
            shadow.copy(of.call, of.arguments[0], of.arguments[1], of.arguments[2])
        }),
        "memset" => Model::beside(|shadow, of| {
            shadow.fill(of.call, of.arguments[0], of.arguments[1], of.arguments[2])
        }),
        "memcmp" | "bcmp" => Model::yielding(compare),
        _ => return None,
    })
}

fn compare(shadow: &mut FunctionShadow<'_>, of: &ExternalCall<'_>) {
    let [left, right, length] = [of.arguments[0], of.arguments[1], of.arguments[2]];
    let shadows = &of.shadows;
    let result =
        shadow.all.hook(Hook::Compare, &[left, shadows[0], right, shadows[1], length, shadows[2], of.site]);
    let term = shadow.all.hook(Hook::Result, &[]);
    shadow.yield_in_place(of.call, result, term);
}
