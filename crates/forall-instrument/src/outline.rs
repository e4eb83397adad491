//! What a module defines, and what each of its definitions refers to: enough to tell what a program reaches
//! without reading it again.

use crate::Error;
use crate::assembly::Assembly;
use crate::cache::Key;
use crate::contents::Contents;
use crate::hashing::HashRole;
use crate::llvm::{Module, Value};
use forall_protocol::put;
use forall_protocol::wire::{Malformed, Reader, Writer};
use std::collections::{HashMap, HashSet};

/// The definitions of a module come first among its names, in the module's order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub definitions: Vec<Definition>,
    /// Names of the definitions, then of what else they refer to.
    pub names: Vec<String>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Definition {
    /// Indices of names.
    pub references: Vec<u32>,
    pub is_function: bool,
    /// Other modules cannot refer to it.
    pub is_local: bool,
    /// A function of assembly, or one that the unwinder calls for every frame.
    pub is_native: bool,
    /// A function that does nothing while tests are explored.
    pub is_printer: bool,
    /// A static by which a test describes itself.
    pub is_put: bool,
    /// Part of the program whenever anything of the module is: constructors, and what `#[used]` keeps.
    pub is_kept: bool,
    /// A name of the module's assembly, which is one whole.
    pub is_assembly: bool,
    /// What it has to do with hash maps.
    pub hashing: HashRole,
    /// What it is made of, but for what it refers to.
    pub contents: Key,
}

impl Outline {
    /// `standard` is what tells the module from others if it is of the toolchain: there, nothing changes by itself.
    pub fn of(module: Module, standard: Option<Key>) -> Result<Outline, Error> {
        let assembly = Assembly::of(module)?;
        let values = module.functions().into_iter().chain(module.globals()).chain(module.aliases());
        let (defined, declared): (Vec<Value>, Vec<Value>) = values.partition(|v| !v.is_declaration());
        let all = defined.iter().chain(&declared);
        let index: HashMap<Value, u32> = all.clone().enumerate().map(|(i, &v)| (v, i as u32)).collect();
        let names: Vec<String> = all.map(|value| value.name()).collect();
        let text = if standard.is_none() { module.text() } else { String::new() };
        let mut contents = Contents::of(&text);
        let mut contents = |name: &str, references: &[u32]| {
            let references: Vec<&str> =
                references.iter().map(|&name| names[name as usize].as_str()).collect();
            // What is not in the text under its name changes whenever anything does.
            contents.digest(name, &references).unwrap_or_else(|| Key::of((standard, &text, name)))
        };
        let definitions = defined.iter().zip(&names).map(|(&value, name)| {
            let references = references(value, &index);
            Definition {
                contents: contents(name, &references),
                references,
                is_printer: is_printer(value),
                is_function: value.is_function(),
                is_local: value.is_local(),
                is_native: value.is_function() && is_native(value),
                is_put: value.is_global() && value.section() == put::SECTION,
                is_kept: value.is_appending(),
                is_assembly: false,
                hashing: if value.is_function() {
                    HashRole::of_function(module.context, value)
                } else {
                    HashRole::Other
                },
            }
        });
        let mut outline = Outline { definitions: definitions.collect(), names };
        if let Some(assembly) = assembly {
            outline.add_assembly(assembly, standard);
        }
        Ok(outline)
    }

    /// Every name that the assembly defines stands for all of it.
    fn add_assembly(&mut self, assembly: Assembly, standard: Option<Key>) {
        let is_local = assembly.defined.is_empty();
        let defined = if is_local { vec![String::new()] } else { assembly.defined };
        let (at, added) = (self.definitions.len(), defined.len());
        self.names.splice(at..at, defined);
        let all = self.definitions.iter_mut().flat_map(|definition| &mut definition.references);
        all.filter(|reference| **reference as usize >= at).for_each(|reference| *reference += added as u32);
        let wanted = assembly.wanted.iter().map(|wanted| {
            let known = self.names.iter().position(|name| name == wanted);
            known.unwrap_or_else(|| {
                self.names.push(wanted.clone());
                self.names.len() - 1
            }) as u32
        });
        let references: Vec<u32> = wanted.collect();
        let contents = Key::of((standard, &assembly.text));
        self.definitions.extend((0..added).map(|_| Definition {
            references: references.clone(),
            is_local,
            is_kept: true,
            is_assembly: true,
            contents,
            ..Definition::default()
        }));
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(self.definitions.len() as u32);
        for definition in &self.definitions {
            let Definition { is_function, is_local, is_native, is_printer, is_put, is_kept, .. } =
                *definition;
            let flags =
                [is_function, is_local, is_native, is_printer, is_put, is_kept, definition.is_assembly];
            writer.u32(flags.iter().rev().fold(0, |all, &flag| all << 1 | u32::from(flag)));
            writer.u32(definition.hashing as u32).u128(definition.contents.number());
            writer.u32(definition.references.len() as u32);
            for &reference in &definition.references {
                writer.u32(reference);
            }
        }
        writer.u32(self.names.len() as u32);
        for name in &self.names {
            writer.text(name);
        }
        writer.into_bytes()
    }

    pub fn decode(bytes: &[u8]) -> Result<Outline, Malformed> {
        let mut reader = Reader(bytes);
        let definitions = reader.list(|r| {
            let flags = r.u32()?;
            let flag = |bit: u32| flags >> bit & 1 == 1;
            let hashing = HashRole::from_number(r.u32()?).ok_or(Malformed)?;
            let contents = Key::from_number(r.u128()?);
            Ok(Definition {
                references: r.list(Reader::u32)?,
                is_function: flag(0),
                is_local: flag(1),
                is_native: flag(2),
                is_printer: flag(3),
                is_put: flag(4),
                is_kept: flag(5),
                is_assembly: flag(6),
                hashing,
                contents,
            })
        })?;
        let names = reader.list(Reader::text)?;
        Ok(Outline { definitions, names })
    }
}

/// The personality is called by the unwinder for every frame and sees no data of the program. Naked functions
/// are assembly.
pub fn is_native(function: Value) -> bool {
    function.name().contains("rust_eh_personality") || function.has_function_attribute("naked")
}

/// Parts of `std` that only print, and would draw in a reader of debug information larger than most programs:
/// the default panic hook (the test's own is always installed) and the message for a failed allocation.
const PRINTERS: [&str; 2] = ["panicking12default_hook", "5alloc24default_alloc_error_hook"];

pub fn is_printer(value: Value) -> bool {
    let name = value.name();
    value.is_function() && PRINTERS.iter().any(|printer| name.contains(printer))
}

/// What a definition refers to, in the order of first mention.
fn references(definition: Value, index: &HashMap<Value, u32>) -> Vec<u32> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting = Vec::new();
    if definition.is_function() {
        waiting.extend(definition.personality());
        for block in definition.blocks() {
            for instruction in block.instructions() {
                waiting
                    .extend(instruction.operands().into_iter().filter(|operand| operand.is_constant_value()));
            }
        }
    } else {
        waiting.extend(definition.operands());
    }
    waiting.reverse();
    while let Some(value) = waiting.pop() {
        if !seen.insert(value) {
            continue;
        }
        match index.get(&value) {
            Some(&name) => found.push(name),
            None if value.is_constant_value() => waiting.extend(value.operands().into_iter().rev()),
            None => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_survives_the_wire() {
        let main = Definition {
            references: vec![1, 2],
            is_function: true,
            is_printer: true,
            contents: Key::of("main"),
            ..Definition::default()
        };
        let table = Definition {
            is_local: true,
            is_put: true,
            is_kept: true,
            is_assembly: true,
            hashing: HashRole::Map,
            ..Definition::default()
        };
        let names = ["main", "table", "puts"].map(str::to_owned).to_vec();
        let outline = Outline { definitions: vec![main, table], names };
        let bytes = outline.encode();
        assert_eq!(Outline::decode(&bytes), Ok(outline));
        for length in 0..bytes.len() {
            assert_eq!(Outline::decode(&bytes[..length]), Err(Malformed), "cut at {length}");
        }
    }
}
