//! Names what the cases of a test leave behind in their process.

use super::Replay;
use super::lives::Setting;
use super::steady::orderly;
use forall_engine::Case;
use forall_protocol::replay::{Life, Trace};
use gimli::{AttributeValue, DwarfSections, EndianSlice, LittleEndian, Operation};
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol, SymbolKind};
use rustc_demangle::demangle;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// More are not named.
const MOST_NAMED: usize = 3;

impl Replay<'_> {
    /// What these cases of the test called `put` leave behind, one after the other, in words.
    pub fn leftovers(&self, put: &str, cases: &[Case]) -> anyhow::Result<Vec<String>> {
        let life = Life { cases: orderly(cases), traces: true };
        let lived = self.live(put, cases, vec![life], &Setting::default())?;
        let traces: BTreeSet<Trace> =
            lived.into_iter().flatten().flat_map(|(_, repeated)| repeated.left).collect();
        let program = std::fs::read(self.executable).unwrap_or_default();
        let mut names =
            Statics::of(&program).map(|statics| statics.named(&traces, self.root)).unwrap_or_default();
        names.truncate(MOST_NAMED);
        names.extend(traces.iter().filter_map(|trace| match trace {
            Trace::Statics(..) => None,
            Trace::Variable(name) => Some(format!("the environment variable {name}")),
            Trace::Directory => Some("the current directory".into()),
            Trace::File(name) => Some(format!("the file {name} in the directory for temporary files")),
        }));
        Ok(names)
    }
}

/// The statics of a program.
struct Statics<'a> {
    file: object::File<'a>,
    /// Where its first segment lies.
    base: u64,
}

impl<'a> Statics<'a> {
    fn of(program: &'a [u8]) -> Option<Statics<'a>> {
        let file = object::File::parse(program).ok()?;
        let base = file.segments().map(|segment| segment.address()).min()?;
        Some(Statics { file, base: base & !(PAGE - 1) })
    }

    /// `static CELL at src/lib.rs:3`: those that were written, in the order of their places. What belongs to the standard library or
    /// to forall says nothing.
    fn named(&self, traces: &BTreeSet<Trace>, root: &Path) -> Vec<String> {
        let written = |from: u64, to: u64| {
            traces.iter().any(|trace| match trace {
                Trace::Statics(begin, end) => *begin + self.base < to && from < *end + self.base,
                _ => false,
            })
        };
        let symbols = self.file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Data);
        let changed: BTreeMap<u64, String> = symbols
            .filter(|symbol| written(symbol.address(), symbol.address() + symbol.size()))
            .filter_map(|symbol| Some((symbol.address(), format!("{:#}", demangle(symbol.name().ok()?)))))
            .filter(|(_, name)| !is_internal(name))
            .collect();
        let mut places = BTreeMap::new();
        // Without debug information there are names.
        let _ = self.places(&changed, root, &mut places);
        let named = changed.iter().map(|(address, name)| {
            let name = name.rsplit("::").next().unwrap_or(name);
            match places.get(address) {
                Some(place) => (place.clone(), format!("static {name} at {place}")),
                None => (String::new(), format!("static {name}")),
            }
        });
        // Sorted, and each once: a static in a generic function has many instances.
        let named: BTreeSet<(String, String)> = named.collect();
        named.into_iter().map(|(_, text)| text).collect()
    }

    /// Where the statics at these addresses are declared.
    fn places(
        &self,
        wanted: &BTreeMap<u64, String>,
        root: &Path,
        places: &mut BTreeMap<u64, String>,
    ) -> gimli::Result<()> {
        let section = |id: gimli::SectionId| -> gimli::Result<Cow<'_, [u8]>> {
            let section = self.file.section_by_name(id.name());
            Ok(section.and_then(|section| section.uncompressed_data().ok()).unwrap_or_default())
        };
        let sections = DwarfSections::load(section)?;
        let dwarf = sections.borrow(|section| EndianSlice::new(section, LittleEndian));
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            let unit = unit.unit_ref(&dwarf);
            let mut entries = unit.entries();
            while let Some((_, entry)) = entries.next_dfs()? {
                if entry.tag() != gimli::DW_TAG_variable {
                    continue;
                }
                let Some(AttributeValue::Exprloc(location)) = entry.attr_value(gimli::DW_AT_location)? else {
                    continue;
                };
                let Some(Operation::Address { address }) = location.operations(unit.encoding()).next()?
                else {
                    continue;
                };
                if let Some(place) = wanted.get(&address).and_then(|_| declared(&unit, entry, root)) {
                    places.insert(address, place);
                }
            }
        }
        Ok(())
    }
}

type Slice<'a> = EndianSlice<'a, LittleEndian>;

/// `src/lib.rs:3`.
fn declared(
    unit: &gimli::UnitRef<'_, Slice<'_>>,
    entry: &gimli::DebuggingInformationEntry<'_, '_, Slice<'_>>,
    root: &Path,
) -> Option<String> {
    let line = entry.attr_value(gimli::DW_AT_decl_line).ok()??.udata_value()?;
    let AttributeValue::FileIndex(index) = entry.attr_value(gimli::DW_AT_decl_file).ok()?? else {
        return None;
    };
    let header = unit.line_program.as_ref()?.header();
    let file = header.file(index)?;
    let text =
        |value| unit.attr_string(value).ok().map(|text| PathBuf::from(text.to_string_lossy().as_ref()));
    let directory = unit.comp_dir.map(|directory| PathBuf::from(directory.to_string_lossy().as_ref()));
    let mut path = directory.unwrap_or_default();
    path.extend(file.directory(header).and_then(text));
    path.push(text(file.path_name())?);
    let path = path.strip_prefix(root).unwrap_or(&path);
    Some(format!("{}:{line}", path.display()))
}

/// Whether the name is of a static that has nothing to do with the test.
fn is_internal(name: &str) -> bool {
    // `<std::thread::ThreadId>::new::COUNTER` is of `std`.
    let path = name.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
    // What C libraries have, has no path.
    let Some((krate, _)) = path.split_once("::") else { return true };
    ["std", "core", "alloc", "test", "forall", "forall_protocol", "forall_spec"].contains(&krate)
}

const PAGE: u64 = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statics_of_the_standard_library_and_of_forall_say_nothing() {
        for name in [
            "<std::thread::id::ThreadId>::new::COUNTER",
            "std::panicking::HOOK",
            "environ",
            "forall::plain::RUNNING",
        ] {
            assert!(is_internal(name), "{name}");
        }
        for name in ["krate::CELL", "<krate::Cache as core::clone::Clone>::clone::COUNT", "_odd::CELL"] {
            assert!(!is_internal(name), "{name}");
        }
    }
}
