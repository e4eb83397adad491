//! What the names of types and functions mean in a module of the package: as declared there, imported, or shown again.

use std::collections::{BTreeMap, BTreeSet};
use syn::{Item, Type, UseTree};

/// A module, by its path from the root.
type Module = Vec<String>;

#[derive(Default)]
pub struct Names {
    types: BTreeSet<(Module, String)>,
    functions: BTreeSet<(Module, String)>,
    modules: BTreeSet<Module>,
    imports: BTreeMap<Module, Vec<Import>>,
}

/// `use path as name`; without a name it is `use path::*`.
struct Import {
    path: Vec<String>,
    name: Option<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Space {
    Types,
    Functions,
}

/// Imports of imports are followed so far.
const DEEPEST: usize = 8;

impl Names {
    /// Learns what stands in a module and in those within it.
    pub fn declare(&mut self, items: &[Item], module: &[String]) {
        self.modules.insert(module.to_vec());
        for item in items {
            let name = match item {
                Item::Struct(item) => &item.ident,
                Item::Enum(item) => &item.ident,
                Item::Union(item) => &item.ident,
                Item::Trait(item) => &item.ident,
                Item::Type(item) => &item.ident,
                Item::Fn(item) => {
                    self.functions.insert((module.to_vec(), item.sig.ident.to_string()));
                    continue;
                }
                Item::Mod(inner) => {
                    let within = [module, &[inner.ident.to_string()]].concat();
                    let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                    self.declare(items, &within);
                    continue;
                }
                Item::Use(item) => {
                    let imports = self.imports.entry(module.to_vec()).or_default();
                    import(&item.tree, &[], imports);
                    continue;
                }
                _ => continue,
            };
            self.types.insert((module.to_vec(), name.to_string()));
        }
    }

    pub fn declare_type(&mut self, module: &[String], name: &str) {
        self.types.insert((module.to_vec(), name.to_owned()));
    }

    pub fn declare_function(&mut self, module: &[String], name: &str) {
        self.functions.insert((module.to_vec(), name.to_owned()));
    }

    /// Where the type of this path is declared, if it is one of the package's.
    pub fn resolved(&self, path: &[String], module: &[String]) -> Option<(Module, String)> {
        self.find(path, module, Space::Types, 0)
    }

    pub fn resolved_function(&self, path: &[String], module: &[String]) -> Option<(Module, String)> {
        self.find(path, module, Space::Functions, 0)
    }

    fn find(
        &self,
        path: &[String],
        module: &[String],
        space: Space,
        depth: usize,
    ) -> Option<(Module, String)> {
        let (name, around) = path.split_last()?;
        let within = self.module(around, module, depth)?;
        let declared = match space {
            Space::Types => &self.types,
            Space::Functions => &self.functions,
        };
        let place = (within, name.clone());
        if declared.contains(&place) {
            return Some(place);
        }
        let imports = self.imports.get(&place.0).filter(|_| depth < DEEPEST)?;
        let named = imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let by_name = named.map(|import| import.path.clone());
        let all = imports.iter().filter(|import| import.name.is_none());
        let by_all = all.map(|import| [&import.path[..], std::slice::from_ref(name)].concat());
        by_name.chain(by_all).find_map(|path| self.find(&path, &place.0, space, depth + 1))
    }

    /// The module that a path leads to.
    fn module(&self, path: &[String], from: &[String], depth: usize) -> Option<Module> {
        let Some((first, rest)) = path.split_first() else { return Some(from.to_vec()) };
        let below = [from, std::slice::from_ref(first)].concat();
        let begin = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.to_vec(),
            "super" => from.split_last()?.1.to_vec(),
            _ if self.modules.contains(&below) => below,
            name => {
                let imports = self.imports.get(from).filter(|_| depth < DEEPEST)?;
                let import = imports.iter().find(|import| import.name.as_deref() == Some(name))?;
                // `use stack;` of a crate of this name would lead here again.
                let is_itself = import.path.first() == Some(first);
                self.module(&import.path, from, depth + 1).filter(|_| !is_itself)?
            }
        };
        self.modules.contains(&begin).then_some(())?;
        self.module(rest, &begin, depth + 1)
    }
}

fn import(tree: &UseTree, before: &[String], imports: &mut Vec<Import>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => import(&path.tree, &with(&path.ident), imports),
        UseTree::Group(group) => group.items.iter().for_each(|tree| import(tree, before, imports)),
        UseTree::Glob(_) => imports.push(Import { path: before.to_vec(), name: None }),
        UseTree::Name(name) if name.ident == "self" => {
            imports.push(Import { path: before.to_vec(), name: before.last().cloned() });
        }
        UseTree::Name(name) => {
            imports.push(Import { path: with(&name.ident), name: Some(name.ident.to_string()) });
        }
        UseTree::Rename(name) => {
            imports.push(Import { path: with(&name.ident), name: Some(name.rename.to_string()) });
        }
    }
}

/// The path of a type, without references and boxes around it.
pub fn segments(ty: &Type) -> Option<Vec<String>> {
    let path = match ty {
        Type::Reference(of) => return segments(&of.elem),
        Type::Paren(of) => return segments(&of.elem),
        Type::Group(of) => return segments(&of.elem),
        Type::ImplTrait(of) => of.bounds.iter().find_map(bound)?,
        Type::TraitObject(of) => of.bounds.iter().find_map(bound)?,
        Type::Path(path) => &path.path,
        _ => return None,
    };
    if let Some(inner) = pointee(path) {
        return segments(inner);
    }
    Some(path.segments.iter().map(|segment| segment.ident.to_string()).collect())
}

/// What is behind a `Box`, `Rc` or `Arc`.
fn pointee(path: &syn::Path) -> Option<&Type> {
    let last = path.segments.last()?;
    let is_pointer = ["Box", "Rc", "Arc", "Pin"].iter().any(|pointer| last.ident == pointer);
    super::first_argument(last).filter(|_| is_pointer)
}

fn bound(bound: &syn::TypeParamBound) -> Option<&syn::Path> {
    match bound {
        syn::TypeParamBound::Trait(of) => Some(&of.path),
        _ => None,
    }
}
