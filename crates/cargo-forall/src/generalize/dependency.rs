//! Manifests of packages that do not depend on forall yet.

use super::tests::Test;
use crate::workspace::Workspace;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The manifests that change for drafts to compile, as seen from the root of the workspace.
pub fn manifests(workspace: &Workspace, tests: &[Test<'_>]) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let mut manifests = BTreeMap::new();
    for package in tests.iter().map(|test| test.package).filter(|package| !package.uses_forall()) {
        let file = package.manifest();
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let shown = file.strip_prefix(&workspace.root).unwrap_or(file).to_owned();
        manifests.insert(shown, with_forall(&text));
    }
    Ok(manifests)
}

fn with_forall(text: &str) -> String {
    let line = format!("forall = {}\n", requirement());
    let header = "[dev-dependencies]\n";
    match text.find(header) {
        Some(at) => {
            let at = at + header.len();
            format!("{}{line}{}", &text[..at], &text[at..])
        }
        None => format!("{}\n\n{header}{line}", text.trim_end()),
    }
}

/// This very version: where it was built, if that is still there.
fn requirement() -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("forall");
    match source.join("Cargo.toml").exists() {
        true => format!("{{ path = {:?} }}", source.display().to_string()),
        false => format!("{:?}", env!("CARGO_PKG_VERSION")),
    }
}
