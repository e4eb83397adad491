//! What the processor tells of itself: which one it is, and what it can do.
//!
//! The standard library asks for that once, to choose among ways to the same result. Whoever else asks has left what is followed.

use super::Shadowing;
use super::function::FunctionShadow;
use crate::llvm::{Scope, Value};
use crate::origin::Origin;
use crate::sites::function_name;

/// Functions of `core::arch`, by the end of their names.
const FUNCTIONS: [&str; 4] = ["__cpuid", "__cpuid_count", "__get_cpuid_max", "_xgetbv"];
const INSTRUCTIONS: [&str; 2] = ["cpuid", "xgetbv"];
const INTRINSIC: &str = "llvm.x86.xgetbv";

impl FunctionShadow<'_> {
    /// Makes a note where a function asks the machine and is not of the standard library.
    pub fn note_machine(&mut self, call: Value) {
        let callee = call.callee();
        let asks = match callee.assembly() {
            Some(text) => asks_machine(&text),
            None => callee.is_function() && is_asking(&callee.name()),
        };
        if asks && self.is_asked_by_others(call) {
            self.leave(call, "what the processor tells of itself");
        }
    }

    fn is_asked_by_others(&mut self, call: Value) -> bool {
        let Shadowing { module, origins, sites, .. } = &mut *self.all;
        let mut scopes = Scope::of_instruction(module.context, call);
        if scopes.is_empty() {
            scopes.extend(Scope::of_function(self.function));
        }
        // What only hands the question on is asked by its own callers.
        let asking = scopes.into_iter().find(|scope| !scope.file().contains("/core_arch/"));
        asking.is_some_and(|scope| origins.of(sites, scope) != Origin::Std)
    }
}

/// Does assembly code do nothing but ask the machine?
pub fn asks_machine(text: &str) -> bool {
    INSTRUCTIONS.iter().any(|name| text.contains(name))
}

fn is_asking(symbol: &str) -> bool {
    if symbol.starts_with(INTRINSIC) {
        return true;
    }
    FUNCTIONS.iter().any(|end| symbol.contains(end)) && {
        let name = function_name(symbol);
        name.contains("core_arch") && FUNCTIONS.contains(&name.rsplit("::").next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_ask_the_machine_are_known() {
        assert!(is_asking("_ZN4core9core_arch3x865cpuid13__cpuid_count17h0123456789abcdefE"));
        assert!(is_asking("_RNvNtNtNtCs1234_4core9core_arch3x865xsave7__xgetbv"));
        assert!(is_asking("llvm.x86.xgetbv"));
        assert!(!is_asking("_ZN4mine13__cpuid_count17h0123456789abcdefE"));
        assert!(!is_asking("_ZN4core9core_arch3x863sse10_mm_add_ps17h0123456789abcdefE"));
    }
}
