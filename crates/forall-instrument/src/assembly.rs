//! What a module says in assembly (`global_asm!`), outside of its functions.

use crate::Error;
use crate::llvm::{Machine, Module};
use object::{Object, ObjectSymbol};

/// A module's assembly, and its names, which only an assembler knows.
#[derive(Default)]
pub struct Assembly {
    pub text: String,
    /// Names that other code can use.
    pub defined: Vec<String>,
    /// Names that it expects from the rest of its module, or from elsewhere.
    pub wanted: Vec<String>,
}

impl Assembly {
    /// `None` if all of the module is in functions and variables.
    pub fn of(module: Module) -> Result<Option<Assembly>, Error> {
        let text = module.assembly();
        if text.is_empty() {
            return Ok(None);
        }
        let alone = module.context.empty_module("assembly");
        alone.copy_target_of(module);
        alone.set_assembly(&text);
        let machine = Machine::for_module(alone, false).map_err(Error::llvm("make code here"))?;
        let object = machine.emit_object(alone).map_err(Error::llvm("assemble what is in `global_asm!`"))?;
        let mut assembly = Assembly { text, ..Assembly::default() };
        if let Ok(file) = object::File::parse(&object[..]) {
            for symbol in file.symbols().filter(|symbol| symbol.is_global()) {
                let names = if symbol.is_undefined() { &mut assembly.wanted } else { &mut assembly.defined };
                names.extend(symbol.name().ok().filter(|name| !name.is_empty()).map(str::to_owned));
            }
        }
        Ok(Some(assembly))
    }
}
