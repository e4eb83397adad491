//! The module that makes one program of the compiled ones: what they share, and what the runtime finds by name.

use crate::Error;
use crate::compiled_module::{CompiledModule, constants_name, put_name};
use crate::llvm::{Builder, Machine, Module, Type, Value};
use crate::shadow::{NUMBERS, Words};
use crate::sites::{Numbers, Sites};
use forall_protocol::hooks;
use forall_protocol::manifest::Manifest;

/// Machine code for the module.
pub fn make(compiled: &[CompiledModule], codes: Vec<u128>, target: Module) -> Result<Vec<u8>, Error> {
    let context = target.context;
    let module = context.empty_module("whole");
    module.copy_target_of(target);
    let whole = Whole { module, builder: Builder::new(context) };
    let mut sites = Sites::default();
    for module in compiled {
        let numbers = sites.merge(&module.sites);
        whole.define_numbers(module, &numbers);
    }
    let manifest = Manifest { codes, ..sites.into_listed().manifest };
    whole.export_manifest(&manifest);
    whole.export_puts(compiled);
    whole.export_constants(compiled);
    Words::define(module, &whole.builder, manifest.outcomes);
    let machine = Machine::for_module(module, false).map_err(Error::llvm("make code here"))?;
    machine.emit_object(module).map_err(Error::llvm("generate code"))
}

struct Whole {
    module: Module,
    builder: Builder,
}

impl Whole {
    /// The tables through which the module's own numbers become those of the program.
    fn define_numbers(&self, module: &CompiledModule, numbers: &Numbers) {
        for (of, numbers) in NUMBERS.iter().zip([&numbers.sites, &numbers.outcomes, &numbers.texts]) {
            let b = &self.builder;
            let words: Vec<Value> = numbers.iter().map(|&number| b.int(32, number.into())).collect();
            self.define(&format!("{of}.{}", module.name), b.const_array(b.int_type(32), &words)).hide();
        }
    }

    /// The encoded manifest, after its length.
    fn export_manifest(&self, manifest: &Manifest) {
        let b = &self.builder;
        let bytes = manifest.encode();
        self.define(hooks::MANIFEST, b.const_struct(&[b.int(64, bytes.len() as u64), b.const_bytes(&bytes)]));
    }

    /// Pointers to the statics by which tests describe themselves, after their number.
    fn export_puts(&self, compiled: &[CompiledModule]) {
        let b = &self.builder;
        let names =
            compiled.iter().flat_map(|module| (0..module.puts).map(|number| put_name(&module.name, number)));
        let puts: Vec<Value> = names.map(|name| self.declare(&name)).collect();
        let pointers = b.const_array(Type::pointer(self.module.context), &puts);
        self.define(hooks::PUTS, b.const_struct(&[b.int(64, puts.len() as u64), pointers]));
    }

    /// The modules' lists of constants with their lengths, after the number of lists.
    fn export_constants(&self, compiled: &[CompiledModule]) {
        let b = &self.builder;
        let list = |module: &CompiledModule| {
            b.const_struct(&[self.declare(&constants_name(&module.name)), b.int(64, module.constants.into())])
        };
        let lists: Vec<Value> = compiled.iter().map(list).collect();
        let element = lists.first().map_or(b.int_type(64), |list| list.type_of());
        let contents = b.const_struct(&[b.int(64, lists.len() as u64), b.const_array(element, &lists)]);
        self.define(hooks::CONSTANTS, contents);
    }

    fn define(&self, name: &str, contents: Value) -> Value {
        let global = self.module.add_global(name, contents.type_of());
        global.set_initializer(contents);
        global.set_constant();
        global
    }

    /// Something that a compiled module defines.
    fn declare(&self, name: &str) -> Value {
        let global = self.module.add_global(name, self.builder.int_type(8));
        global.hide();
        global
    }
}
