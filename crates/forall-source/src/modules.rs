//! All files of a crate, with the modules that they are.

use std::fmt;
use std::path::{Path, PathBuf};
use syn::{Attribute, Expr, Item, Lit, Meta};

/// A file of a crate.
pub struct ModuleFile {
    pub path: PathBuf,
    /// From the root of the crate.
    pub modules: Vec<String>,
    pub items: Vec<Item>,
}

/// A file that is no Rust.
#[derive(Debug)]
pub struct Unreadable {
    pub path: PathBuf,
    pub line: usize,
    pub why: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unreadable { path, line, why } = self;
        write!(f, "{}:{line}: {why}", path.display())
    }
}

impl std::error::Error for Unreadable {}

/// The files of the crate that begins with this one. A module whose file is not there is left out: it may be for another platform.
pub fn module_files(root: &Path) -> Result<Vec<ModuleFile>, Unreadable> {
    let mut files = Vec::new();
    let mut pending = vec![(root.to_owned(), Vec::new(), directory(root))];
    while let Some((path, modules, below)) = pending.pop() {
        let items = read(&path)?;
        collect(&items, &path, &modules, &below, &mut pending);
        files.push(ModuleFile { path, modules, items });
    }
    files.sort_by(|one, other| one.modules.cmp(&other.modules));
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<Item>, Unreadable> {
    let unreadable = |line, why| Unreadable { path: path.to_owned(), line, why };
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(1, error.to_string()))?;
    let file =
        syn::parse_file(&text).map_err(|error| unreadable(error.span().start().line, error.to_string()))?;
    Ok(file.items)
}

fn directory(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new(".")).to_owned()
}

/// A file, its module, and where the files of its own modules are.
type Pending = (PathBuf, Vec<String>, PathBuf);

fn collect(items: &[Item], file: &Path, modules: &[String], below: &Path, pending: &mut Vec<Pending>) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        let name = module.ident.to_string();
        let inner = [modules, std::slice::from_ref(&name)].concat();
        let place = below.join(&name);
        if let Some((_, items)) = &module.content {
            collect(items, file, &inner, &place, pending);
            continue;
        }
        if let Some(path) = module.attrs.iter().find_map(told) {
            let path = directory(file).join(path);
            if path.is_file() {
                let below = directory(&path);
                pending.push((path, inner, below));
            }
            continue;
        }
        let found = [place.with_extension("rs"), place.join("mod.rs")].into_iter().find(|it| it.is_file());
        pending.extend(found.map(|path| (path, inner, place)));
    }
}

/// `#[path = "other.rs"]`
fn told(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        Expr::Lit(literal) if pair.path.is_ident("path") => match &literal.lit {
            Lit::Str(path) => Some(path.value()),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_followed_into_their_files() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("lib.rs", "mod a; mod b { mod c; } #[path = \"elsewhere/d.rs\"] mod d; mod missing;");
        write("a.rs", "mod deep;");
        write("a/deep.rs", "");
        write("b/c/mod.rs", "mod e;");
        write("b/c/e.rs", "");
        write("elsewhere/d.rs", "mod f;");
        write("elsewhere/f.rs", "");
        let files = module_files(&directory.path().join("lib.rs")).unwrap();
        let modules: Vec<String> = files.iter().map(|file| file.modules.join("::")).collect();
        assert_eq!(modules, ["", "a", "a::deep", "b::c", "b::c::e", "d", "d::f"]);
    }

    #[test]
    fn what_is_no_rust_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("lib.rs");
        std::fs::write(&root, "fn one() {}\nfn {}").unwrap();
        let error = module_files(&root).err().unwrap().to_string();
        assert!(error.contains("lib.rs:2: expected identifier"), "{error}");
    }
}
