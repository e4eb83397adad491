//! Hooks that the fast copy of a function calls hardly ever.
//!
//! A call on a way that is almost never taken still costs on the usual one: what is live around it cannot
//! stay in a register that calls may change. So the fast copy goes through a function, one for all modules,
//! which leaves the registers as they are.

use super::{Shadowing, llvm_type};
use crate::llvm::{Block, Builder, Module, Type, Value};
use forall_protocol::hooks::{Hook, SIGNATURES};

const HOOKS: [Hook; 3] = [Hook::Holds, Hook::Clear, Hook::Copy];

impl Shadowing {
    /// Calls a hook where that is rare.
    pub fn rare_hook(&self, hook: Hook, arguments: &[Value]) -> Value {
        let detour = declare(self.module, hook);
        let result = self.builder.call(detour.global_type(), detour, arguments);
        result.call_like(detour);
        result
    }
}

/// In the one module that has them.
pub fn define(module: Module, builder: &Builder, table: Value) {
    for hook in HOOKS {
        let detour = declare(module, hook);
        builder.at_end(Block::append(module.context, detour, "entry"));
        let target = builder.load(Type::pointer(module.context), builder.offset(table, 8 * hook as u64));
        let result = builder.call(detour.global_type(), target, &detour.parameters());
        builder.ret(SIGNATURES[hook as usize].result.map(|_| result));
    }
}

fn declare(module: Module, hook: Hook) -> Value {
    debug_assert!(HOOKS.contains(&hook), "{hook:?} has no detour");
    let signature = &SIGNATURES[hook as usize];
    let name = format!("forall.rare.{}", signature.name);
    module.function(&name).unwrap_or_else(|| {
        let parameters: Vec<Type> =
            signature.parameters.iter().map(|&k| llvm_type(module.context, k)).collect();
        let result = signature.result.map_or(Type::void(module.context), |k| llvm_type(module.context, k));
        let detour = module.add_function(&name, Type::function(result, &parameters));
        detour.hide();
        detour.preserve_registers();
        detour
    })
}
