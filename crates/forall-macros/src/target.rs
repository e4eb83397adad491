//! Which target of the package is compiled, and from which file on.

use crate::manifest::Manifest;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A target, as the compiler was asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file with the crate's root.
    pub root: PathBuf,
    /// The directory of its cases below `forall`. No module can have such a name; that of the library is `forall` itself.
    pub directory: Option<String>,
}

impl Target {
    /// The target that this process compiles. An editor's process that expands macros does not say.
    pub fn compiled(package: &Path) -> Option<Target> {
        let arguments = Arguments::of(&compiler_arguments(std::env::args_os().skip(1))?)?;
        let root =
            arguments.root.canonicalize().or_else(|_| package.join(&arguments.root).canonicalize()).ok()?;
        let relative = package
            .canonicalize()
            .ok()
            .and_then(|package| root.strip_prefix(package).ok().map(PathBuf::from));
        let described = Described {
            relative: relative.unwrap_or_default(),
            crate_name: arguments.crate_name.unwrap_or_default(),
            bin_name: std::env::var("CARGO_BIN_NAME").ok(),
            has_scratch: std::env::var_os("CARGO_TARGET_TMPDIR").is_some(),
        };
        let directory = described.directory(&Manifest::of(package));
        Some(Target { root, directory })
    }

    /// What a file of a package usually belongs to, and the modules it stands for there.
    pub fn usual(file: &Path, package_name: &str) -> (Option<String>, Vec<String>) {
        let mut parts: Vec<String> =
            file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.len() > 1 && parts.last().is_some_and(|last| last == "mod") {
            parts.pop();
        }
        let of_target = |kind: &str, parts: &[String], name: usize| {
            let mut modules = parts[name + 1..].to_vec();
            if modules == ["main"] {
                modules.clear();
            }
            (Some(format!("{kind}-{}", parts[name])), modules)
        };
        match parts.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["src", "lib"] => (None, Vec::new()),
            ["src", "main"] => (Some(format!("bin-{package_name}")), Vec::new()),
            ["src", "bin", _, ..] => of_target("bin", &parts, 2),
            ["src", ..] => (None, parts[1..].to_vec()),
            ["tests", _, ..] => of_target("test", &parts, 1),
            ["examples", _, ..] => of_target("example", &parts, 1),
            ["benches", _, ..] => of_target("bench", &parts, 1),
            _ => (None, parts),
        }
    }
}

/// What cargo says of the target.
struct Described {
    /// The root, from the package on.
    relative: PathBuf,
    crate_name: String,
    /// Programs, and examples that are programs, have one.
    bin_name: Option<String>,
    /// Tests and benchmarks have one.
    has_scratch: bool,
}

impl Described {
    fn directory(&self, manifest: &Manifest) -> Option<String> {
        let name = self.name();
        let in_directory = |directory: &str| self.relative.starts_with(directory);
        let is_listed = |kind: &str| manifest.has_target(kind, &name, &self.relative);
        let kind = if self.has_scratch {
            if is_listed("bench") || in_directory("benches") && !is_listed("test") { "bench" } else { "test" }
        } else if is_listed("example") || in_directory("examples") && !is_listed("bin") {
            "example"
        } else if self.bin_name.is_some() {
            "bin"
        } else {
            return None;
        };
        Some(format!("{kind}-{name}"))
    }

    /// Of tests only the crate's name is known, which has no hyphens; but most are named by their file.
    fn name(&self) -> String {
        if let Some(name) = &self.bin_name {
            return name.clone();
        }
        let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let of_file = [stem(&self.relative), self.relative.parent().and_then(stem)];
        let is_it = |name: &String| name.replace('-', "_") == self.crate_name;
        of_file.into_iter().flatten().find(is_it).unwrap_or_else(|| self.crate_name.clone())
    }
}

/// What the compiler was called with. Where there are many arguments, they are in a file, one a line.
pub fn compiler_arguments(given: impl Iterator<Item = OsString>) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for argument in given {
        match argument.to_str().and_then(|argument| argument.strip_prefix('@')) {
            Some(file) => all.extend(std::fs::read_to_string(file).ok()?.lines().map(str::to_owned)),
            None => all.push(argument.to_string_lossy().into_owned()),
        }
    }
    Some(all)
}

/// Those arguments of the compiler that say what is compiled.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub root: PathBuf,
    crate_name: Option<String>,
}

impl Arguments {
    pub fn of(all: &[String]) -> Option<Arguments> {
        let mut found = Arguments::default();
        let mut rest = all.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--crate-name" => found.crate_name = rest.next().cloned(),
                _ if argument.starts_with("--crate-name=") => {
                    found.crate_name = argument.split_once('=').map(|(_, name)| name.to_owned());
                }
                // These are the only ones whose values could be taken for it.
                "--out-dir" | "-o" | "-L" | "--extern" | "--cfg" | "--check-cfg" | "--remap-path-prefix" => {
                    rest.next();
                }
                _ if !argument.starts_with('-') && argument.ends_with(".rs") => found.root = argument.into(),
                _ => {}
            }
        }
        (!found.root.as_os_str().is_empty()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_is_told_the_root() {
        let of =
            |text: &str| Arguments::of(&compiler_arguments(text.split_whitespace().map(OsString::from))?);
        let lib = of(
            "rustc --crate-name a_b --edition=2024 a/src/lib.rs --out-dir odd.rs --extern x=y.rs -C metadata=1 --test",
        );
        assert_eq!(lib, Some(Arguments { root: "a/src/lib.rs".into(), crate_name: Some("a_b".into()) }));
        assert_eq!(of("rust-analyzer-proc-macro-srv --version 1"), None);
        let many = std::env::temp_dir().join(format!("forall-arguments-{}", std::process::id()));
        std::fs::write(&many, "--crate-name\nit\n--edition=2024\ntests/it.rs\n--test\n").unwrap();
        let it = of(&format!("rustc @{}", many.display()));
        std::fs::remove_file(&many).unwrap();
        assert_eq!(it, Some(Arguments { root: "tests/it.rs".into(), crate_name: Some("it".into()) }));
    }

    #[test]
    fn every_target_but_the_library_has_a_directory_that_no_module_can_have() {
        let check =
            |relative: &str, crate_name: &str, bin: Option<&str>, scratch: bool, manifest: &str, expected| {
                let described = Described {
                    relative: relative.into(),
                    crate_name: crate_name.into(),
                    bin_name: bin.map(str::to_owned),
                    has_scratch: scratch,
                };
                let directory = described.directory(&Manifest::parse(manifest));
                assert_eq!(directory.as_deref(), expected, "{relative}");
            };
        check("src/lib.rs", "a", None, false, "", None);
        check("source/all.rs", "a", None, false, "[lib]\npath = 'source/all.rs'", None);
        check("src/main.rs", "a_b", Some("a-b"), false, "", Some("bin-a-b"));
        check("src/bin/tool/main.rs", "tool", Some("tool"), false, "", Some("bin-tool"));
        check("tests/it-all.rs", "it_all", None, true, "", Some("test-it-all"));
        check("tests/it-all/main.rs", "it_all", None, true, "", Some("test-it-all"));
        check(
            "odd/place.rs",
            "it_all",
            None,
            true,
            "[[test]]\nname = 'it-all'\npath = 'odd/place.rs'",
            Some("test-it_all"),
        );
        check("benches/speed.rs", "speed", None, true, "", Some("bench-speed"));
        check(
            "odd/speed.rs",
            "speed",
            None,
            true,
            "[[bench]]\nname = 'speed'\npath = 'odd/speed.rs'",
            Some("bench-speed"),
        );
        check("examples/tour.rs", "tour", Some("tour"), false, "", Some("example-tour"));
    }

    #[test]
    fn files_usually_belong_to_what_their_directory_says() {
        let check = |file: &str, directory: Option<&str>, modules: &str| {
            let (usual, found) = Target::usual(Path::new(file), "a");
            assert_eq!((usual.as_deref(), found.join("/").as_str()), (directory, modules), "{file}");
        };
        check("src/lib.rs", None, "");
        check("src/num.rs", None, "num");
        check("src/num/mod.rs", None, "num");
        check("src/num/wide.rs", None, "num/wide");
        check("src/num/lib.rs", None, "num/lib");
        check("src/main.rs", Some("bin-a"), "");
        check("src/bin/tool.rs", Some("bin-tool"), "");
        check("src/bin/tool/main.rs", Some("bin-tool"), "");
        check("src/bin/tool/args.rs", Some("bin-tool"), "args");
        check("tests/api.rs", Some("test-api"), "");
        check("tests/api/parts.rs", Some("test-api"), "parts");
        check("examples/tour.rs", Some("example-tour"), "");
        check("benches/speed.rs", Some("bench-speed"), "");
        check("build.rs", None, "build");
    }
}
