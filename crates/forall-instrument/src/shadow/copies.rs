//! Arguments that the call itself copies to the callee's stack: large ones of functions with the C convention.
//!
//! The caller says where each comes from, and for which function; the callee takes the shadows over as it begins.

use super::function::FunctionShadow;
use crate::llvm::{Predicate, Type, Value};
use forall_protocol::hooks::Hook;

/// How many of them a call may have.
pub const MAX_COPIES: usize = 8;

impl FunctionShadow<'_> {
    /// Before a call of what may be instrumented.
    pub fn announce_copies(&mut self, call: Value, callee: Value) {
        let copies = copied_arguments(call);
        if copies.is_empty() {
            return;
        }
        self.report_copies(call, MAX_COPIES);
        let b = &self.all.builder;
        b.store(callee, self.all.words.copied_for);
        for (slot, &(source, _)) in copies.iter().take(MAX_COPIES).enumerate() {
            b.store(source, b.offset(self.all.words.copied_from, 8 * slot as u64));
        }
    }

    /// Reports arguments that go past all hooks, but for the first ones.
    pub fn report_copies(&mut self, call: Value, known: usize) {
        for (source, ty) in copied_arguments(call).into_iter().skip(known) {
            let site = self.place(call);
            let what = self.all.text("argument passed by copy");
            let size = self.all.builder.int(64, self.all.module.size_of(ty));
            self.all.hook(Hook::UnsupportedRead, &[site, what, source, size]);
        }
    }

    /// At the beginning of a function.
    pub fn take_copies(&mut self) {
        let parameters = self.function.parameters().into_iter().enumerate();
        let copies: Vec<(Value, Type)> = parameters
            .filter_map(|(index, p)| Some((p, self.function.parameter_by_value(index as u32)?)))
            .collect();
        if copies.is_empty() {
            return;
        }
        let site = self.place(self.function.blocks()[0].instructions()[0]);
        let (b, pointer) = (&self.all.builder, Type::pointer(self.all.module.context));
        let meant = b.compare(Predicate::Eq, b.load(pointer, self.all.words.copied_for), self.function);
        b.store(b.null(pointer), self.all.words.copied_for);
        for (slot, (parameter, ty)) in copies.into_iter().enumerate() {
            let size = b.int(64, self.all.module.size_of(ty));
            self.all.hook(Hook::Clear, &[parameter, size]);
            if slot < MAX_COPIES {
                let source = b.load(pointer, b.offset(self.all.words.copied_from, 8 * slot as u64));
                let size = b.select(meant, size, b.int(64, 0));
                let zero = self.all.zero();
                self.all.hook(Hook::Copy, &[parameter, zero, source, zero, size, zero, site]);
            }
        }
    }
}

/// Where the copied arguments of a call lie, and what they are.
fn copied_arguments(call: Value) -> Vec<(Value, Type)> {
    let arguments = call.arguments().into_iter().enumerate();
    arguments
        .filter_map(|(index, argument)| Some((argument, call.argument_by_value(index as u32)?)))
        .collect()
}
