//! By which path a type of a library can be reached from outside, when the module it stands in is private: where it is re-exported.

use crate::parsed;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use syn::{Item, UseTree, Visibility};

/// Modules below modules are looked at so deep.
const DEEPEST: usize = 4;

/// The public path of each that is not public where it stands. `root` is the source file of the library `krate`.
pub fn re_exported(wanted: &BTreeSet<String>, krate: &str, root: &Path) -> BTreeMap<String, String> {
    let inside = |path: &String| path.strip_prefix(krate)?.strip_prefix("::").map(str::to_owned);
    let wanted: Vec<String> = wanted.iter().filter_map(inside).collect();
    if wanted.is_empty() {
        return BTreeMap::new();
    }
    let exports = exports(root, View::Outside);
    let known = wanted.into_iter().filter_map(|path| Some((exports.path_to(&path)?, path)));
    known.map(|(exported, path)| (format!("{krate}::{path}"), format!("{krate}::{exported}"))).collect()
}

/// By which path what stands in a module that is private there can be reached from anywhere in its own crate. Paths have no `crate::`; `root` is the first
/// source file.
pub fn shared_within(path: &str, root: &Path) -> Option<String> {
    exports(root, View::Inside).path_to(path)
}

/// From where one looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Outside,
    Inside,
}

impl View {
    /// Is it seen, wherever one stands there? What is private is seen below its own module, and so everything at the root of a crate from within.
    fn shows(self, visibility: &Visibility, module: &str) -> bool {
        match (self, visibility) {
            (_, Visibility::Public(_)) => true,
            (View::Outside, _) => false,
            (View::Inside, Visibility::Inherited) => module.is_empty(),
            (View::Inside, Visibility::Restricted(_)) => true,
        }
    }
}

/// What a library shows.
#[derive(Default)]
struct Exports {
    /// Public modules, as paths; the root is empty.
    modules: BTreeSet<String>,
    /// The nearest to the root first.
    uses: Vec<Export>,
}

/// `pub use module::name as alias` in a public module; without a name it is `*`.
struct Export {
    within: String,
    module: String,
    name: Option<(String, String)>,
}

impl Exports {
    /// Where it is re-exported, if it is not seen where it stands.
    fn path_to(&self, path: &str) -> Option<String> {
        let (module, name) = path.rsplit_once("::")?;
        let is_hidden = !self.modules.contains(module);
        is_hidden.then(|| self.uses.iter().find_map(|export| export.leads_to(module, name)))?
    }
}

impl Export {
    fn leads_to(&self, module: &str, name: &str) -> Option<String> {
        if self.module != module {
            return None;
        }
        match &self.name {
            None => Some(joined(&self.within, name)),
            Some((own, alias)) => (own == name).then(|| joined(&self.within, alias)),
        }
    }
}

fn exports(root: &Path, view: View) -> Exports {
    let mut exports = Exports::default();
    let directory = root.parent().unwrap_or(Path::new(".")).to_owned();
    let mut open = VecDeque::from([(String::new(), items(root), directory)]);
    while let Some((path, items, directory)) = open.pop_front() {
        exports.modules.insert(path.clone());
        for item in items {
            match item {
                Item::Mod(module) if view.shows(&module.vis, &path) && path.split("::").count() < DEEPEST => {
                    let name = module.ident.to_string();
                    let below = directory.join(&name);
                    let items = match module.content {
                        Some((_, items)) => items,
                        None => items_of_module(&below),
                    };
                    open.push_back((joined(&path, &name), items, below));
                }
                Item::Use(item) if view.shows(&item.vis, &path) => {
                    collect(&item.tree, &path, &[], &mut exports.uses);
                }
                _ => {}
            }
        }
    }
    exports
}

fn collect(tree: &UseTree, within: &str, before: &[String], uses: &mut Vec<Export>) {
    let module = || {
        let mut segments: Vec<&str> = within.split("::").filter(|segment| !segment.is_empty()).collect();
        for segment in before {
            match segment.as_str() {
                "crate" => segments.clear(),
                "self" => {}
                "super" => drop(segments.pop()),
                name => segments.push(name),
            }
        }
        segments.join("::")
    };
    let mut export = |name| uses.push(Export { within: within.to_owned(), module: module(), name });
    match tree {
        UseTree::Path(path) => {
            let before = [before, &[path.ident.to_string()]].concat();
            collect(&path.tree, within, &before, uses);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, within, before, uses)),
        UseTree::Name(name) => export(Some((name.ident.to_string(), name.ident.to_string()))),
        UseTree::Rename(rename) => export(Some((rename.ident.to_string(), rename.rename.to_string()))),
        UseTree::Glob(_) => export(None),
    }
}

fn items_of_module(path: &Path) -> Vec<Item> {
    let files: [PathBuf; 2] = [path.with_extension("rs"), path.join("mod.rs")];
    files.iter().find(|file| file.is_file()).map(|file| items(file)).unwrap_or_default()
}

fn items(file: &Path) -> Vec<Item> {
    parsed(file).items.clone()
}

fn joined(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_private_module_is_reached_where_it_is_re_exported() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("lib.rs");
        let source = "
mod hidden;
pub use hidden::{Shape, deep::Color as Paint};
pub mod open { pub use crate::other::*; pub struct Here; }
mod other;
";
        std::fs::write(&root, source).unwrap();
        let wanted =
            ["hidden::Shape", "hidden::deep::Color", "other::Thing", "open::Here", "hidden::Unknown"];
        let wanted = wanted.map(|path| format!("krate::{path}")).into_iter().collect();
        let public = re_exported(&wanted, "krate", &root);
        let told: Vec<(&str, &str)> = public.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
        assert_eq!(
            told,
            [
                ("krate::hidden::Shape", "krate::Shape"),
                ("krate::hidden::deep::Color", "krate::Paint"),
                ("krate::other::Thing", "krate::open::Thing"),
            ]
        );
    }
}
