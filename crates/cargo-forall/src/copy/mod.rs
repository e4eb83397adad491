//! A copy of the user's workspace, in which commands try what they would change. It is kept, with all that was built there, so that only
//! what differs is built again.

mod files;
mod manifest;

use crate::args::Selection;
use crate::exit::{Exit, OrStop, Stop};
use crate::workspace::Workspace;
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub struct Copy {
    /// The user's workspace.
    original: PathBuf,
    root: PathBuf,
    target: PathBuf,
    /// Where the user's workspace is built.
    original_target: PathBuf,
}

impl Copy {
    /// The place for a copy that a command works in; [`Copy::update`] fills it.
    pub fn new(workspace: &Workspace, command: &str) -> Copy {
        let copies = workspace.target_directory.join("forall").join("copy");
        Copy {
            original: workspace.root.clone(),
            root: copies.join(own_name(&workspace.root)).join(command),
            target: copies.join("target"),
            original_target: workspace.target_directory.clone(),
        }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Makes the copy what the workspace is now, but for some files, named as seen from its root, which get other contents. Files that
    /// are right already are not touched. Tells which were.
    pub fn update(&self, other: &BTreeMap<PathBuf, String>) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = files::listed(&self.original, &self.original_target)?;
        files.extend(other.keys().cloned());
        let mut changed = Vec::new();
        for file in &files {
            if self.update_file(file, other.get(file), &files)? {
                changed.push(file.clone());
            }
        }
        for file in files::below(&self.root, &self.target)? {
            // Cargo may have made a lock file where there is none.
            if !files.contains(&file) && file != Path::new("Cargo.lock") {
                let path = self.root.join(&file);
                std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
                changed.push(file);
            }
        }
        Ok(changed)
    }

    fn update_file(
        &self,
        file: &Path,
        other: Option<&String>,
        files: &BTreeSet<PathBuf>,
    ) -> anyhow::Result<bool> {
        let (from, to) = (self.original.join(file), self.root.join(file));
        let failed = || format!("cannot copy {} to {}", from.display(), to.display());
        let contents = match other {
            Some(text) => text.clone().into_bytes(),
            None if from.is_dir() => return Ok(false),
            None => std::fs::read(&from).with_context(failed)?,
        };
        let contents = match manifest::FileKind::of(file) {
            Some(kind) => {
                let text = String::from_utf8(contents).with_context(failed)?;
                let place = manifest::Place { root: &self.original, file, files };
                manifest::moved(&text, kind, &place).with_context(failed)?.into_bytes()
            }
            None => contents,
        };
        if std::fs::read(&to).is_ok_and(|known| known == contents) {
            return Ok(false);
        }
        if let Some(directory) = to.parent() {
            std::fs::create_dir_all(directory).with_context(failed)?;
        }
        std::fs::write(&to, contents).with_context(failed)?;
        match std::fs::metadata(&from) {
            Ok(known) => std::fs::set_permissions(&to, known.permissions()).with_context(failed)?,
            // It is new.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(failed),
        }
        Ok(true)
    }

    /// What the user has selected, in the copy. What is built there stays there.
    pub fn selection(&self, selection: &Selection) -> anyhow::Result<Selection> {
        let manifest = match &selection.manifest_path {
            Some(path) => std::path::absolute(path)?,
            None => nearest_manifest(&std::env::current_dir()?).unwrap_or_default(),
        };
        let manifest = self.seen_from_root(&manifest).unwrap_or_else(|| "Cargo.toml".into());
        let manifest_path = Some(self.root.join(manifest));
        Ok(Selection { manifest_path, target_dir: Some(self.target.clone()), ..selection.clone() })
    }

    /// The copy as a workspace, for the selection that [`Copy::selection`] gives.
    pub fn open(&self, selection: &Selection) -> Result<(Selection, Workspace), Stop> {
        let selection = self.selection(selection).or_stop(Exit::Internal)?;
        let workspace = Workspace::load(&selection)?;
        Ok((selection, workspace))
    }

    /// A file of the user's workspace, as seen from its root.
    fn seen_from_root(&self, file: &Path) -> Option<PathBuf> {
        if let Ok(seen) = file.strip_prefix(&self.original) {
            return Some(seen.to_owned());
        }
        let (file, root) = (file.canonicalize().ok()?, self.original.canonicalize().ok()?);
        file.strip_prefix(root).map(Path::to_owned).ok()
    }
}

/// Workspaces may share a target directory: each has copies of its own there.
fn own_name(root: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    root.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn nearest_manifest(directory: &Path) -> Option<PathBuf> {
    directory.ancestors().map(|directory| directory.join("Cargo.toml")).find(|file| file.is_file())
}

#[cfg(test)]
mod tests;
