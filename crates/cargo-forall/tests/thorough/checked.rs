//! What stands on production code is there where tests are built, and nowhere else.

use crate::fixture::Fixture;
use std::fs;
use std::path::Path;

/// Does a compiled library of the package `fakes` in this directory know of the fake?
fn knows_fakes(directory: &Path) -> bool {
    let is_library = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("libfakes") && (name.ends_with(".rlib") || name.ends_with(".rmeta"))
    };
    let paths: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    let libraries: Vec<_> = paths.into_iter().filter(|path| is_library(path)).collect();
    assert!(!libraries.is_empty(), "nothing was built in {}", directory.display());
    let name = b"FakeStorage";
    libraries.iter().any(|path| fs::read(path).unwrap().windows(name.len()).any(|bytes| bytes == name))
}

#[test]
fn a_normal_build_has_no_fakes_in_it() {
    let fixture = Fixture::copy_apart("fakes");
    let build = |arguments: &[&str], target: &str| {
        let directory = fixture.target().join(target);
        let mut command = fixture.cargo_command(arguments);
        let output = command.env("CARGO_TARGET_DIR", &directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        knows_fakes(&directory.join("debug/deps"))
    };
    assert!(!build(&["build", "--workspace"], "normal"), "a normal build");
    assert!(build(&["test", "--no-run", "-p", "shop"], "tests"), "a build of tests");
    // Examples and benchmarks have the dev-dependencies of tests.
    assert!(build(&["build", "--examples"], "examples"), "a build of examples");
    // Resolver 1 does not tell dev-dependencies from others, as the documentation of `forall-spec` says.
    fixture.replace("Cargo.toml", "members = [\"shop\"]", "members = [\"shop\"]\nresolver = \"1\"");
    assert!(build(&["build"], "resolver-1"), "a normal build under resolver 1");
}
