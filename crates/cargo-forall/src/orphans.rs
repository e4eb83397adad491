//! Case files whose test was renamed, moved or deleted.

use crate::args::{CaseFiles, Selection};
use crate::cases;
use crate::exit::Exit;
use crate::selection::Put;
use crate::status::{self, Status};
use crate::workspace::Package;
use forall_testgen::Authorship;
use std::path::{Path, PathBuf};

/// A case file that belongs to no test.
#[derive(Debug, PartialEq, Eq)]
pub struct Orphan {
    pub file: PathBuf,
    pub authorship: Authorship,
}

/// The orphans in the packages. Only when all tests of a package were built is it known which files have none.
pub fn find(selection: &Selection, packages: &[&Package], puts: &[Put<'_>]) -> Vec<Orphan> {
    if !selection.is_everything() {
        return Vec::new();
    }
    let mut orphans = Vec::new();
    for package in packages {
        let own = puts.iter().filter(|put| put.package.id == package.id);
        let known: Vec<PathBuf> = own.map(|put| package.root().join(&put.description.cases)).collect();
        let mut files = Vec::new();
        collect(&package.root().join("forall"), &mut files);
        for file in files.into_iter().filter(|file| !known.contains(file)) {
            let Ok(source) = std::fs::read_to_string(&file) else { continue };
            match forall_testgen::authorship(&source).0 {
                Authorship::Foreign => {}
                authorship => orphans.push(Orphan { file, authorship }),
            }
        }
    }
    orphans
}

/// Removes them under `--prune`, else only names them.
pub fn handle(orphans: &[Orphan], case_files: CaseFiles, root: &Path, status: &Status) -> Exit {
    let mut exit = Exit::Held;
    for Orphan { file, authorship } in orphans {
        let shown = file.strip_prefix(root).unwrap_or(file).display();
        let may_remove = *authorship == Authorship::Generated || case_files.overwrite;
        if case_files.prune && may_remove {
            match std::fs::remove_file(file) {
                Ok(()) => {
                    status.say("Removed", &shown.to_string());
                    cases::remove_empty(file.parent());
                }
                Err(error) => {
                    status::error(&anyhow::anyhow!("cannot remove {shown}: {error}"));
                    exit = exit.and(Exit::CannotWrite);
                }
            }
        } else if case_files.prune {
            status::error(&anyhow::anyhow!(
                "{shown} belongs to no test, but was edited by hand\n  help: move your edits to a test outside `forall/`, then remove the file"
            ));
            exit = exit.and(Exit::CannotWrite);
        } else if case_files.check {
            status::error(&anyhow::anyhow!(
                "{shown} belongs to no test that is built here\n  help: `cargo forall --prune` removes it"
            ));
            exit = exit.and(Exit::Stale);
        } else {
            status.note(&format!(
                "{shown} belongs to no test that is built here: it was renamed, moved or deleted; `--prune` removes the file"
            ));
        }
    }
    exit
}

/// All Rust files below a directory, in an order that stays.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
