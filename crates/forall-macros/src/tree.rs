//! The files of a crate, and as which modules they are mounted.

use crate::lexer::{Lexer, Token};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file, and the module that it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mount {
    pub file: PathBuf,
    pub modules: Vec<String>,
}

/// More than any crate has: nobody should wait for a file that includes itself.
const DEEPEST: usize = 64;

/// All files that the root of a crate leads to, in the order of the source, whatever conditions stand at them.
pub fn mounts(root: &Path) -> Vec<Mount> {
    let mut found = MountSearch::default();
    let directory = root.parent().unwrap_or(Path::new("")).to_owned();
    found.visit(root, &[], Directory { path: directory, relative: None });
    found.mounts
}

#[derive(Default)]
struct MountSearch {
    mounts: Vec<Mount>,
    known: BTreeSet<Mount>,
}

/// Where a module's own modules are looked for.
#[derive(Clone)]
struct Directory {
    path: PathBuf,
    /// Further in, for all that has no `#[path]`: `a` for the modules of `a.rs`.
    relative: Option<String>,
}

impl Directory {
    fn of_modules(&self) -> PathBuf {
        self.path.join(self.relative.as_deref().unwrap_or_default())
    }
}

/// A block of a file, and where the files of what stands in it are.
struct Open {
    /// Of a module.
    name: Option<String>,
    directory: Directory,
}

impl MountSearch {
    fn visit(&mut self, file: &Path, modules: &[String], directory: Directory) {
        let Ok(text) = std::fs::read_to_string(file) else { return };
        let mount =
            Mount { file: file.canonicalize().unwrap_or_else(|_| file.into()), modules: modules.to_vec() };
        if modules.len() > DEEPEST || !self.known.insert(mount.clone()) {
            return;
        }
        self.mounts.push(mount);
        let mut open: Vec<Open> = Vec::new();
        let mut statement: Vec<Token<'_>> = Vec::new();
        let mut lexer = Lexer::new(text.trim_start_matches('\u{feff}'));
        while let Some(token) = lexer.next_token() {
            let around = open.last().map_or(&directory, |open| &open.directory).clone();
            match token {
                Token::Sign('{') => {
                    let name = module_name(&statement);
                    let directory = match &name {
                        Some(name) => inside(&around, name, &statement),
                        None => around,
                    };
                    open.push(Open { name, directory });
                }
                Token::Sign('}') => drop(open.pop()),
                Token::Sign(';') => {
                    let inner: Vec<String> = modules
                        .iter()
                        .cloned()
                        .chain(open.iter().filter_map(|open| open.name.clone()))
                        .collect();
                    self.declared(file, &statement, &inner, &around);
                }
                token => {
                    statement.push(token);
                    continue;
                }
            }
            statement.clear();
        }
    }

    /// `mod name;` or `include!("file");`
    fn declared(&mut self, file: &Path, statement: &[Token<'_>], modules: &[String], around: &Directory) {
        if let Some(included) = included(statement) {
            let included = file.parent().unwrap_or(Path::new("")).join(included);
            let directory = included.parent().unwrap_or(Path::new("")).to_owned();
            self.visit(&included, modules, Directory { path: directory, relative: None });
        }
        let Some(name) = module_name(statement) else { return };
        let inner: Vec<String> = modules.iter().cloned().chain([name.clone()]).collect();
        let mut mount = |file: PathBuf, relative: Option<String>| {
            let directory = file.parent().unwrap_or(Path::new("")).to_owned();
            self.visit(&file, &inner, Directory { path: directory, relative });
        };
        let paths = paths(statement);
        let is_conditional = statement.contains(&Token::Word("cfg_attr"));
        for path in &paths {
            mount(around.path.join(path), None);
        }
        if paths.is_empty() || is_conditional {
            let directory = around.of_modules();
            mount(directory.join(format!("{name}.rs")), Some(name.clone()));
            mount(directory.join(&name).join("mod.rs"), None);
        }
    }
}

/// The directory inside of `mod name { .. }`.
fn inside(around: &Directory, name: &str, statement: &[Token<'_>]) -> Directory {
    let path = match paths(statement).pop() {
        Some(path) => around.path.join(path),
        None => around.of_modules().join(name),
    };
    Directory { path, relative: None }
}

fn module_name(statement: &[Token<'_>]) -> Option<String> {
    match statement {
        [.., Token::Word("mod"), Token::Word(name)] => Some(name.trim_start_matches("r#").to_owned()),
        _ => None,
    }
}

/// The values of `path = ".."`, in `#[path]` and in `#[cfg_attr(.., path = "..")]`.
fn paths(statement: &[Token<'_>]) -> Vec<String> {
    let path = |tokens: &[Token<'_>]| match tokens {
        [Token::Word("path"), Token::Sign('='), Token::Literal(literal)] => unquoted(literal),
        _ => None,
    };
    statement.windows(3).filter_map(path).collect()
}

fn included(statement: &[Token<'_>]) -> Option<String> {
    statement.windows(4).find_map(|tokens| match tokens {
        [Token::Word("include"), Token::Sign('!'), Token::Sign('('), Token::Literal(literal)] => {
            unquoted(literal)
        }
        _ => None,
    })
}

fn unquoted(literal: &str) -> Option<String> {
    let (_, rest) = literal.split_once('"')?;
    let (text, _) = rest.rsplit_once('"')?;
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules of each file, from `file: contents`.
    fn check(files: &[(&str, &str)], expected: &[(&str, &str)]) {
        let directory = std::env::temp_dir().join(format!(
            "forall-tree-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        for (file, text) in files {
            let file = directory.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let root = directory.canonicalize().unwrap();
        let found: Vec<(String, String)> = mounts(&root.join(files[0].0))
            .into_iter()
            .map(|mount| {
                (mount.file.strip_prefix(&root).unwrap().display().to_string(), mount.modules.join("::"))
            })
            .collect();
        std::fs::remove_dir_all(&directory).unwrap();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(file, modules)| ((*file).into(), (*modules).into())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn files_are_found_as_the_compiler_finds_them() {
        check(
            &[
                ("src/lib.rs", "mod a; pub mod b; mod inline { mod c; } // mod d;"),
                ("src/a.rs", "mod x; mod y { mod z; }"),
                ("src/a/x.rs", ""),
                ("src/a/y/z.rs", ""),
                ("src/b/mod.rs", "mod w;"),
                ("src/b/w.rs", ""),
                ("src/inline/c.rs", ""),
                ("src/d.rs", ""),
            ],
            &[
                ("src/lib.rs", ""),
                ("src/a.rs", "a"),
                ("src/a/x.rs", "a::x"),
                ("src/a/y/z.rs", "a::y::z"),
                ("src/b/mod.rs", "b"),
                ("src/b/w.rs", "b::w"),
                ("src/inline/c.rs", "inline::c"),
            ],
        );
    }

    #[test]
    fn attributes_lead_elsewhere() {
        check(
            &[
                (
                    "src/main.rs",
                    r#"#[path = "../shared/one.rs"] mod one;
                       #[cfg(unix)] #[path = r"util.rs"] mod a; #[path = "util.rs"] mod b;
                       #[cfg_attr(windows, path = "win.rs")] mod system;
                       #[path = "there"] mod inline { mod deep; #[path = "odd.rs"] mod other; }
                       mod plain { #[path = "odd.rs"] mod other; }"#,
                ),
                ("shared/one.rs", "mod two;"),
                ("shared/two.rs", ""),
                ("src/util.rs", ""),
                ("src/win.rs", ""),
                ("src/system.rs", ""),
                ("src/there/deep.rs", ""),
                ("src/there/odd.rs", ""),
                ("src/plain/odd.rs", ""),
            ],
            &[
                ("src/main.rs", ""),
                ("shared/one.rs", "one"),
                ("shared/two.rs", "one::two"),
                ("src/util.rs", "a"),
                ("src/util.rs", "b"),
                ("src/win.rs", "system"),
                ("src/system.rs", "system"),
                ("src/there/deep.rs", "inline::deep"),
                ("src/there/odd.rs", "inline::other"),
                ("src/plain/odd.rs", "plain::other"),
            ],
        );
    }

    #[test]
    fn what_is_included_belongs_to_the_module() {
        check(
            &[
                ("lib.rs", "mod a { include!(\"parts/one.rs\"); }"),
                ("parts/one.rs", "include!(\"one.rs\"); mod m;"),
                ("parts/m.rs", ""),
            ],
            &[("lib.rs", ""), ("parts/one.rs", "a"), ("parts/m.rs", "a::m")],
        );
    }
}
