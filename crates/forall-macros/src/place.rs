//! Where a test stands in its package, and where its cases are kept.
//!
//! A test is known by its target and its module path, which no macro is told: they follow from what the compiler was [asked](Target) for,
//! from the [files](tree) this leads to, and from the [blocks](nesting) around the test in its file. Where one place in the source
//! gives several tests, they are told apart by what the macro around them was [given](substituted), and if that is the same, by their
//! order. So no two tests of a package have one file.
//!
//! See docs/decisions/test-identity.md.

use crate::draw::Scope;
use crate::file::File;
use crate::lints::Forbidden;
use crate::manifest::Manifest;
use crate::nesting::{self, Block};
use crate::parse::Function;
use crate::substituted;
use crate::target::Target;
use crate::tree::{self, Mount};
use proc_macro2::TokenStream;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

/// The place of a test.
pub struct Place {
    /// Line of the test's name; of one that a macro makes, it is that of the macro's call.
    pub line: Option<u32>,
    /// The file of the test's cases, relative to the package: `forall/module/name.rs`.
    pub cases: String,
    /// The absolute path of that file if there is one now.
    pub written_cases: Option<String>,
    /// What directly encloses the test; `None` is the file.
    pub innermost: Option<Block>,
    /// The module that is made for it has another name than the test, because something else has that.
    pub renamed: bool,
    pub scope: Scope,
    pub package: Option<PathBuf>,
    /// The lints that no generated code can allow.
    pub forbidden: Forbidden,
}

impl Place {
    pub fn of(arguments: &TokenStream, function: &Function) -> Place {
        let package = package();
        let name = &function.signature.ident;
        let written = name.to_string();
        let written = written.trim_start_matches("r#");
        let defined = Position::of(function.signature.fn_token.span.unwrap());
        let named = Position::of(name.span().unwrap());
        let made_by = defined.as_ref().and_then(Position::macro_around);
        // A function whose name is given to a macro stands where the macro is called.
        let definition = made_by.filter(|definition| definition.contains(name.span().unwrap()));
        let given = definition.as_ref().map(|definition| substituted::given(arguments, function, definition));
        let called = given.as_ref().and_then(|given| given.first.clone());
        let position = called.as_ref().or(named.as_ref());

        let mut parts = vec!["forall".to_owned()];
        parts.extend(directories(position, package.as_deref()));
        let words = given.map(|given| given.words).filter(|words| !words.is_empty());
        parts.push(match words {
            Some(words) => format!("{written}-with_{words}"),
            None => written.to_owned(),
        });
        let cases = format!("{}.rs", numbered(parts.join("/")));
        let mut place = Place {
            line: definition.is_none().then_some(name.span().unwrap().line() as u32),
            cases,
            written_cases: None,
            innermost: named.as_ref().and_then(|named| named.blocks().pop()),
            scope: scope(named.as_ref()),
            forbidden: Forbidden::here(named.as_ref().map(|named| &*named.file)),
            renamed: named.is_some_and(|named| named.file.outline.has_other(named.offset, written)),
            package,
        };
        place.written_cases = place.written(&place.cases);
        place
    }

    /// The absolute path of a file of the package, if it exists.
    pub fn written(&self, file: &str) -> Option<String> {
        let path = self.package.as_ref()?.join(file);
        path.is_file().then_some(path)?.to_str().map(str::to_owned)
    }
}

/// The file that something stands in.
pub struct Surroundings {
    pub file: Arc<File>,
    /// The blocks around it, the outermost first.
    pub blocks: Vec<Block>,
    pub scope: Scope,
}

impl Surroundings {
    pub fn of(span: proc_macro::Span) -> Option<Surroundings> {
        let position = Position::of(span)?;
        let scope = scope(Some(&position));
        Some(Surroundings { blocks: position.blocks(), scope, file: position.file })
    }

    /// Does it stand in a module, and not in a function?
    pub fn is_in_module(&self) -> bool {
        self.blocks.iter().all(|block| matches!(block, Block::Module(_) | Block::Macro | Block::Other))
    }

    pub fn is_associated(&self) -> bool {
        self.blocks.last() == Some(&Block::Associated)
    }
}

/// A place in a file that can be read.
#[derive(Clone, Debug)]
pub struct Position {
    file: Arc<File>,
    offset: usize,
}

/// Where a macro is defined, in lines and columns.
pub struct Definition {
    file: PathBuf,
    start: (usize, usize),
    end: (usize, usize),
}

impl Definition {
    pub fn contains(&self, span: proc_macro::Span) -> bool {
        let place = (span.line(), span.column());
        let is_same_file = || {
            let file = span.local_file().and_then(|file| find(&file, package().as_deref()));
            file.is_some_and(|file| file == self.file)
        };
        self.start <= place && place < self.end && is_same_file()
    }
}

impl Position {
    pub fn of(span: proc_macro::Span) -> Option<Position> {
        let file = File::read(&find(&span.local_file()?, package().as_deref())?)?;
        let offset = nesting::offset(&file.text, span.line(), span.column());
        Some(Position { file, offset })
    }

    fn blocks(&self) -> Vec<Block> {
        self.file.outline.blocks_around(self.offset)
    }

    fn macro_around(&self) -> Option<Definition> {
        let File { path, text, outline, .. } = &*self.file;
        let range = outline.macro_around(self.offset)?;
        let [start, end] = [range.start, range.end].map(|offset| nesting::line_and_column(text, offset));
        Some(Definition { file: path.clone(), start, end })
    }

    /// The modules that the file is, or else what it is called.
    fn modules_of_file(&self, compiled: &Compiled, package: &Path) -> Vec<String> {
        compiled.mount_of(self).unwrap_or_else(|| unmounted(&relative(&self.file.path, package)))
    }

    fn inline_modules(&self) -> Vec<String> {
        let name = |block: Block| match block {
            Block::Module(name) => Some(name),
            _ => None,
        };
        self.blocks().into_iter().filter_map(name).collect()
    }
}

/// The directories of the cases of what stands somewhere: the target, then the modules.
fn directories(position: Option<&Position>, package: Option<&Path>) -> Vec<String> {
    let mut directories = Vec::new();
    match (package, package.and_then(compiled), position) {
        (Some(package), Some(compiled), position) => {
            directories.extend(compiled.target.directory.clone());
            directories
                .extend(position.iter().flat_map(|position| position.modules_of_file(compiled, package)));
        }
        (Some(package), None, Some(position)) => {
            let manifest = Manifest::of(package);
            let relative = relative(&position.file.path, package);
            let (target, modules) = Target::usual(&relative, manifest.package_name().unwrap_or_default());
            directories.extend(target.into_iter().chain(modules));
        }
        _ => {}
    }
    directories.extend(position.iter().flat_map(|position| position.inline_modules()));
    directories
}

/// It is told by an attribute of the crate or of a module around.
fn scope(position: Option<&Position>) -> Scope {
    let root = package().as_deref().and_then(compiled).and_then(|compiled| File::read(&compiled.target.root));
    let is_bare =
        root.is_some_and(|root| root.is_bare) || position.is_some_and(|position| position.file.is_bare);
    if is_bare { Scope::Bare } else { Scope::Usual }
}

/// What this process compiles.
struct Compiled {
    target: Target,
    mounts: Vec<Mount>,
}

impl Compiled {
    /// The module that a file is. One that is several modules is compiled as often, in this order.
    fn mount_of(&self, position: &Position) -> Option<Vec<String>> {
        let mounts: Vec<&Mount> =
            self.mounts.iter().filter(|mount| mount.file == position.file.path).collect();
        let number = match mounts.len() {
            0 => return None,
            1 => 0,
            several => {
                static SEEN: LazyLock<Mutex<HashMap<(PathBuf, usize), usize>>> =
                    LazyLock::new(Mutex::default);
                next_number(&SEEN, (position.file.path.clone(), position.offset)) % several
            }
        };
        Some(mounts[number].modules.clone())
    }
}

/// Found out once: a compiler compiles one target.
fn compiled(package: &Path) -> Option<&'static Compiled> {
    static COMPILED: OnceLock<Option<Compiled>> = OnceLock::new();
    let find = || {
        let target = Target::compiled(package)?;
        let mounts = tree::mounts(&target.root);
        Some(Compiled { target, mounts })
    };
    COMPILED.get_or_init(find).as_ref()
}

/// A path of cases that nothing before has had. An editor expands the same test again and again.
fn numbered(path: String) -> String {
    static SEEN: LazyLock<Mutex<HashMap<String, usize>>> = LazyLock::new(Mutex::default);
    if package().as_deref().and_then(compiled).is_none() {
        return path;
    }
    match next_number(&SEEN, path.clone()) {
        0 => path,
        before => format!("{path}-number_{}", before + 1),
    }
}

/// How often it was asked before.
fn next_number<K: std::hash::Hash + Eq>(seen: &Mutex<HashMap<K, usize>>, key: K) -> usize {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let count = seen.entry(key).or_default();
    *count += 1;
    *count - 1
}

pub fn package() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

/// Compilers are started in the package or in the workspace; `file` is relative to either.
fn find(file: &Path, package: Option<&Path>) -> Option<PathBuf> {
    file.canonicalize().ok().or_else(|| package?.join(file).canonicalize().ok())
}

fn relative(file: &Path, package: &Path) -> PathBuf {
    let package = package.canonicalize().unwrap_or_else(|_| package.into());
    match file.strip_prefix(package) {
        Ok(relative) => relative.into(),
        // It comes from elsewhere.
        Err(_) => file.file_name().unwrap_or_default().into(),
    }
}

/// Of a file that no module is known to be, its path; no module has such a name.
fn unmounted(file: &Path) -> Vec<String> {
    let path: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    vec![format!("file-{}", path.join("-"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_module_is_named_by_its_path() {
        assert_eq!(unmounted(Path::new("gen/all.rs")), ["file-gen-all"]);
    }

    #[test]
    fn files_from_outside_the_package_keep_their_name() {
        assert_eq!(
            relative(Path::new("/elsewhere/shared.rs"), Path::new("/package")),
            Path::new("shared.rs")
        );
        assert_eq!(relative(Path::new("/package/src/a.rs"), Path::new("/package")), Path::new("src/a.rs"));
    }
}
