//! The whole program as one module: linked from its parts, reduced to what its tests reach.

use crate::Error;
use crate::bitcode::Bitcode;
use crate::llvm::{Block, Builder, Context, Linkage, Machine, Module, Type, Value};
use forall_protocol::{hooks, put};
use std::collections::HashSet;

/// Larger constants are not looked up in as a whole.
const LARGEST_TABLE: u64 = 1 << 16;

/// Links the modules of the crate at hand.
pub fn assemble(objects: &[Bitcode]) -> Result<Module, Error> {
    let context = Context::new();
    let program = context.empty_module("program");
    for (index, object) in objects.iter().enumerate() {
        let module = context.parse(&object.bytes, &object.name).map_err(cannot("read", object))?;
        if index == 0 {
            program.copy_target_of(module);
        }
        program.link(module).map_err(cannot("link", object))?;
    }
    Ok(program)
}

/// Adds from the libraries what the program refers to, directly or not.
///
/// rustc names libraries before those they use, so one pass finds nearly everything. Members that are referred to from behind (the panic
/// handler in `std` from `core`) are visited again.
pub fn complete(program: Module, members: &[Bitcode]) -> Result<(), Error> {
    let mut definitions = Vec::new();
    for member in members {
        definitions.push(add_needed(program, member)?);
    }
    loop {
        let missing: HashSet<String> = undefined_names(program).collect();
        for (member, defined) in members.iter().zip(&definitions) {
            if !defined.is_disjoint(&missing) {
                add_needed(program, member)?;
            }
        }
        if undefined_names(program).all(|name| missing.contains(&name)) {
            return Ok(()); // what is missing still is machine code's
        }
    }
}

/// Links what the program lacks of a module; the names the module defines.
fn add_needed(program: Module, member: &Bitcode) -> Result<HashSet<String>, Error> {
    let module = program.context.parse_lazily(&member.bytes, &member.name).map_err(cannot("read", member))?;
    for function in module.functions() {
        if !function.is_declaration() && is_printer(function) {
            define_as_silent(program, function);
            function.set_linkage(Linkage::Optional);
        }
    }
    let mut defined = HashSet::new();
    let values = module.functions().into_iter().chain(module.globals()).enumerate();
    for (index, value) in values.filter(|(_, value)| !value.is_declaration() && !value.is_appending()) {
        if value.is_local() {
            // A second visit must find what the first one brought: there is only one of each static.
            value.set_name(&format!("{}.{index}.{}", value.name(), member.name));
        } else {
            defined.insert(value.name());
        }
        value.set_linkage(Linkage::Optional);
    }
    program.link(module).map_err(cannot("link", member))?;
    Ok(defined)
}

fn undefined_names(program: Module) -> impl Iterator<Item = String> {
    let values = program.functions().into_iter().chain(program.globals());
    values.filter(|value| value.is_declaration()).map(|value| value.name())
}

fn cannot(action: &str, part: &Bitcode) -> impl FnOnce(String) -> Error {
    Error::llvm(format!("{action} {}", part.name))
}

/// The statics by which tests describe themselves.
pub fn puts(program: Module) -> Vec<Value> {
    program.globals().into_iter().filter(|global| global.section() == put::SECTION).collect()
}

/// Lists the tests under an exported name: they become the roots of the program.
pub fn export_puts(program: Module, puts: &[Value]) {
    let builder = Builder::new(program.context);
    let pointers = builder.const_array(Type::pointer(program.context), puts);
    let table = builder.const_struct(&[builder.int(64, puts.len() as u64), pointers]);
    let global = program.add_global(hooks::PUTS, table.type_of());
    global.set_initializer(table);
    global.set_constant();
}

/// Lists the constants in which something could be looked up by a symbolic index.
pub fn export_constants(program: Module) {
    let builder = Builder::new(program.context);
    let mut words = Vec::new();
    for global in program.globals() {
        if global.is_declaration() || !global.is_constant() || !global.section().is_empty() {
            continue;
        }
        let size = program.size_of(global.global_type());
        if (2..=LARGEST_TABLE).contains(&size) {
            words.push(builder.const_struct(&[global, builder.int(64, size)]));
        }
    }
    let count = builder.int(64, words.len() as u64);
    let element = words.first().map_or(builder.int_type(8), |word| word.type_of());
    let contents = builder.const_struct(&[count, builder.const_array(element, &words)]);
    let global = program.add_global(hooks::CONSTANTS, contents.type_of());
    global.set_initializer(contents);
    global.set_constant();
}

/// Lets code be generated for a library: executables are allowed shortcuts to their thread-local variables that libraries are not.
pub fn become_library(program: Module) -> Result<(), Error> {
    let builder = Builder::new(program.context);
    let flags = program.context.empty_module("flags");
    flags.copy_target_of(program);
    flags.override_flag("PIE Level", builder.int(32, 0));
    program.link(flags).map_err(Error::llvm("turn the program into a library"))
}

/// Parts of `std` that only print, and would draw in a reader of debug information larger than most programs: the default panic hook (the
/// test's own is always installed) and the message for a failed allocation.
const PRINTERS: [&str; 2] = ["panicking12default_hook", "5alloc24default_alloc_error_hook"];

fn is_printer(function: Value) -> bool {
    let name = function.name();
    PRINTERS.iter().any(|printer| name.contains(printer))
}

/// A definition in the program that does nothing, and that a library's one gives way to. (Neither of the printers returns anything; after a failed
/// allocation the caller aborts.)
fn define_as_silent(program: Module, function: Value) {
    let name = function.name();
    if program.function(&name).is_some_and(|known| !known.is_declaration()) {
        return;
    }
    let builder = Builder::new(program.context);
    let stub = program.function(&name).unwrap_or_else(|| program.add_function(&name, function.global_type()));
    builder.at_end(Block::append(program.context, stub, "entry"));
    builder.ret(None);
}

/// Is it the function through which every panic of `std` goes before its message is formatted?
pub fn is_panic_entry(function: Value) -> bool {
    function.name().contains("panic_with_hook")
}

/// Without knowing where panics begin, formatting their messages would be taken for part of the test.
pub fn check_panic_entry(program: Module) -> Result<(), Error> {
    let panics = program.functions().iter().any(|f| f.name().contains("9panicking8set_hook"));
    if panics && !program.functions().into_iter().any(is_panic_entry) {
        return Err(Error::UnknownStd);
    }
    Ok(())
}

/// Drops what the test harness alone reaches: libraries never refer to mangled names of the crate that uses them, save those by which the
/// compiler itself ties crates together.
pub fn drop_harness(program: Module, machine: &Machine) -> Result<(), Error> {
    let called_from_outside = |name: &String| {
        let mangled = name.starts_with("_ZN") || name.starts_with("_R");
        name != "main" && !name.starts_with("llvm.") && (!mangled || name.contains("___rustc"))
    };
    let values = program.functions().into_iter().chain(program.globals());
    let names = values.filter(|value| !value.is_declaration() && !value.is_local()).map(|value| value.name());
    reduce(program, machine, &names.filter(called_from_outside).collect())
}

/// Drops everything that the given names do not reach.
pub fn reduce(program: Module, machine: &Machine, keep: &HashSet<String>) -> Result<(), Error> {
    let mut keep: Vec<String> = keep.iter().map(|name| format!("preserve-gv={name}")).collect();
    keep.sort();
    let passes = format!("internalize<{}>,globaldce", keep.join(";"));
    program.run_passes(&passes, machine).map_err(Error::llvm("reduce the program to its tests"))
}

/// Brings functions into the form that is instrumented: values in registers, no vectors where they can be avoided, every edge
/// from a choice to a joint its own block. Branches stay branches.
pub fn normalise(program: Module, machine: &Machine) -> Result<(), Error> {
    for function in program.functions() {
        function.remove_function_attribute("optnone");
        function.remove_function_attribute("noinline");
    }
    let passes =
        "always-inline,function(sroa,instsimplify,scalarizer<load-store>,instsimplify,dce,break-crit-edges)";
    program.run_passes(passes, machine).map_err(Error::llvm("normalise the program"))
}
