//! Room on the stack for variables that are gone.
//!
//! A program without optimisation has all its variables on the stack, and so decides how deep it may call
//! itself. The passes before instrumentation leave out most of them.

use crate::llvm::{Builder, Module, Type, Value};
use crate::places::size_of_slot;
use crate::shadow::is_fixed_slot;
use std::collections::HashMap;

/// By function: bytes of its variables.
pub struct Frames(HashMap<String, u64>);

impl Frames {
    pub fn of(module: Module) -> Frames {
        let functions = module.functions().into_iter().filter(|function| !function.is_declaration());
        Frames(functions.map(|function| (function.name(), size(module, function))).collect())
    }

    /// Gives functions the room they had.
    pub fn restore(&self, module: Module) {
        let builder = Builder::new(module.context);
        for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
            let before = self.0.get(&function.name()).copied().unwrap_or(0);
            let missing = before.saturating_sub(size(module, function));
            if missing > 0 {
                builder.before(function.blocks()[0].insertion_point());
                builder.alloca(Type::array(builder.int_type(8), missing));
            }
        }
    }
}

fn size(module: Module, function: Value) -> u64 {
    let slots = function.blocks()[0].instructions().into_iter().filter(|&slot| is_fixed_slot(slot));
    slots.map(|slot| size_of_slot(module, slot)).sum()
}
