//! Case files that keep the tests from being compiled, since the signature of their test has changed. They are set aside, not lost.

use crate::diagnostics;
use crate::workspace::Package;
use anyhow::Context;
use forall_testgen::Authorship;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A case file that was moved.
#[derive(Debug)]
pub struct Aside {
    pub file: PathBuf,
    pub kept_as: PathBuf,
}

/// Sets aside the case files in which, or because of which, the build fails. `build` says what is wrong in JSON.
pub fn set_aside(build: Command, root: &Path, packages: &[&Package]) -> anyhow::Result<Vec<Aside>> {
    if packages.iter().all(|package| !package.root().join("forall").is_dir()) {
        return Ok(Vec::new());
    }
    let mut moved = Vec::new();
    for file in blamed(build, root, packages)? {
        let kept_as = free_name(&file);
        if let Err(error) = std::fs::rename(&file, &kept_as) {
            put_back(&moved);
            return Err(error).with_context(|| format!("cannot move {}", file.display()));
        }
        moved.push(Aside { file, kept_as });
    }
    Ok(moved)
}

/// It was not because of them.
pub fn put_back(aside: &[Aside]) {
    for Aside { file, kept_as } in aside {
        if let Err(error) = std::fs::rename(kept_as, file) {
            crate::status::error(&anyhow::anyhow!("cannot move {} back: {error}", kept_as.display()));
        }
    }
}

fn blamed(mut build: Command, root: &Path, packages: &[&Package]) -> anyhow::Result<BTreeSet<PathBuf>> {
    let output = build.stdin(Stdio::null()).stderr(Stdio::null()).output().context("cannot run cargo")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let mut files = BTreeSet::new();
    for mentioned in diagnostics::errors(&said).into_iter().flat_map(|error| error.files) {
        let places = std::iter::once(root).chain(packages.iter().map(|package| package.root()));
        for file in places.map(|place| place.join(&mentioned)) {
            if packages.iter().any(|package| file.starts_with(package.root().join("forall")))
                && is_ours(&file)
            {
                files.insert(file);
            }
        }
    }
    Ok(files)
}

fn is_ours(file: &Path) -> bool {
    let source = std::fs::read_to_string(file).ok();
    source.is_some_and(|source| forall_testgen::authorship(&source).0 != Authorship::Foreign)
}

/// `put.rs.old`, or `put.rs.old2` and so on.
fn free_name(file: &Path) -> PathBuf {
    let named = |suffix: &str| PathBuf::from(format!("{}.old{suffix}", file.display()));
    let first = named("");
    if !first.exists() {
        return first;
    }
    (2..).map(|number: u32| named(&number.to_string())).find(|name| !name.exists()).unwrap_or(first)
}
