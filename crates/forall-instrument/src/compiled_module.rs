//! What one module of the program is compiled to: machine code, and what is to be known of it.

use crate::bitcode::Bitcode;
use crate::cache::{Cache, Key};
use crate::frames::Frames;
use crate::llvm::{Context, Linkage, Machine, Module};
use crate::origin::Origins;
use crate::reach::{Facts, ReachedModule};
use crate::shadow::{self, Census};
use crate::sites::{Listed, Sites};
use crate::{Error, addresses, alignment, hashing, lower, module};
use forall_protocol::put;
use forall_protocol::wire::{Malformed, Reader, Writer};
use std::path::{Path, PathBuf};

/// How all modules are compiled.
pub struct CompileOptions {
    /// Should the code report what it does with symbolic data?
    pub instrument: bool,
    pub optimised: bool,
    /// The tested package.
    pub package: PathBuf,
    pub facts: Facts,
    /// Take down what was done about every kind of instruction.
    pub census: bool,
    /// Where to write the modules as LLVM assembly.
    pub dump: Option<PathBuf>,
    /// This very program: another one would compile differently.
    pub tool: Key,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct CompiledModule {
    /// Distinguishes its names from those of other modules.
    pub name: String,
    pub sites: Listed,
    /// So many tests describe themselves in it, under [`put_name`].
    pub puts: u32,
    /// So many constants are listed in it, under [`constants_name`].
    pub constants: u32,
    pub census: Census,
    pub object: Object,
}

/// Machine code.
#[derive(Debug, PartialEq, Eq)]
pub enum Object {
    InMemory(Vec<u8>),
    /// In a file of the cache.
    InCache(PathBuf),
}

impl Default for Object {
    fn default() -> Object {
        Object::InMemory(Vec::new())
    }
}

/// The kinds of entries in the cache: all but the machine code, and that.
const MODULE: &str = "module";
const CODE: &str = "o";

pub fn put_name(module: &str, number: u32) -> String {
    format!("forall.put.{module}.{number}")
}

pub fn constants_name(module: &str) -> String {
    format!("forall.constants.{module}")
}

impl CompiledModule {
    /// As it is in the cache, or made now.
    pub fn of(
        code: &Bitcode,
        reached: &ReachedModule,
        options: &CompileOptions,
        cache: &Cache,
    ) -> Result<CompiledModule, Error> {
        let key = key(code, reached, options);
        let name = key.to_string();
        if options.dump.is_none()
            && let Some(bytes) = cache.get(MODULE, key)
            && let Ok((compiled, sum)) = CompiledModule::decode(&name, &bytes)
            && let Some(path) = cache.get_file(CODE, key, sum)
        {
            return Ok(CompiledModule { object: Object::InCache(path), ..compiled });
        }
        let (mut compiled, code) = CompiledModule::make(name, code, reached, options)?;
        cache.put(MODULE, key, &compiled.encode(Key::of(&code[..])));
        compiled.object = cache.put_file(CODE, key, &code).map_or(Object::InMemory(code), Object::InCache);
        Ok(compiled)
    }

    /// All but the object; its code.
    fn make(
        name: String,
        code: &Bitcode,
        reached: &ReachedModule,
        options: &CompileOptions,
    ) -> Result<(CompiledModule, Vec<u8>), Error> {
        let module = Context::new()
            .parse(&code.bytes, &code.name)
            .map_err(Error::llvm(format!("read {}", code.name)))?;
        let machine =
            Machine::for_module(module, options.optimised).map_err(Error::llvm("make code here"))?;
        let mut compiled = CompiledModule { name, ..CompiledModule::default() };
        if options.instrument {
            compiled.instrument(module, &machine, reached, options, code.is_standard())?;
        } else {
            module::reduce(module, &machine, &reached.exports)?;
        }
        module::trap_unreachable(module);
        if let Some(directory) = &options.dump {
            let path = directory.join(format!("{}.ll", code.name.replace('/', "-")));
            module.print_to(&path).map_err(Error::llvm("print the program"))?;
        }
        if options.instrument {
            module
                .verify()
                .map_err(Error::llvm("accept the instrumented program (this is a bug in forall)"))?;
        }
        module.strip_debug_info();
        let object = machine.emit_object(module).map_err(Error::llvm("generate code"))?;
        Ok((compiled, object))
    }

    fn instrument(
        &mut self,
        module: Module,
        machine: &Machine,
        reached: &ReachedModule,
        options: &CompileOptions,
        is_standard: bool,
    ) -> Result<(), Error> {
        module::become_library(module)?;
        module::silence_printers(module);
        let mut keep = reached.exports.clone();
        if reached.has_puts {
            for global in module.globals().into_iter().filter(|global| global.section() == put::SECTION) {
                let name = put_name(&self.name, self.puts);
                global.set_name(&name);
                global.set_linkage(Linkage::External);
                keep.insert(name);
                self.puts += 1;
            }
        }
        module::reduce(module, machine, &keep)?;
        module::hide_names(module, reached);
        hashing::watch(module, options.facts, &reached.elsewhere);
        if !is_standard {
            alignment::check(module);
        }
        // The standard library was optimised, whatever the program is.
        let is_literal = !options.optimised && !is_standard;
        let frames = is_literal.then(|| Frames::of(module));
        module::normalise(module, machine, is_literal)?;
        lower::lower(module);
        let mut sites = Sites::new(options.package.clone());
        let mut origins = Origins::default();
        addresses::watch(module, |scope| origins.of(&mut sites, scope));
        let constants = module::constants(module);
        let mut census = options.census.then(Census::default);
        self.sites =
            shadow::instrument(module, &self.name, reached.elsewhere.clone(), sites, census.as_mut());
        frames.inspect(|frames| frames.restore(module));
        self.constants = constants.len() as u32;
        module::list_constants(module, &constants_name(&self.name), &constants);
        self.census = census.unwrap_or_default();
        Ok(())
    }

    /// With the sum of the machine code.
    fn encode(&self, code: Key) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(self.puts).u32(self.constants).text(&self.census.to_string());
        let mut bytes = writer.into_bytes();
        bytes.extend(code.to_bytes());
        bytes.extend(self.sites.encode());
        bytes
    }

    fn decode(name: &str, bytes: &[u8]) -> Result<(CompiledModule, Key), Malformed> {
        let mut reader = Reader(bytes);
        let (puts, constants) = (reader.u32()?, reader.u32()?);
        let census = reader.text()?.parse()?;
        let code = reader.bytes(Key::BYTES)?.try_into().map_err(|_| Malformed)?;
        let sites = Listed::decode(reader.0)?;
        let compiled = CompiledModule {
            name: name.to_owned(),
            sites,
            puts,
            constants,
            census,
            ..CompiledModule::default()
        };
        Ok((compiled, Key::from_bytes(code)))
    }
}

/// Everything that a compiled module depends on.
fn key(code: &Bitcode, reached: &ReachedModule, options: &CompileOptions) -> Key {
    // Of the standard library nothing lies in the tested package: its modules serve all packages.
    let package = if code.is_standard() { Path::new("") } else { &options.package };
    let CompileOptions { instrument, optimised, facts, census, tool, .. } = options;
    let ReachedModule { exports, shown, elsewhere, has_puts, .. } = reached;
    let names = (exports, shown, elsewhere);
    Key::of((code.key(), package, instrument, optimised, facts, census, tool, names, has_puts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiled_module_survives_the_wire() {
        let mut sites = Sites::new(PathBuf::new());
        sites.text("a text");
        let compiled = CompiledModule {
            name: "name".into(),
            sites: sites.into_listed(),
            puts: 1,
            constants: 2,
            census: "Add: followed, reported\nllvm.trap: no data\n".parse().unwrap(),
            ..CompiledModule::default()
        };
        let code = Key::of("code");
        assert_eq!(CompiledModule::decode("name", &compiled.encode(code)), Ok((compiled, code)));
    }
}
