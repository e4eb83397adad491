//! The part of a program that one module becomes: machine code, and what is to be known of it.

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

/// What is asked of all modules alike.
pub struct Order {
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
    /// This very program: another one would make other parts.
    pub tool: Key,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Distinguishes its names from those of other parts.
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
    Made(Vec<u8>),
    /// In a file of the cache.
    Kept(PathBuf),
}

impl Default for Object {
    fn default() -> Object {
        Object::Made(Vec::new())
    }
}

/// The kinds of entries in the cache: all but the machine code, and that.
const PART: &str = "part";
const CODE: &str = "o";

pub fn put_name(part: &str, number: u32) -> String {
    format!("forall.put.{part}.{number}")
}

pub fn constants_name(part: &str) -> String {
    format!("forall.constants.{part}")
}

impl Part {
    /// As it is in the cache, or made now.
    pub fn of(code: &Bitcode, reached: &ReachedModule, order: &Order, cache: &Cache) -> Result<Part, Error> {
        let key = key(code, reached, order);
        let name = key.to_string();
        if order.dump.is_none()
            && let Some(bytes) = cache.get(PART, key)
            && let Ok((part, sum)) = Part::decode(&name, &bytes)
            && let Some(path) = cache.get_file(CODE, key, sum)
        {
            return Ok(Part { object: Object::Kept(path), ..part });
        }
        let (mut part, code) = Part::make(name, code, reached, order)?;
        cache.put(PART, key, &part.encode(Key::of(&code[..])));
        part.object = cache.put_file(CODE, key, &code).map_or(Object::Made(code), Object::Kept);
        Ok(part)
    }

    /// All but the object; its code.
    fn make(
        name: String,
        code: &Bitcode,
        reached: &ReachedModule,
        order: &Order,
    ) -> Result<(Part, Vec<u8>), Error> {
        let module = Context::new()
            .parse(&code.bytes, &code.name)
            .map_err(Error::llvm(format!("read {}", code.name)))?;
        let machine = Machine::for_module(module, order.optimised).map_err(Error::llvm("make code here"))?;
        let mut part = Part { name, ..Part::default() };
        if order.instrument {
            part.instrument(module, &machine, reached, order, code.is_standard())?;
        } else {
            module::reduce(module, &machine, &reached.exports)?;
        }
        module::trap_unreachable(module);
        if let Some(directory) = &order.dump {
            let path = directory.join(format!("{}.ll", code.name.replace('/', "-")));
            module.print_to(&path).map_err(Error::llvm("print the program"))?;
        }
        if order.instrument {
            module
                .verify()
                .map_err(Error::llvm("accept the instrumented program (this is a bug in forall)"))?;
        }
        module.strip_debug_info();
        let object = machine.emit_object(module).map_err(Error::llvm("generate code"))?;
        Ok((part, object))
    }

    fn instrument(
        &mut self,
        module: Module,
        machine: &Machine,
        reached: &ReachedModule,
        order: &Order,
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
        hashing::watch(module, order.facts, &reached.elsewhere);
        if !is_standard {
            alignment::check(module);
        }
        // The standard library was optimised, whatever the program is.
        let is_literal = !order.optimised && !is_standard;
        let frames = is_literal.then(|| Frames::of(module));
        module::normalise(module, machine, is_literal)?;
        lower::lower(module);
        let mut sites = Sites::new(order.package.clone());
        let mut origins = Origins::default();
        addresses::watch(module, |scope| origins.of(&mut sites, scope));
        let constants = module::constants(module);
        let mut census = order.census.then(Census::default);
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

    fn decode(name: &str, bytes: &[u8]) -> Result<(Part, Key), Malformed> {
        let mut reader = Reader(bytes);
        let (puts, constants) = (reader.u32()?, reader.u32()?);
        let census = reader.text()?.parse()?;
        let code = reader.bytes(Key::BYTES)?.try_into().map_err(|_| Malformed)?;
        let sites = Listed::decode(reader.0)?;
        let part = Part { name: name.to_owned(), sites, puts, constants, census, ..Part::default() };
        Ok((part, Key::from_bytes(code)))
    }
}

/// Everything that a part depends on.
fn key(code: &Bitcode, reached: &ReachedModule, order: &Order) -> Key {
    // Of the standard library nothing lies in the tested package: its parts serve all packages.
    let package = if code.is_standard() { Path::new("") } else { &order.package };
    let Order { instrument, optimised, facts, census, tool, .. } = order;
    let ReachedModule { exports, shown, elsewhere, has_puts, .. } = reached;
    let names = (exports, shown, elsewhere);
    Key::of((code.key(), package, instrument, optimised, facts, census, tool, names, has_puts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_survives_the_wire() {
        let mut sites = Sites::new(PathBuf::new());
        sites.text("a text");
        let part = Part {
            name: "name".into(),
            sites: sites.into_listed(),
            puts: 1,
            constants: 2,
            census: "Add: followed, reported\nllvm.trap: no data\n".parse().unwrap(),
            ..Part::default()
        };
        let code = Key::of("code");
        assert_eq!(Part::decode("name", &part.encode(code)), Ok((part, code)));
    }
}
