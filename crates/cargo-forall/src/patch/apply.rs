//! Writes a patch to the files: all of it, or nothing.

use super::{Patch, read};
use anyhow::Context;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What became of a patch.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The tests whose hunks were applied.
    pub hunks: Vec<String>,
    /// The files that have changed, as seen from the root of the workspace.
    pub files: Vec<PathBuf>,
    pub stale: Vec<Stale>,
}

/// A hunk that was left out because a file is not as it was when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stale {
    pub name: String,
    pub file: PathBuf,
}

/// A file that is about to change.
struct Replacement {
    file: PathBuf,
    new: NamedTempFile,
    /// What was there before.
    old: Option<NamedTempFile>,
}

impl Patch {
    /// Applies the hunks that are not rejected, and what they share, below the root of the workspace. If it fails, nothing has changed.
    pub fn apply(&self, root: &Path) -> anyhow::Result<Applied> {
        let mut current = Vec::new();
        let mut applied = Applied::default();
        let changed = self.changed(root)?;
        for hunk in self.accepted() {
            let name = &self.hunks[hunk].name;
            match self.changes(&[hunk]).into_iter().find(|change| changed.contains(&change.file)) {
                Some(change) => applied.stale.push(Stale { name: name.clone(), file: change.file.clone() }),
                None => {
                    applied.hunks.push(name.clone());
                    current.push(hunk);
                }
            }
        }
        let contents = self.contents_with(&current)?;
        let contents: Vec<(PathBuf, &str)> =
            contents.iter().map(|(file, text)| (root.join(file), text.as_str())).collect();
        replace_all(&contents, &|from, to| std::fs::rename(from, to))?;
        applied.files = self.contents_with(&current)?.into_keys().collect();
        Ok(applied)
    }

    /// The files that are not as they were.
    fn changed(&self, root: &Path) -> anyhow::Result<BTreeSet<&PathBuf>> {
        let mut changed = BTreeSet::new();
        for (file, text) in &self.sources {
            if read(&root.join(file))? != *text {
                changed.insert(file);
            }
        }
        Ok(changed)
    }
}

type Rename<'a> = &'a dyn Fn(&Path, &Path) -> io::Result<()>;

/// Gives all files new contents, or none.
fn replace_all(contents: &[(PathBuf, &str)], rename: Rename<'_>) -> anyhow::Result<()> {
    let mut made = Vec::new();
    let prepared: anyhow::Result<Vec<Replacement>> =
        contents.iter().map(|(file, text)| prepare(file, text, &mut made)).collect();
    let result = prepared.and_then(|replacements| exchange(replacements, rename));
    if result.is_err() {
        // The innermost was made last. One that somebody else has filled stays.
        made.iter().rev().for_each(|directory| drop(std::fs::remove_dir(directory)));
    }
    result
}

/// Writes everything that can fail for want of space or permission before any file is touched.
fn prepare(file: &Path, text: &str, made: &mut Vec<PathBuf>) -> anyhow::Result<Replacement> {
    // A link stays a link.
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let failed = || format!("cannot write {}", file.display());
    let directory = file.parent().unwrap_or(Path::new("."));
    let missing: Vec<&Path> = directory.ancestors().take_while(|directory| !directory.exists()).collect();
    for directory in missing.into_iter().rev() {
        std::fs::create_dir(directory).with_context(failed)?;
        made.push(directory.to_owned());
    }
    let beside = |text: &[u8]| -> io::Result<NamedTempFile> {
        let mut beside = tempfile::Builder::new().prefix(".forall").tempfile_in(directory)?;
        beside.write_all(text)?;
        beside.as_file().sync_all()?;
        Ok(beside)
    };
    let new = beside(text.as_bytes()).with_context(failed)?;
    let old = match std::fs::read(&file) {
        Ok(bytes) => Some(beside(&bytes).with_context(failed)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(failed),
    };
    let permissions = match &old {
        Some(_) => std::fs::metadata(&file).with_context(failed)?.permissions(),
        None => usual_permissions(),
    };
    for beside in [Some(&new), old.as_ref()].into_iter().flatten() {
        beside.as_file().set_permissions(permissions.clone()).with_context(failed)?;
    }
    Ok(Replacement { file, new, old })
}

/// Those of a source file. A temporary file is for its owner alone.
fn usual_permissions() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o644)
}

fn exchange(replacements: Vec<Replacement>, rename: Rename<'_>) -> anyhow::Result<()> {
    for (done, Replacement { file, new, .. }) in replacements.iter().enumerate() {
        let Err(error) = rename(new.path(), file) else { continue };
        let lost: Vec<String> = replacements[..done]
            .iter()
            .filter_map(|replacement| put_back(replacement, rename).err())
            .collect();
        let cause = anyhow::Error::new(error).context(format!("cannot write {}", file.display()));
        return Err(match lost.as_slice() {
            [] => cause,
            lost => cause.context(format!("not all files could be restored: {}", lost.join(", "))),
        });
    }
    Ok(())
}

/// Makes a file what it was.
fn put_back(replacement: &Replacement, rename: Rename<'_>) -> Result<(), String> {
    let Replacement { file, old, .. } = replacement;
    let restored = match old {
        Some(old) => rename(old.path(), file),
        None => std::fs::remove_file(file),
    };
    restored.map_err(|error| format!("{} ({error})", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::tests::workspace;
    use std::cell::Cell;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn files(root: &Path) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let mut directories = vec![root.to_owned()];
        while let Some(directory) = directories.pop() {
            for entry in std::fs::read_dir(&directory).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => {
                        directories.push(path.clone());
                        files.push((path, String::new()));
                    }
                    false => files.push((path.clone(), std::fs::read_to_string(&path).unwrap())),
                }
            }
        }
        files.sort();
        files
    }

    #[test]
    fn whenever_it_fails_all_is_as_before() {
        for failing in 0..3 {
            let root = workspace(&[("a.rs", "a"), ("b/b.rs", "b")]);
            let before = files(root.path());
            let count = Cell::new(0);
            let rename = |from: &Path, to: &Path| {
                count.set(count.get() + 1);
                match count.get() == failing + 1 {
                    true => Err(io::Error::other("full")),
                    false => std::fs::rename(from, to),
                }
            };
            let at = |file: &str| root.path().join(file);
            let contents = [(at("a.rs"), "A"), (at("new/c.rs"), "C"), (at("b/b.rs"), "B")];
            let error = format!("{:#}", replace_all(&contents, &rename).unwrap_err());
            assert!(error.contains("cannot write") && error.contains("full"), "{error}");
            assert_eq!(files(root.path()), before, "{failing}");
        }
    }

    #[test]
    fn what_cannot_be_prepared_touches_nothing() {
        let root = workspace(&[("a.rs", "a"), ("file", "")]);
        let before = files(root.path());
        let contents = [(root.path().join("a.rs"), "A"), (root.path().join("file/x/b.rs"), "B")];
        assert!(replace_all(&contents, &|from, to| std::fs::rename(from, to)).is_err());
        assert_eq!(files(root.path()), before);
    }

    #[test]
    fn links_and_permissions_stay() {
        let root = workspace(&[("real.rs", "a")]);
        let (real, link) = (root.path().join("real.rs"), root.path().join("link.rs"));
        std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o755)).unwrap();
        symlink("real.rs", &link).unwrap();
        replace_all(&[(link.clone(), "A")], &|from, to| std::fs::rename(from, to)).unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&real).unwrap(), "A");
        assert_eq!(real.metadata().unwrap().permissions().mode() & 0o777, 0o755);
    }
}
