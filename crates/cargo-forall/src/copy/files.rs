//! Which files belong to a workspace.

use anyhow::Context;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that count even if git is told to ignore them.
const ALWAYS: [&str; 5] =
    ["Cargo.lock", ".cargo/config.toml", ".cargo/config", "rust-toolchain.toml", "rust-toolchain"];

/// What git would commit, if it is asked; else everything but what is built. As seen from the root.
pub fn listed(root: &Path, target: &Path) -> anyhow::Result<BTreeSet<PathBuf>> {
    let mut files = match known_to_git(root) {
        Some(files) => files,
        None => return below(root, target),
    };
    files.extend(ALWAYS.map(PathBuf::from));
    // One within a repository of its own is named by its directory.
    let (repositories, files): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|file| root.join(file).is_dir() && !root.join(file).is_symlink());
    let is_there = |file: &PathBuf| root.join(file).is_file() && !root.join(file).starts_with(target);
    let mut files: BTreeSet<PathBuf> = files.into_iter().filter(is_there).collect();
    for repository in repositories.iter().filter(|directory| !root.join(directory).starts_with(target)) {
        let within = listed(&root.join(repository), target)?;
        files.extend(within.into_iter().map(|file| repository.join(file)));
    }
    Ok(files)
}

/// Nothing, if git is not there, or if the root is no part of a repository, or one that it ignores.
fn known_to_git(root: &Path) -> Option<Vec<PathBuf>> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
        .current_dir(root)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let files: Vec<PathBuf> = names.map(|name| PathBuf::from(OsStr::from_bytes(name))).collect();
    files.iter().any(|file| file == Path::new("Cargo.toml")).then_some(files)
}

/// All files, but for those of version control and what cargo has built.
pub fn below(root: &Path, target: &Path) -> anyhow::Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        if !directory.exists() {
            continue;
        }
        let failed = || format!("cannot read {}", directory.display());
        for entry in std::fs::read_dir(&directory).with_context(failed)? {
            let path = entry.with_context(failed)?.path();
            match path.is_dir() {
                // What a link leads to may lead back.
                true if path.is_symlink() || is_left_out(&path, target) => {}
                true => directories.push(path),
                false if path.is_file() => files.extend(path.strip_prefix(root).map(Path::to_owned)),
                false => {}
            }
        }
    }
    Ok(files)
}

fn is_left_out(directory: &Path, target: &Path) -> bool {
    let name = directory.file_name().unwrap_or_default();
    let is_built = || name == "target" && directory.with_file_name("Cargo.toml").exists();
    directory == target
        || [".git", ".hg", ".jj", ".svn"].iter().any(|known| name == *known)
        || directory.join("CACHEDIR.TAG").exists()
        || is_built()
}
