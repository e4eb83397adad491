//! What stands on production code is there where tests are built, and nowhere else.

use crate::fixture::Fixture;
use std::fs;
use std::path::Path;

/// Does a compiled library of a package in this directory know the word?
fn knows(directory: &Path, package: &str, word: &str) -> bool {
    let is_library = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(&format!("lib{package}")) && (name.ends_with(".rlib") || name.ends_with(".rmeta"))
    };
    let paths: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    let libraries: Vec<_> = paths.into_iter().filter(|path| is_library(path)).collect();
    assert!(!libraries.is_empty(), "nothing was built in {}", directory.display());
    let word = word.as_bytes();
    libraries.iter().any(|path| fs::read(path).unwrap().windows(word.len()).any(|bytes| bytes == word))
}

#[test]
fn a_normal_build_has_no_contracts_in_it() {
    let fixture = Fixture::copy_apart("contracts");
    let build = |arguments: &[&str], target: &str| {
        let directory = fixture.target().join(target);
        let mut command = fixture.cargo_command(arguments);
        let output = command.env("CARGO_TARGET_DIR", &directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        WORDS.map(|word| knows(&directory.join("debug/deps"), "contracts", word))
    };
    // Ghost state takes no place there.
    let module = "pub mod ghosts;\n";
    let sized = [module, "const _: () = assert!(size_of::<ghosts::Letter>() == 1);\n"].concat();
    fixture.replace("src/lib.rs", module, &sized);
    assert_eq!(build(&["build", "--workspace"], "normal"), [false; WORDS.len()], "a normal build");
    fixture.replace("src/lib.rs", &sized, module);
    assert_eq!(
        build(&["test", "--no-run", "-p", "client"], "tests"),
        [true; WORDS.len()],
        "a build of tests"
    );
    fixture.replace("Cargo.toml", "members = [\"client\"]", "members = [\"client\"]\nresolver = \"1\"");
    assert_eq!(build(&["build"], "resolver-1"), [true; WORDS.len()], "a normal build under resolver 1");
}

/// What only contracts say: of a method, of a trait, with its hidden method, of others, of a loop, of what may change, of model state and of ghost state.
const WORDS: [&str; 8] = [
    "self.size() == old(self.size()) - 1",
    "self.size() >= old(self.size())",
    "__contract_of_push_in_push",
    "*ret >= a && *ret >= b",
    "sum < 200",
    "modifies(self.balance())",
    "__represents_items",
    "self.sent = ghost(self.sent) + 1",
];

#[test]
fn a_normal_build_has_no_fakes_in_it() {
    let fixture = Fixture::copy_apart("fakes");
    let build = |arguments: &[&str], target: &str| {
        let directory = fixture.target().join(target);
        let mut command = fixture.cargo_command(arguments);
        let output = command.env("CARGO_TARGET_DIR", &directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        knows(&directory.join("debug/deps"), "fakes", "FakeStorage")
    };
    assert!(!build(&["build", "--workspace"], "normal"), "a normal build");
    assert!(build(&["test", "--no-run", "-p", "shop"], "tests"), "a build of tests");
    // Examples and benchmarks have the dev-dependencies of tests.
    assert!(build(&["build", "--examples"], "examples"), "a build of examples");
    // Resolver 1 does not tell dev-dependencies from others, as the documentation of `forall-spec` says.
    fixture.replace("Cargo.toml", "members = [\"shop\"]", "members = [\"shop\"]\nresolver = \"1\"");
    assert!(build(&["build"], "resolver-1"), "a normal build under resolver 1");
}
