//! The places of a program that hooks name, and which of them count for coverage.

use crate::llvm::{Location, Value};
use forall_protocol::manifest::{Manifest, NOT_COUNTED, Site};
use forall_protocol::shared::MAX_OUTCOMES;
use forall_protocol::wire::{Malformed, Reader, Writer};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// Collects sites and texts while functions are instrumented, and later those of all modules.
#[derive(Default)]
pub struct Sites {
    listed: Listed,
    texts: HashMap<String, u32>,
    known: HashMap<Key, u32>,
    /// The tested package: branches in files below it are counted.
    package: PathBuf,
    /// By file and the directory it is relative to.
    own_files: HashMap<(String, String), bool>,
}

/// The sites of a module or of all, with what tells those of one place apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Listed {
    pub manifest: Manifest,
    /// For every site.
    details: Vec<Detail>,
}

/// What tells choices at one place apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Detail {
    /// A text: the function it was written in, which may have been inlined since. Several can be derived from
    /// one place.
    pub scope: u32,
    /// The how-manieth choice at the place.
    pub ordinal: u32,
    /// Is the function one that a macro of forall has written? Its branches are not the user's.
    pub generated: bool,
}

/// What the numbers in one module's code are in the whole program.
pub struct Numbers {
    pub sites: Vec<u32>,
    /// For every site: its first outcome. Those that are not counted have a place behind all that are.
    pub outcomes: Vec<u32>,
    pub texts: Vec<u32>,
}

/// So many outcomes have a place in the map of coverage; the rest of it may be written to but is never read.
const LAST_OUTCOME: u32 = MAX_OUTCOMES as u32 - 256;

/// What makes two sites one: instances of generic code have the same keys.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    file: u32,
    line: u32,
    column: u32,
    detail: Detail,
    outcomes: u32,
}

impl Sites {
    pub fn new(package: PathBuf) -> Sites {
        Sites { package, ..Sites::default() }
    }

    pub fn into_listed(self) -> Listed {
        self.listed
    }

    /// Adds the sites of a module; those that are here already, from other instances of generic code, are not
    /// added again.
    pub fn merge(&mut self, module: &Listed) -> Numbers {
        let texts: Vec<u32> = module.manifest.texts.iter().map(|text| self.text(text)).collect();
        let mut numbers = Numbers { sites: Vec::new(), outcomes: Vec::new(), texts };
        for (site, detail) in module.manifest.sites.iter().zip(&module.details) {
            let text = |index: u32| numbers.texts[index as usize];
            let site = Site { file: text(site.file), function: text(site.function), ..site.clone() };
            let number = self.insert(site, Detail { scope: text(detail.scope), ..*detail });
            let first = self.first_outcome(number);
            numbers.sites.push(number);
            numbers.outcomes.push(if first == NOT_COUNTED { LAST_OUTCOME } else { first });
        }
        numbers
    }

    /// Index of a text, stored once.
    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.texts.get(text) {
            return index;
        }
        let index = self.listed.manifest.texts.len() as u32;
        self.listed.manifest.texts.push(text.to_owned());
        self.texts.insert(text.to_owned(), index);
        index
    }

    /// Is the function of the tested package's own code?
    pub fn is_own(&mut self, function: Value) -> bool {
        function.source_file().is_some_and(|(file, directory)| self.is_own_file(&file, &directory))
    }

    pub fn is_own_file(&mut self, file: &str, directory: &str) -> bool {
        let key = (file.to_owned(), directory.to_owned());
        if let Some(&known) = self.own_files.get(&key) {
            return known;
        }
        let own = self.is_in_package(file, directory);
        self.own_files.insert(key, own);
        own
    }

    fn is_in_package(&self, file: &str, directory: &str) -> bool {
        let path = mounted(&Path::new(directory).join(file));
        path.starts_with(&self.package) && package_of(&path) == Some(self.package.as_path())
    }

    /// A place at which nothing is chosen. Of code that was inlined into the package's own, the package's
    /// place is the telling one.
    pub fn place(&mut self, instruction: Value, function: u32) -> u32 {
        let mut locations = instruction.debug_locations();
        let own = locations.iter().position(|location| self.is_own_file(&location.file, &location.directory));
        let location =
            if locations.is_empty() { Location::default() } else { locations.swap_remove(own.unwrap_or(0)) };
        self.site(location, function, Detail { scope: function, ..Detail::default() }, 0, 0)
    }

    /// A place at which one of several outcomes is chosen; bit `n` of `panicking`: outcome `n` leads to a panic.
    pub fn choice(
        &mut self,
        location: Location,
        function: u32,
        detail: Detail,
        outcomes: u32,
        panicking: u32,
    ) -> u32 {
        self.site(location, function, detail, outcomes, panicking)
    }

    /// Where the site's outcomes begin in the coverage map.
    pub fn first_outcome(&self, site: u32) -> u32 {
        self.listed.manifest.sites[site as usize].first_outcome
    }

    fn site(
        &mut self,
        location: Location,
        function: u32,
        detail: Detail,
        outcomes: u32,
        panicking: u32,
    ) -> u32 {
        let Location { file, directory, line, column } = location;
        let own = line > 0 && self.is_own_file(&file, &directory);
        let counted = own && outcomes > 0 && !detail.generated;
        let file = self.text(&shown(&file, &directory, own));
        let first_outcome = if counted { 0 } else { NOT_COUNTED };
        self.insert(Site { file, line, column, function, first_outcome, outcomes, panicking, own }, detail)
    }

    /// Gives a site a number, and its outcomes a place if they are to be counted.
    fn insert(&mut self, mut site: Site, detail: Detail) -> u32 {
        let Site { file, line, column, outcomes, .. } = site;
        let key = Key { file, line, column, detail, outcomes };
        let manifest = &mut self.listed.manifest;
        if let Some(&index) = self.known.get(&key) {
            // An outcome that any instance survives is not panicking.
            manifest.sites[index as usize].panicking &= site.panicking;
            return index;
        }
        if site.first_outcome != NOT_COUNTED {
            let fits = manifest.outcomes + outcomes <= LAST_OUTCOME;
            site.first_outcome = if fits { manifest.outcomes } else { NOT_COUNTED };
            manifest.outcomes += if fits { outcomes } else { 0 };
        }
        let index = manifest.sites.len() as u32;
        manifest.sites.push(site);
        self.listed.details.push(detail);
        self.known.insert(key, index);
        index
    }
}

impl Listed {
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u32(self.details.len() as u32);
        for detail in &self.details {
            writer.u32(detail.scope).u32(detail.ordinal).u32(u32::from(detail.generated));
        }
        let mut bytes = writer.into_bytes();
        bytes.extend(self.manifest.encode());
        bytes
    }

    pub fn decode(bytes: &[u8]) -> Result<Listed, Malformed> {
        let mut reader = Reader(bytes);
        let detail =
            |r: &mut Reader<'_>| Ok(Detail { scope: r.u32()?, ordinal: r.u32()?, generated: r.u32()? == 1 });
        let details = reader.list(detail)?;
        Ok(Listed { manifest: Manifest::decode(reader.0)?, details })
    }
}

/// How a file is named: as the compiler does it for the package's own and the standard library; every
/// dependency has a `src/lib.rs`, so theirs are told apart by the directory.
fn shown(file: &str, directory: &str, own: bool) -> String {
    if file.is_empty() {
        return "unknown place".into();
    }
    let standard_library = directory.starts_with("/rustc/");
    if own || standard_library || Path::new(file).is_absolute() {
        return file.into();
    }
    match Path::new(directory).file_name() {
        Some(name) => format!("{}/{file}", name.to_string_lossy()),
        None => file.into(),
    }
}

/// Who leads to a file: the compiler spells `src/../../shared.rs` as `src/lib.rs` did in a `#[path]`, and
/// that makes it a part of the package.
fn mounted(path: &Path) -> PathBuf {
    match path.components().position(|part| part == Component::ParentDir) {
        Some(up) => {
            path.components().take(up).collect::<PathBuf>().join(path.file_name().unwrap_or_default())
        }
        None => path.to_owned(),
    }
}

/// The innermost directory around a file that has a manifest: packages may lie inside others.
fn package_of(file: &Path) -> Option<&Path> {
    file.ancestors().skip(1).find(|directory| directory.join("Cargo.toml").is_file())
}

/// A function's name without hash and generic arguments: instances share it.
pub fn function_name(symbol: &str) -> String {
    let demangled = format!("{:#}", rustc_demangle::demangle(symbol));
    let mut name = String::new();
    let mut depth = 0;
    let mut characters = demangled.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            ':' if depth == 0 && demangled_generics_follow(&mut characters) => {}
            '<' => depth += 1,
            '>' if depth > 0 => depth -= 1,
            c if depth == 0 => name.push(c),
            _ => {}
        }
    }
    name
}

/// At the first colon of `::<`: swallows the second one.
fn demangled_generics_follow(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    let mut ahead = rest.clone();
    let follows = ahead.next() == Some(':') && ahead.next() == Some('<');
    if follows {
        rest.next();
    }
    follows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_hash_and_generic_arguments() {
        assert_eq!(
            function_name("_ZN4core3ptr13drop_in_place17h0123456789abcdefE"),
            "core::ptr::drop_in_place"
        );
        assert_eq!(function_name("main"), "main");
    }

    #[test]
    fn files_of_dependencies_are_told_apart() {
        assert_eq!(shown("src/lib.rs", "/registry/itoa-1.0.0", false), "itoa-1.0.0/src/lib.rs");
        assert_eq!(shown("src/lib.rs", "/home/package", true), "src/lib.rs");
        assert_eq!(shown("library/core/src/lib.rs", "/rustc/0123", false), "library/core/src/lib.rs");
        assert_eq!(shown("", "", false), "unknown place");
    }

    #[test]
    fn a_file_belongs_to_who_mounts_it() {
        let check = |path: &str, expected: &str| assert_eq!(mounted(Path::new(path)), Path::new(expected));
        check("/w/a/src/lib.rs", "/w/a/src/lib.rs");
        check("/w/a/src/../../shared/x.rs", "/w/a/src/x.rs");
        check("/w/b/tests/../../a/src/x.rs", "/w/b/tests/x.rs");
    }

    #[test]
    fn instances_in_two_modules_are_one_site() {
        let module = |other: &str| {
            let mut sites = Sites::new("/package".into());
            sites.text(other);
            let function = sites.text("first");
            let at = |line| Location { file: other.into(), line, ..Location::default() };
            let detail = |ordinal| Detail { scope: function, ordinal, generated: false };
            sites.site(at(1), function, detail(0), 2, 0b11);
            let shared = Location { file: "shared.rs".into(), line: 5, ..Location::default() };
            sites.site(shared, function, detail(1), 2, if other == "a.rs" { 0b01 } else { 0b11 });
            let mut listed = sites.into_listed();
            listed.manifest.sites.iter_mut().for_each(|site| site.first_outcome = 0);
            Listed::decode(&listed.encode()).unwrap()
        };
        let mut all = Sites::default();
        let (a, b) = (all.merge(&module("a.rs")), all.merge(&module("b.rs")));
        assert_eq!((a.sites, b.sites), (vec![0, 1], vec![2, 1]));
        assert_eq!((a.outcomes, b.outcomes), (vec![0, 2], vec![4, 2]));
        let manifest = all.into_listed().manifest;
        assert_eq!(manifest.outcomes, 6);
        assert_eq!(manifest.sites[1].panicking, 0b01, "one instance survives the second outcome");
        assert_eq!(manifest.place(2), "b.rs:1:0");
    }

    #[test]
    fn outcomes_that_have_no_place_are_not_counted() {
        let mut all = Sites::default();
        all.listed.manifest.outcomes = LAST_OUTCOME - 1;
        let site = Site {
            file: 0,
            line: 1,
            column: 1,
            function: 0,
            first_outcome: 0,
            outcomes: 2,
            panicking: 0,
            own: true,
        };
        let number = all.insert(site, Detail::default());
        assert_eq!(all.first_outcome(number), NOT_COUNTED);
        assert_eq!(all.listed.manifest.outcomes, LAST_OUTCOME - 1);
    }

    #[test]
    fn texts_are_stored_once() {
        let mut sites = Sites::new("/package".into());
        assert_eq!((sites.text("a"), sites.text("b"), sites.text("a")), (0, 1, 0));
    }
}
