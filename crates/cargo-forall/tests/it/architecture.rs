//! ARCHITECTURE.md, held against the workspace.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates of the workspace each may use, in its code and in its tests.
const ALLOWED: [(&str, &[&str]); 14] = [
    ("forall-protocol", &[]),
    ("forall-solver", &[]),
    ("forall-contract", &[]),
    ("forall-macros", &["forall-contract"]),
    ("forall-report", &[]),
    ("forall-spec", &["forall", "forall-macros", "forall-protocol"]),
    ("forall", &["forall-macros", "forall-protocol", "forall-spec"]),
    ("forall-testgen", &["forall-protocol"]),
    ("forall-source", &["forall-protocol"]),
    ("forall-generalize", &["forall-report", "forall-source"]),
    ("forall-instrument", &["forall-protocol"]),
    ("forall-runtime", &["forall-protocol"]),
    ("forall-engine", &["forall-protocol", "forall-report", "forall-solver"]),
    (
        "cargo-forall",
        &[
            "forall-contract",
            "forall-engine",
            "forall-generalize",
            "forall-instrument",
            "forall-protocol",
            "forall-report",
            "forall-runtime",
            "forall-solver",
            "forall-source",
            "forall-testgen",
        ],
    ),
];

/// The crates around engine, solver, runtime and instrumenter: small files, short functions.
const RING: [&str; 9] = [
    "cargo-forall",
    "forall",
    "forall-contract",
    "forall-generalize",
    "forall-macros",
    "forall-report",
    "forall-source",
    "forall-spec",
    "forall-testgen",
];

const LONGEST_FILE: usize = 400;
const LONGEST_FUNCTION: usize = 60;

/// Functions that are longer because they are tables, with their files.
const TABLES: [(&str, &str); 3] = [
    ("forall-report/src/remedy.rs", "fmt"),
    ("forall-testgen/src/tests/compiled.rs", "structures"),
    ("forall-macros/src/fake/objects.rs", "traits_that_can_be_objects_are_recognized"),
];

/// Pure crates: what they must not do, they have no library for.
const WITHOUT_OTHER_CRATES: [&str; 6] =
    ["forall", "forall-engine", "forall-protocol", "forall-solver", "forall-spec", "forall-testgen"];

#[test]
fn every_member_is_on_the_page() {
    let page = std::fs::read_to_string(workspace_root().join("ARCHITECTURE.md")).unwrap();
    for member in members().into_keys() {
        assert!(
            page.contains(&format!("\n- **`{member}`**: ")),
            "ARCHITECTURE.md does not introduce {member}"
        );
    }
}

#[test]
fn every_member_is_in_the_table() {
    let listed: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    let members = members();
    assert_eq!(listed, members.keys().map(String::as_str).collect());
}

#[test]
fn members_depend_on_each_other_only_as_allowed() {
    let members = members();
    for (name, allowed) in ALLOWED {
        for dependency in &members[name] {
            let is_own = members.contains_key(&dependency.name);
            assert!(
                !is_own || allowed.contains(&dependency.name.as_str()),
                "{name} must not depend on {}",
                dependency.name
            );
        }
    }
}

#[test]
fn no_allowance_is_unused() {
    let members = members();
    for (name, allowed) in ALLOWED {
        let used: BTreeSet<&str> = members[name].iter().map(|dependency| dependency.name.as_str()).collect();
        for dependency in allowed {
            assert!(used.contains(dependency), "{name} does not need {dependency}: take it off the table");
        }
    }
}

#[test]
fn pure_crates_need_nothing_from_elsewhere() {
    let members = members();
    for name in WITHOUT_OTHER_CRATES {
        for dependency in
            members[name].iter().filter(|dependency| !dependency.for_tests && !dependency.optional)
        {
            assert!(members.contains_key(&dependency.name), "{name} must not depend on {}", dependency.name);
        }
    }
}

struct Dependency {
    name: String,
    for_tests: bool,
    optional: bool,
}

/// The members of the workspace and what they depend on.
fn members() -> BTreeMap<String, Vec<Dependency>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(workspace_root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(|package| (text(&package["name"]), dependencies(package))).collect()
}

fn dependencies(package: &Value) -> Vec<Dependency> {
    let dependencies = package["dependencies"].as_array().unwrap();
    dependencies
        .iter()
        .map(|dependency| Dependency {
            name: text(&dependency["name"]),
            for_tests: dependency["kind"] == "dev",
            optional: dependency["optional"] == true,
        })
        .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[test]
fn files_are_small_and_functions_short() {
    let mut long = Vec::new();
    for member in RING {
        for file in sources(&workspace_root().join("crates").join(member).join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            if lines.len() > LONGEST_FILE {
                long.push(format!("{} has {} lines", file.display(), lines.len()));
            }
            for (name, length) in functions(&lines) {
                if length > LONGEST_FUNCTION && !is_table(&file, name) {
                    long.push(format!("`{name}` in {} has {length} lines", file.display()));
                }
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

fn is_table(file: &Path, function: &str) -> bool {
    TABLES.iter().any(|(path, name)| *name == function && file.ends_with(path))
}

/// The functions of a file and their lengths. The last line of one is indented like its first.
fn functions<'a>(lines: &[&'a str]) -> Vec<(&'a str, usize)> {
    let begins = |line: &'a str| {
        let words = line.trim_start();
        let indent = &line[..line.len() - words.len()];
        let (before, rest) = words.split_once("fn ")?;
        let is_function = before.split_whitespace().all(|word| {
            word.starts_with("pub") || ["const", "async", "unsafe", "extern", "\"C\""].contains(&word)
        });
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (is_function && !name.is_empty() && !words.ends_with([';', '}'])).then_some((indent, name))
    };
    let starts = lines.iter().enumerate().filter_map(|(start, line)| Some((start, begins(line)?)));
    let ended = |(start, (indent, name)): (usize, (&str, &'a str))| {
        let is_end = |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest == "}" || rest == ";");
        Some((name, lines[start..].iter().position(is_end)? + 1))
    };
    starts.filter_map(ended).collect()
}

#[test]
fn functions_are_measured() {
    let text = "impl A {\n    pub const fn one(\n        x: u8,\n    ) -> u8 {\n        x\n    }\n}\nfn two() {}\nfn three() {\n}";
    assert_eq!(functions(&text.lines().collect::<Vec<_>>()), [("one", 5), ("three", 2)]);
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false if path.extension().is_some_and(|extension| extension == "rs") => files.push(path),
            false => {}
        }
    }
    files
}

fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
