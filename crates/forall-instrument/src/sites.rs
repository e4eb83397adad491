//! The places of a program that hooks name, and which of them count for coverage.

use crate::llvm::{Location, Value};
use forall_protocol::manifest::{Manifest, NOT_COUNTED, Site};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Collects sites and texts while functions are instrumented.
pub struct Sites {
    manifest: Manifest,
    texts: HashMap<String, u32>,
    known: HashMap<Key, u32>,
    /// The tested package: branches in files below it are counted.
    package: PathBuf,
    /// By file and the directory it is relative to.
    own_files: HashMap<(String, String), bool>,
}

/// What makes two sites one: instances of generic code have the same keys.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    file: u32,
    line: u32,
    column: u32,
    /// The how-manieth choice of its function at this very place.
    ordinal: u32,
    outcomes: u32,
}

impl Sites {
    pub fn new(package: PathBuf) -> Sites {
        Sites {
            manifest: Manifest::default(),
            texts: HashMap::new(),
            known: HashMap::new(),
            package,
            own_files: HashMap::new(),
        }
    }

    pub fn into_manifest(self) -> Manifest {
        self.manifest
    }

    /// Index of a text, stored once.
    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.texts.get(text) {
            return index;
        }
        let index = self.manifest.texts.len() as u32;
        self.manifest.texts.push(text.to_owned());
        self.texts.insert(text.to_owned(), index);
        index
    }

    /// Is the function of the tested package's own code?
    pub fn is_own(&mut self, function: Value) -> bool {
        function.source_file().is_some_and(|(file, directory)| self.is_own_file(&file, &directory))
    }

    fn is_own_file(&mut self, file: &str, directory: &str) -> bool {
        let key = (file.to_owned(), directory.to_owned());
        if let Some(&known) = self.own_files.get(&key) {
            return known;
        }
        let own = self.is_in_package(file, directory);
        self.own_files.insert(key, own);
        own
    }

    fn is_in_package(&self, file: &str, directory: &str) -> bool {
        let path = Path::new(directory).join(file);
        path.starts_with(&self.package) && package_of(&path) == Some(self.package.as_path())
    }

    /// A place at which nothing is chosen. Of code that was inlined into the package's own, the package's place is the telling one.
    pub fn place(&mut self, instruction: Value, function: u32) -> u32 {
        let mut locations = instruction.debug_locations();
        let own = locations.iter().position(|location| self.is_own_file(&location.file, &location.directory));
        let location =
            if locations.is_empty() { Location::default() } else { locations.swap_remove(own.unwrap_or(0)) };
        self.site(location, function, 0, 0, 0)
    }

    /// A place at which one of several outcomes is chosen; bit `n` of `panicking`: outcome `n` leads to a panic.
    pub fn choice(
        &mut self,
        location: Location,
        function: u32,
        ordinal: u32,
        outcomes: u32,
        panicking: u32,
    ) -> u32 {
        self.site(location, function, ordinal, outcomes, panicking)
    }

    /// Where the site's outcomes begin in the coverage map.
    pub fn first_outcome(&self, site: u32) -> u32 {
        self.manifest.sites[site as usize].first_outcome
    }

    fn site(
        &mut self,
        location: Location,
        function: u32,
        ordinal: u32,
        outcomes: u32,
        panicking: u32,
    ) -> u32 {
        let Location { file, directory, line, column } = location;
        let own = line > 0 && self.is_own_file(&file, &directory);
        let counted = own && outcomes > 0;
        let file = self.text(&shown(&file, &directory, own));
        let key = Key { file, line, column, ordinal, outcomes };
        if let Some(&index) = self.known.get(&key) {
            let site = &mut self.manifest.sites[index as usize];
            // An outcome that any instance survives is not panicking.
            site.panicking &= panicking;
            return index;
        }
        let index = self.manifest.sites.len() as u32;
        let first_outcome = if counted { self.manifest.outcomes } else { NOT_COUNTED };
        if counted {
            self.manifest.outcomes += outcomes;
        }
        self.manifest.sites.push(Site {
            file,
            line,
            column,
            function,
            first_outcome,
            outcomes,
            panicking,
            own,
        });
        self.known.insert(key, index);
        index
    }
}

/// How a file is named: as the compiler does it for the package's own and the standard library; every dependency has a `src/lib.rs`, so
/// theirs are told apart by the directory.
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
    fn texts_are_stored_once() {
        let mut sites = Sites::new("/package".into());
        assert_eq!((sites.text("a"), sites.text("b"), sites.text("a")), (0, 1, 0));
    }
}
