//! Which definitions of which modules a program reaches from its roots.

use crate::Error;
use crate::bitcode::Inputs;
use crate::cache::Key;
use crate::codes::{Codes, Place};
use crate::hashing::HashRole;
use crate::outline::{Definition, Outline};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// What is reached of each module, by the module's index: objects first, then members of libraries.
pub struct Reached {
    pub modules: BTreeMap<usize, ReachedModule>,
    pub facts: Facts,
    /// By test: equal as long as nothing that the test reaches has changed.
    pub codes: Vec<Key>,
}

/// What is reached of one module.
#[derive(Default)]
pub struct ReachedModule {
    /// Names of its definitions that others refer to.
    pub exports: BTreeSet<String>,
    /// Those of them that shared libraries find by their names.
    pub shown: BTreeSet<String>,
    /// Names that it refers to and others define.
    pub elsewhere: BTreeMap<String, Elsewhere>,
    /// Tests describe themselves in it.
    pub has_puts: bool,
    reached: Vec<bool>,
}

/// A definition in another module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elsewhere {
    /// A function that is left alone.
    pub is_native: bool,
    /// What it has to do with hash maps.
    pub hashing: HashRole,
}

/// What one module must know of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Hash maps with random keys are made.
    pub random_keys: bool,
    /// Others than the standard library make such keys; it is not known when.
    pub foreign_keys: bool,
    /// There are destructors whose order a test could observe.
    pub drops_are_seen: bool,
    /// Panics are listened to, but it is not known where they begin.
    pub unknown_panics: bool,
}

/// Where the program begins.
pub enum Roots {
    /// Its parameterized tests.
    Puts,
    /// What a linker would begin with: `main`, and names that are not Rust's own.
    Names,
}

/// Are there parameterized tests among the objects?
pub fn has_puts(objects: &[Rc<Outline>]) -> bool {
    objects.iter().any(|object| object.definitions.iter().any(|definition| definition.is_put))
}

/// Goes from the roots, and from what machine code asks for, as far as there are definitions. `objects` are
/// the outlines of the objects; those of libraries are asked for when something in them is reached.
pub fn reach(
    inputs: &Inputs,
    objects: Vec<Rc<Outline>>,
    roots: Roots,
    library: impl FnMut(usize) -> Result<Rc<Outline>, Error>,
) -> Result<Reached, Error> {
    let mut search = Search {
        inputs,
        library,
        from_puts: matches!(roots, Roots::Puts),
        known: HashMap::new(),
        outlines: BTreeMap::new(),
        modules: BTreeMap::new(),
        waiting: Vec::new(),
    };
    for (module, outline) in objects.iter().enumerate() {
        search.add(module, Rc::clone(outline));
    }
    for (module, outline) in objects.iter().enumerate() {
        for (index, definition) in outline.definitions.iter().enumerate() {
            let name = &outline.names[index];
            let is_root = match roots {
                Roots::Puts => definition.is_put,
                Roots::Names => !definition.is_local && !is_mangled(name),
            };
            let is_root = is_root || definition.is_kept;
            if is_root {
                search.mark(module, index);
                let reached = search.modules.get_mut(&module).expect("it is reached");
                reached.has_puts |= definition.is_put;
                if !definition.is_local && !definition.is_put && !definition.is_kept {
                    reached.exports.insert(name.clone());
                }
            }
        }
    }
    let mut always = Vec::new();
    let wanted = names(&inputs.wanted, true).chain(names(&inputs.wanted_when_loaded, true));
    for (name, is_wanted) in wanted.chain(names(&inputs.listed, false)) {
        if let Some((module, index)) = search.find(name)?
            && (is_wanted || !search.outlines[&module].definitions[index].is_function)
        {
            search.mark(module, index);
            search.export(module, name);
            if inputs.wanted_when_loaded.contains(name) {
                search.show(module, name);
            }
            always.push((module, index));
        }
    }
    search.run()?;
    let facts = search.facts();
    let codes = search.codes(&always);
    Ok(Reached { modules: search.modules, facts, codes })
}

/// In an order that is the same each time.
fn names(names: &HashSet<String>, are_wanted: bool) -> impl Iterator<Item = (&String, bool)> {
    let sorted: BTreeSet<&String> = names.iter().collect();
    sorted.into_iter().map(move |name| (name, are_wanted))
}

fn is_mangled(name: &str) -> bool {
    name.starts_with("_ZN") || name.starts_with("_R") || name.starts_with("llvm.")
}

struct Search<'a, L> {
    inputs: &'a Inputs,
    library: L,
    from_puts: bool,
    outlines: BTreeMap<usize, Rc<Outline>>,
    /// Modules and indices of definitions that can be referred to by name; the first one counts.
    known: HashMap<String, (usize, usize)>,
    modules: BTreeMap<usize, ReachedModule>,
    waiting: Vec<(usize, usize)>,
}

impl<L: FnMut(usize) -> Result<Rc<Outline>, Error>> Search<'_, L> {
    fn add(&mut self, module: usize, outline: Rc<Outline>) {
        for (index, definition) in outline.definitions.iter().enumerate() {
            if !definition.is_local {
                self.known.entry(outline.names[index].clone()).or_insert((module, index));
            }
        }
        self.outlines.insert(module, outline);
    }

    /// Where a name is defined, if not in machine code.
    fn find(&mut self, name: &str) -> Result<Option<(usize, usize)>, Error> {
        if !self.known.contains_key(name)
            && let Some(&member) = self.inputs.index.get(name)
        {
            let module = self.inputs.objects.len() + member;
            if !self.outlines.contains_key(&module) {
                let outline = (self.library)(module)?;
                self.add(module, outline);
            }
        }
        Ok(self.known.get(name).copied())
    }

    fn mark(&mut self, module: usize, definition: usize) {
        let outline = &self.outlines[&module];
        let reached = self.modules.entry(module).or_insert_with(|| {
            // The first of the module: what is kept of it is kept from now on.
            let kept: Vec<bool> = outline.definitions.iter().map(|definition| definition.is_kept).collect();
            let indices = kept.iter().enumerate().filter(|(_, kept)| **kept);
            self.waiting.extend(indices.map(|(index, _)| (module, index)));
            ReachedModule { reached: kept, ..ReachedModule::default() }
        });
        if !std::mem::replace(&mut reached.reached[definition], true) {
            self.waiting.push((module, definition));
        }
    }

    fn export(&mut self, module: usize, name: &str) {
        if let Some(reached) = self.modules.get_mut(&module) {
            reached.exports.insert(name.to_owned());
        }
    }

    fn show(&mut self, module: usize, name: &str) {
        if let Some(reached) = self.modules.get_mut(&module) {
            reached.shown.insert(name.to_owned());
        }
    }

    fn run(&mut self) -> Result<(), Error> {
        while let Some((module, definition)) = self.waiting.pop() {
            let outline = Rc::clone(&self.outlines[&module]);
            let definition = &outline.definitions[definition];
            if definition.is_printer && self.from_puts {
                continue;
            }
            for &reference in &definition.references {
                let reference = reference as usize;
                let name = &outline.names[reference];
                if reference < outline.definitions.len() {
                    self.mark(module, reference);
                    if definition.is_assembly {
                        self.export(module, name);
                    }
                    continue;
                }
                if let Some((other, index)) = self.find(name)? {
                    self.mark(other, index);
                    let Definition { is_native, is_assembly, hashing, .. } =
                        self.outlines[&other].definitions[index];
                    if is_assembly {
                        continue; // machine code to whoever refers to it
                    }
                    self.export(other, name);
                    let elsewhere = Elsewhere { is_native, hashing };
                    let here = self.modules.get_mut(&module).expect("it is reached");
                    here.elsewhere.insert(name.clone(), elsewhere);
                }
            }
        }
        Ok(())
    }

    /// Of all tests, in the order of the modules and of the tests in them. Part of each is what runs by
    /// itself, and what is `always` there.
    fn codes(&self, always: &[Place]) -> Vec<Key> {
        let mut always = always.to_vec();
        let mut puts = Vec::new();
        for (&module, reached) in &self.modules {
            let outline = &self.outlines[&module];
            for (index, definition) in outline.definitions.iter().enumerate() {
                if definition.is_put && reached.has_puts {
                    puts.push((module, index));
                }
                if definition.is_assembly {
                    always.push((module, index));
                } else if definition.is_kept {
                    let own = definition.references.iter().map(|&reference| reference as usize);
                    always.extend(
                        own.filter(|&index| index < outline.definitions.len()).map(|index| (module, index)),
                    );
                }
            }
        }
        // Lists of what is to be kept name all tests, too.
        always.retain(|&(module, index)| !self.outlines[&module].definitions[index].is_put);
        let mut codes = Codes::new(&self.outlines, &self.known);
        let always: BTreeSet<Key> = always.into_iter().map(|place| codes.of(place)).collect();
        puts.into_iter().map(|put| Key::of((&always, codes.of(put)))).collect()
    }

    fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        let (mut listened, mut begun) = (false, false);
        for (module, reached) in &self.modules {
            let outline = &self.outlines[module];
            for (name, _) in outline.names.iter().zip(&reached.reached).filter(|(_, reached)| **reached) {
                let random = crate::hashing::are_keys_random(name);
                facts.random_keys |= random;
                facts.foreign_keys |= random && !crate::hashing::are_keys_of_std(name);
                facts.drops_are_seen |= crate::hashing::is_drop_of_a_package(name);
                listened |= name.contains("9panicking8set_hook");
                begun |= crate::shadow::is_panic_entry(name);
            }
        }
        facts.unknown_panics = listened && !begun;
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module whose definitions refer to the given names; those of names that begin with `$` are local,
    /// with `#` they print, with `%` they are assembly.
    fn outline(definitions: &[(&str, &[&str])]) -> Rc<Outline> {
        let mut names: Vec<String> = definitions.iter().map(|(name, _)| (*name).to_owned()).collect();
        let mut list = Vec::new();
        for (name, references) in definitions {
            let references = references.iter().map(|reference| {
                names.iter().position(|name| name == reference).unwrap_or_else(|| {
                    names.push((*reference).to_owned());
                    names.len() - 1
                }) as u32
            });
            list.push(Definition {
                references: references.collect(),
                is_function: true,
                is_local: name.starts_with('$'),
                is_put: name.starts_with("$put"),
                is_kept: name.starts_with("$kept") || name.starts_with('%'),
                is_assembly: name.starts_with('%'),
                contents: Key::of(name),
                is_printer: name.starts_with('#'),
                ..Definition::default()
            });
        }
        Rc::new(Outline { definitions: list, names })
    }

    fn reached(object: Rc<Outline>, libraries: &[Rc<Outline>], roots: Roots) -> Reached {
        let mut inputs = Inputs::default();
        inputs.objects.push(crate::bitcode::Bitcode::default());
        for (member, library) in libraries.iter().enumerate() {
            for (name, definition) in library.names.iter().zip(&library.definitions) {
                if !definition.is_local {
                    inputs.index.entry(name.clone()).or_insert(member);
                }
            }
        }
        reach(&inputs, vec![object], roots, |module| Ok(Rc::clone(&libraries[module - 1]))).unwrap()
    }

    #[test]
    fn only_what_the_tests_reach_is_taken_from_libraries() {
        let object = outline(&[("$put", &["test"]), ("test", &["push"]), ("main", &["harness"])]);
        let list = outline(&[
            ("push", &["grow", "memcpy"]),
            ("pop", &["never"]),
            ("$kept", &["init"]),
            ("init", &[]),
        ]);
        let memory = outline(&[("grow", &[]), ("shrink", &[])]);
        let unused = outline(&[("harness", &[])]);
        let reached = reached(object, &[list, memory, unused], Roots::Puts);
        let exports: Vec<(usize, Vec<&str>)> = reached
            .modules
            .iter()
            .map(|(module, reached)| (*module, reached.exports.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(exports, [(0, vec![]), (1, vec!["push"]), (2, vec!["grow"])]);
        assert_eq!(reached.modules[&1].reached, [true, false, true, true]);
        let elsewhere: Vec<&String> = reached.modules[&1].elsewhere.keys().collect();
        assert_eq!(elsewhere, ["grow"], "`memcpy` is machine code");
    }

    #[test]
    fn what_prints_is_explored_without_what_it_needs() {
        let object = outline(&[("$put", &["#hook"]), ("#hook", &["symbols"]), ("main", &["#hook"])]);
        let symbols = outline(&[("symbols", &[])]);
        let explored = reached(Rc::clone(&object), &[Rc::clone(&symbols)], Roots::Puts);
        assert_eq!(explored.modules.keys().collect::<Vec<_>>(), [&0]);
        let linked = reached(object, &[symbols], Roots::Names);
        assert_eq!(linked.modules.keys().collect::<Vec<_>>(), [&0, &1]);
    }

    #[test]
    fn what_registers_itself_is_kept() {
        let object =
            outline(&[("$put", &[]), ("$kept", &["register"]), ("register", &["list"]), ("other", &[])]);
        let list = outline(&[("list", &[]), ("more", &[])]);
        let reached = reached(object, &[list], Roots::Puts);
        assert_eq!(reached.modules[&0].reached, [true, true, true, false]);
        assert_eq!(reached.modules[&1].reached, [true, false]);
    }

    #[test]
    fn assembly_is_part_of_the_program_and_of_every_key() {
        let object = |own: &'static str| {
            outline(&[("$put", &["%far"]), (own, &["called", "back"]), ("called", &[]), ("other", &[])])
        };
        let far = outline(&[("%far", &[]), ("back", &[]), ("rest", &[])]);
        let first = reached(object("%own"), &[Rc::clone(&far)], Roots::Puts);
        assert_eq!(first.modules[&0].reached, [true, true, true, false]);
        assert_eq!(first.modules[&0].exports.iter().collect::<Vec<_>>(), ["called"]);
        assert_eq!(first.modules[&0].elsewhere.keys().collect::<Vec<_>>(), ["back"], "it is followed");
        assert_eq!(first.modules[&1].reached, [true, true, false]);
        let second = reached(object("%changed"), &[far], Roots::Puts);
        assert_ne!(first.codes, second.codes);
    }

    #[test]
    fn without_tests_the_program_begins_where_a_linker_does() {
        let object = outline(&[("main", &["_ZN3run"]), ("_ZN3run", &[]), ("_ZN5other", &[])]);
        let reached = reached(object, &[], Roots::Names);
        assert_eq!(reached.modules[&0].reached, [true, true, false]);
        assert_eq!(reached.modules[&0].exports.iter().collect::<Vec<_>>(), ["main"]);
    }
}
