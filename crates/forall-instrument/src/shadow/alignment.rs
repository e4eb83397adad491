//! Functions of the standard library that tell how an address is aligned. It uses them itself, to do the same
//! in a quicker way; where the tested package does, what comes of it depends on where things lie.

use super::Shadowing;
use super::function::FunctionShadow;
use crate::llvm::{Opcode, Scope, Value};
use crate::origin::{Origin, file_of_std};
use crate::sites::function_name;

const FUNCTIONS: [&str; 5] = ["align_offset", "align_to", "align_to_mut", "is_aligned", "is_aligned_to"];

impl FunctionShadow<'_> {
    /// Makes a note where the package asks, be it by a call or where the compiler has put what was called.
    pub fn note_alignment(&mut self, instruction: Value) {
        let is_call = matches!(instruction.opcode(), Opcode::Call | Opcode::Invoke);
        let called = if is_call { called(instruction) } else { None };
        if is_call && called.is_none() {
            return;
        }
        let Shadowing { module, origins, sites, .. } = &mut *self.all;
        let scopes = Scope::of_instruction(module.context, instruction);
        let asks = |scope: &Scope| {
            FUNCTIONS.contains(&scope.plain_name(module.context).as_str()) && is_of_pointers(&scope.file())
        };
        let (asked, asking) = match called {
            Some(name) => (name, scopes.iter().find(|scope| !asks(scope))),
            None => match scopes.iter().rposition(asks) {
                Some(at) => (FUNCTIONS[0], scopes.get(at + 1)),
                None => return,
            },
        };
        if asking.is_some_and(|&scope| origins.of(sites, scope) == Origin::Own) {
            self.leave(instruction, asked);
        }
    }
}

fn is_of_pointers(file: &str) -> bool {
    file_of_std(file)
        .is_some_and(|file| file.starts_with("core/src/ptr/") || file.starts_with("core/src/slice/"))
}

fn called(call: Value) -> Option<&'static str> {
    let callee = call.callee();
    if callee.is_function() { asked_by(&callee.name()) } else { None }
}

/// Which of the functions a symbol is, in either way to spell symbols: a method of a pointer has no path to
/// speak of once it is spelled for people.
fn asked_by(symbol: &str) -> Option<&'static str> {
    let asked = FUNCTIONS.into_iter().rev().find(|name| symbol.contains(name))?;
    let is_of_pointers = ["4core3ptr", "4core5slice"].iter().any(|path| symbol.contains(path));
    let is_one = || FUNCTIONS.contains(&function_name(symbol).rsplit("::").next().unwrap_or_default());
    (is_of_pointers && is_one()).then_some(asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_that_tell_the_alignment_are_known() {
        let asked = |symbol: &str| asked_by(symbol).unwrap_or("nothing");
        let old =
            "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$12align_offset17h0123456789abcdefE";
        assert_eq!(asked(old), "align_offset");
        assert_eq!(asked("_RNvMNtNtCs1234_4core3ptr9const_ptrPh12align_offsetCs5678_4mine"), "align_offset");
        assert_eq!(asked("_RINvMNtCs1234_4core5sliceSh12align_to_mutoECs5678_4mine"), "align_to_mut");
        assert_eq!(asked("_RNvMNtNtCs1234_4core3ptr7mut_ptrOh10is_alignedCs5678_4mine"), "is_aligned");
        assert_eq!(asked("_ZN4mine12align_offset17h0123456789abcdefE"), "nothing");
        assert_eq!(asked("_RNvCs5678_4mine12align_offset"), "nothing");
        assert_eq!(asked("_RNvNtNtCs1234_4core3ptr9const_ptr12align_offset_of_fields"), "nothing");
    }
}
