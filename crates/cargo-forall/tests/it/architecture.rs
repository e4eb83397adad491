//! ARCHITECTURE.md, held against the workspace.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which crates of the workspace each may use, in its code and in its tests.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("forall-protocol", &[]),
    ("forall-solver", &[]),
    ("forall-macros", &[]),
    ("forall-report", &[]),
    ("forall-spec", &["forall", "forall-macros", "forall-protocol"]),
    ("forall", &["forall-macros", "forall-protocol", "forall-spec"]),
    ("forall-testgen", &["forall-protocol"]),
    ("forall-source", &["forall-protocol"]),
    ("forall-instrument", &["forall-protocol"]),
    ("forall-runtime", &["forall-protocol"]),
    ("forall-engine", &["forall-protocol", "forall-report", "forall-solver"]),
    (
        "cargo-forall",
        &[
            "forall-engine",
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

fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
