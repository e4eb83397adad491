//! What the processor tells of itself: which one it is, and what it can do.
//!
//! The standard library asks for that once, and keeps the answer, to choose among ways to the same result.
//! Dependencies are trusted to ask it for nothing else. Whoever asks the processor itself, and the tested
//! package in either way, has left what is followed.

use super::Shadowing;
use super::function::FunctionShadow;
use crate::llvm::{Scope, Value};
use crate::origin::{Origin, file_of_std};
use crate::places::base;
use crate::sites::function_name;

/// Functions of `core::arch`, by the end of their names.
const FUNCTIONS: [&str; 4] = ["__cpuid", "__cpuid_count", "__get_cpuid_max", "_xgetbv"];
const INSTRUCTIONS: [&str; 2] = ["cpuid", "xgetbv"];
const INTRINSIC: &str = "llvm.x86.xgetbv";
/// In names of what the standard library keeps: `is_x86_feature_detected!`.
const DETECTION: &str = "10std_detect";
const WHAT: &str = "what the processor tells of itself";

impl FunctionShadow<'_> {
    /// Makes a note where a function asks the machine and is not of the standard library.
    pub fn note_machine(&mut self, call: Value) {
        let callee = call.callee();
        let asks = match callee.assembly() {
            Some(text) => asks_machine(&text),
            None => callee.is_function() && is_asking(&callee.name()),
        };
        let is_told = || callee.is_function() && callee.name().contains(DETECTION);
        if asks && self.asking(call, "/core_arch/").is_some_and(|origin| origin != Origin::Std)
            || !asks && is_told() && self.asking(call, "std_detect/") == Some(Origin::Own)
        {
            self.leave(call, WHAT);
        }
    }

    /// The same where the compiler has put what was called: a look at what is kept.
    pub fn note_detection(&mut self, load: Value) {
        let kept = base(load.operand(0));
        if kept.is_global()
            && kept.name().contains(DETECTION)
            && self.asking(load, "std_detect/") == Some(Origin::Own)
        {
            self.leave(load, WHAT);
        }
    }

    /// Whose code it is.
    pub fn origin(&mut self, instruction: Value) -> Origin {
        let Shadowing { module, origins, sites, .. } = &mut *self.all;
        let scopes = Scope::around(module.context, self.function, instruction);
        // Without a scope, nothing is known of it.
        scopes.first().map_or(Origin::Dependency, |&scope| origins.of(sites, scope))
    }

    /// Whose question it is, if files of the standard library with this in their path only hand it on.
    fn asking(&mut self, instruction: Value, hands_on: &str) -> Option<Origin> {
        let Shadowing { module, origins, sites, .. } = &mut *self.all;
        let scopes = Scope::around(module.context, self.function, instruction);
        if scopes.is_empty() {
            return Some(Origin::Dependency); // nothing is known of it
        }
        let hands_on = |scope: &Scope| file_of_std(&scope.file()).is_some_and(|file| file.contains(hands_on));
        let asking = scopes.iter().rposition(hands_on).map_or(0, |last| last + 1);
        Some(origins.of(sites, *scopes.get(asking)?))
    }
}

/// Does assembly code ask the machine? What else it does is not looked for: it is a note in any case, unless
/// the standard library wrote it.
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
