//! One module on its way to machine code: reduced to what is reached, instrumented.

use crate::Error;
use crate::llvm::{Block, Builder, Linkage, Machine, Module, Opcode, Type, Value};
use crate::outline::is_printer;
use crate::reach::ReachedModule;
use crate::{hidden, reads};
use std::collections::BTreeSet;

/// Larger constants are not looked up in as a whole.
const LARGEST_TABLE: u64 = 1 << 16;

/// Lets code be generated for a library: executables are allowed shortcuts to their thread-local variables
/// that libraries are not.
pub fn become_library(module: Module) -> Result<(), Error> {
    let builder = Builder::new(module.context);
    let flags = module.context.empty_module("flags");
    flags.copy_target_of(module);
    flags.override_flag("PIE Level", builder.int(32, 0));
    module.link(flags).map_err(Error::llvm("turn the program into a library"))
}

/// Lets functions that only print do nothing. (Neither of them returns anything; after a failed allocation
/// the caller aborts.)
pub fn silence_printers(module: Module) {
    let builder = Builder::new(module.context);
    for printer in module.functions().into_iter().filter(|f| !f.is_declaration() && is_printer(*f)) {
        let name = printer.name();
        printer.set_name(&format!("{name}.original"));
        printer.set_linkage(Linkage::Internal);
        let silent = module.add_function(&name, printer.global_type());
        builder.at_end(Block::append(module.context, silent, "entry"));
        builder.ret(None);
        printer.replace_all_uses_with(silent);
    }
}

/// Drops everything that the given names do not reach.
pub fn reduce(module: Module, machine: &Machine, keep: &BTreeSet<String>) -> Result<(), Error> {
    let keep: Vec<String> = keep.iter().map(|name| format!("preserve-gv={name}")).collect();
    let passes = format!("internalize<{}>,globaldce", keep.join(";"));
    module.run_passes(&passes, machine).map_err(Error::llvm("reduce the program to its tests"))
}

/// Keeps names that only the modules of this program share inside of the library, unless it loads others that
/// ask for them.
pub fn hide_names(module: Module, reached: &ReachedModule) {
    for value in module.functions().into_iter().chain(module.globals()).chain(module.aliases()) {
        let ours = !value.is_declaration() || reached.elsewhere.contains_key(&value.name());
        let is_shown = reached.shown.contains(&value.name());
        if ours && !is_shown && !value.is_local() && !value.is_appending() {
            value.hide();
        }
    }
}

/// Brings functions into the form that is instrumented: values in registers, no vectors where they can be
/// avoided, every edge from a choice to a joint its own block. Branches stay branches.
///
/// `is_literal`: the program makes reads that nobody needs, and computes what could be known before.
pub fn normalise(module: Module, machine: &Machine, is_literal: bool) -> Result<(), Error> {
    for function in module.functions() {
        function.remove_function_attribute("optnone");
        function.remove_function_attribute("noinline");
    }
    let run = |passes: &str| module.run_passes(passes, machine).map_err(Error::llvm("normalise the program"));
    run("always-inline")?;
    if is_literal {
        reads::mark(module);
        hidden::hide(module);
    }
    run("function(sroa,instsimplify,scalarizer<load-store>,instsimplify,dce,break-crit-edges)")?;
    if is_literal {
        hidden::show(module);
        reads::restore(module);
    }
    Ok(())
}

/// Ends the process where control cannot come, as rustc's own code does; and a function that is nothing else
/// has an address of its own: without a byte, what is said of it to the unwinder would be said of the
/// function behind it.
pub fn trap_unreachable(module: Module) {
    let builder = Builder::new(module.context);
    let ty = Type::function(Type::void(module.context), &[]);
    for block in module.functions().into_iter().flat_map(Value::blocks) {
        let end = block.terminator();
        let is_after_call = end.previous().is_some_and(Value::never_returns);
        if end.opcode() == Opcode::Unreachable && !is_after_call {
            let trap = module.function("llvm.trap").unwrap_or_else(|| module.add_function("llvm.trap", ty));
            builder.before(end);
            builder.call(ty, trap, &[]);
        }
    }
}

/// The constants in which something could be looked up by a symbolic index, with their sizes.
pub fn constants(module: Module) -> Vec<(Value, u64)> {
    let mut constants = Vec::new();
    for global in module.globals() {
        if global.is_declaration() || !global.is_constant() || !global.section().is_empty() {
            continue;
        }
        let size = module.size_of(global.global_type());
        if (2..=LARGEST_TABLE).contains(&size) {
            constants.push((global, size));
        }
    }
    constants
}

/// A list of constants under a name for the other modules.
pub fn list_constants(module: Module, name: &str, constants: &[(Value, u64)]) {
    let builder = Builder::new(module.context);
    let words: Vec<Value> = constants
        .iter()
        .map(|&(global, size)| builder.const_struct(&[global, builder.int(64, size)]))
        .collect();
    let element =
        builder.const_struct(&[builder.null(Type::pointer(module.context)), builder.int(64, 0)]).type_of();
    let contents = builder.const_array(element, &words);
    let global = module.add_global(name, contents.type_of());
    global.set_initializer(contents);
    global.set_constant();
    global.hide();
}
