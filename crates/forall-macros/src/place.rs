//! Where a test stands in its package, and where its cases are kept.

use crate::lints::Forbidden;
use crate::nesting::{self, Block};
use std::path::{Component, Path, PathBuf};

/// The place of a test.
pub struct Place {
    /// Line of the test's name.
    pub line: u32,
    /// The file of the test's cases, relative to the package: `forall/module/name.rs`.
    pub cases: String,
    /// The absolute path of that file if there is one now.
    pub written_cases: Option<String>,
    /// What directly encloses the test; `None` is the file.
    pub innermost: Option<Block>,
    pub package: Option<PathBuf>,
    /// The lints that no generated code can allow.
    pub forbidden: Forbidden,
}

impl Place {
    pub fn of(name: proc_macro::Span, function: &str) -> Place {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let file = name.local_file().and_then(|file| find(&file, package.as_deref()));
        let open = file.as_deref().map_or(Vec::new(), |file| blocks_around(file, name));
        let module = match (&file, &package) {
            (Some(file), Some(package)) => module_of_file(&relative(file, package)),
            _ => Vec::new(),
        };
        let cases = case_file(module, &open, function);
        let innermost = open.last().cloned();
        let forbidden = Forbidden::here(file.as_deref());
        let mut place =
            Place { line: name.line() as u32, cases, written_cases: None, innermost, package, forbidden };
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
    pub text: String,
    /// The blocks around it, the outermost first.
    pub blocks: Vec<Block>,
}

impl Surroundings {
    pub fn of(span: proc_macro::Span) -> Option<Surroundings> {
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let file = find(&span.local_file()?, package.as_deref())?;
        let text = std::fs::read_to_string(&file).ok()?;
        let blocks = blocks_around(&file, span);
        Some(Surroundings { text, blocks })
    }

    pub fn is_associated(&self) -> bool {
        self.blocks.last() == Some(&Block::Associated)
    }
}

/// Compilers are started in the package or in the workspace; `file` is relative to either.
fn find(file: &Path, package: Option<&Path>) -> Option<PathBuf> {
    file.canonicalize().ok().or_else(|| package?.join(file).canonicalize().ok())
}

fn relative(file: &Path, package: &Path) -> PathBuf {
    let package = package.canonicalize().unwrap_or_else(|_| package.into());
    match file.strip_prefix(package) {
        Ok(relative) => relative.into(),
        // A file that is taken from elsewhere by `#[path]`.
        Err(_) => file.file_name().unwrap_or_default().into(),
    }
}

fn blocks_around(file: &Path, name: proc_macro::Span) -> Vec<Block> {
    let Ok(text) = std::fs::read_to_string(file) else { return Vec::new() };
    let text = text.trim_start_matches('\u{feff}');
    nesting::open_blocks(&text[..nesting::offset(text, name.line(), name.column())])
}

/// The modules a file of a package stands for. Those of the library are named as in the source, other targets get a directory of
/// their own.
fn module_of_file(file: &Path) -> Vec<String> {
    let mut parts: Vec<String> = file
        .with_extension("")
        .components()
        .filter_map(|component| match component {
            Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    if parts.first().is_some_and(|first| first == "src") {
        parts.remove(0);
        if parts == ["lib"] {
            parts.clear();
        }
    }
    if parts.len() > 1 && parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    let is_target = |kind: &str| matches!(kind, "bin" | "tests" | "examples" | "benches");
    if parts.len() == 3 && is_target(&parts[0]) && parts[2] == "main" {
        parts.pop();
    }
    parts
}

fn case_file(module_of_file: Vec<String>, open: &[Block], function: &str) -> String {
    let inline = open.iter().filter_map(|block| match block {
        Block::Module(name) => Some(name.clone()),
        _ => None,
    });
    let function = function.trim_start_matches("r#");
    let parts: Vec<String> = module_of_file.into_iter().chain(inline).collect();
    std::iter::once("forall")
        .chain(parts.iter().map(String::as_str))
        .chain([format!("{function}.rs").as_str()])
        .collect::<Vec<_>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expected: &str) {
        assert_eq!(module_of_file(Path::new(file)).join("/"), expected, "{file}");
    }

    #[test]
    fn files_of_the_library_are_its_modules() {
        check("src/lib.rs", "");
        check("src/num.rs", "num");
        check("src/num/mod.rs", "num");
        check("src/num/wide.rs", "num/wide");
        check("src/num/lib.rs", "num/lib");
    }

    #[test]
    fn other_targets_have_their_own_directories() {
        check("src/main.rs", "main");
        check("src/bin/tool.rs", "bin/tool");
        check("src/bin/tool/main.rs", "bin/tool");
        check("src/bin/tool/args.rs", "bin/tool/args");
        check("tests/api.rs", "tests/api");
        check("tests/api/main.rs", "tests/api");
        check("tests/api/parts.rs", "tests/api/parts");
        check("examples/tour.rs", "examples/tour");
        check("benches/speed.rs", "benches/speed");
    }

    #[test]
    fn unusual_files_are_named_by_their_path() {
        check("lib/main.rs", "lib/main");
        check("source/lib.rs", "source/lib");
        check("build.rs", "build");
    }

    #[test]
    fn inline_modules_follow_the_file() {
        let open = [Block::Module("tests".into()), Block::Other, Block::Module("deep".into())];
        assert_eq!(case_file(vec!["num".into()], &open, "abs"), "forall/num/tests/deep/abs.rs");
        assert_eq!(case_file(Vec::new(), &[], "abs"), "forall/abs.rs");
        assert_eq!(case_file(Vec::new(), &[], "r#try"), "forall/try.rs");
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
