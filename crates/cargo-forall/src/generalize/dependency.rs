//! Packages that do not depend on forall yet.

use super::tests::Test;
use crate::workspace::{Package, Workspace};
use anyhow::Context;
use forall_source::edit::{self, Edit};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml_edit::Document;

/// The manifests that change for drafts to compile, as seen from the root of the workspace.
pub fn manifests(workspace: &Workspace, tests: &[Test<'_>]) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let mut manifests = BTreeMap::new();
    for package in tests.iter().map(|test| test.package).filter(|package| !package.uses_forall()) {
        let file = package.manifest();
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let edit = addition(&text).with_context(|| format!("cannot change {}", file.display()))?;
        manifests.insert(seen_from_root(workspace, package), edit::apply(&text, [&edit])?);
    }
    Ok(manifests)
}

/// The manifest of a package.
pub fn seen_from_root(workspace: &Workspace, package: &Package) -> PathBuf {
    let file = package.manifest();
    file.strip_prefix(&workspace.root).unwrap_or(file).to_owned()
}

/// Adds forall to the dependencies for tests.
pub fn addition(manifest: &str) -> anyhow::Result<Edit> {
    const HEADER: &str = "[dev-dependencies]";
    let line = format!("forall = {}\n", requirement());
    let mut at = 0;
    let mut edit = None;
    for own in manifest.split_inclusive('\n') {
        at += own.len();
        if own.trim().starts_with(HEADER) && own.ends_with('\n') {
            edit = Some(Edit::insert(at, line.clone()));
        }
    }
    let gap = if manifest.ends_with('\n') { "\n" } else { "\n\n" };
    let edit = edit.unwrap_or_else(|| Edit::insert(manifest.len(), format!("{gap}{HEADER}\n{line}")));
    Document::parse(edit::apply(manifest, [&edit])?)
        .context("forall cannot be added to its dependencies\n  help: run `cargo add --dev forall` in it")?;
    Ok(edit)
}

/// This very version: where it was built, if that is still there.
fn requirement() -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
    match source.join("Cargo.toml").exists() {
        true => format!("{{ path = {:?} }}", source.display().to_string()),
        false => format!("{:?}", env!("CARGO_PKG_VERSION")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_with_the_others_or_behind_everything() {
        let added = |text: &str| edit::apply(text, [&addition(text).unwrap()]).unwrap();
        let line = format!("forall = {}\n", requirement());
        assert_eq!(
            added("[dev-dependencies] # for tests\nx = \"1\"\n[lib]\n"),
            format!("[dev-dependencies] # for tests\n{line}x = \"1\"\n[lib]\n")
        );
        assert_eq!(added("[package]\n"), format!("[package]\n\n[dev-dependencies]\n{line}"));
        assert_eq!(added("[package]"), format!("[package]\n\n[dev-dependencies]\n{line}"));
        assert!(addition("dev-dependencies = { x = \"1\" }\n").is_err());
    }
}
