//! Functions of the standard library that tell how an address is aligned. It uses them itself, to do the same in a quicker way; where the tested
//! package does, what comes of it depends on where things lie.

use super::Shadowing;
use super::function::FunctionShadow;
use crate::llvm::{Opcode, Scope, Value};
use crate::origin::Origin;
use crate::sites::function_name;

const FUNCTIONS: [&str; 5] = ["align_offset", "align_to", "align_to_mut", "is_aligned", "is_aligned_to"];

impl FunctionShadow<'_> {
    /// Makes a note where the package asks, be it by a call or where the compiler has put what was called.
    pub fn note_alignment(&mut self, instruction: Value) {
        let Shadowing { module, origins, sites, .. } = &mut *self.all;
        let scopes = Scope::of_instruction(module.context, instruction);
        let asks = |scope: &Scope| {
            let name = scope.name(module.context);
            let plain = name.split('<').next().unwrap_or_default();
            FUNCTIONS.contains(&plain) && is_of_pointers(&scope.file())
        };
        let (asked, asking) = match instruction.opcode() {
            Opcode::Call | Opcode::Invoke => {
                (called(instruction), scopes.iter().copied().find(|scope| !asks(scope)))
            }
            _ => match scopes.iter().rposition(asks) {
                Some(at) => (Some("align_offset"), scopes.get(at + 1).copied()),
                None => (None, None),
            },
        };
        if let (Some(name), Some(scope)) = (asked, asking)
            && origins.of(sites, scope) == Origin::Own
        {
            self.leave(instruction, name);
        }
    }
}

fn is_of_pointers(file: &str) -> bool {
    file.contains("/core/src/ptr/") || file.contains("/core/src/slice/")
}

fn called(call: Value) -> Option<&'static str> {
    let callee = call.callee();
    if !callee.is_function() {
        return None;
    }
    let symbol = callee.name();
    let asked = FUNCTIONS.into_iter().rev().find(|name| symbol.contains(name))?;
    let name = function_name(&symbol);
    let is_one = FUNCTIONS.contains(&name.rsplit("::").next().unwrap_or_default());
    (is_one && (name.contains("ptr::") || name.contains("slice::"))).then_some(asked)
}
