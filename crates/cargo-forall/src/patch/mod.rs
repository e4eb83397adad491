//! What a command would change in the user's source: hunks, one for each test, of which each can be taken or left.
//!
//! Files are named as seen from the root of the workspace, and edits are about the text that the patch has read.

pub mod apply;
mod render;

use anyhow::{Context, bail};
use forall_source::edit::{self, Edit, Refusal};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// One edit of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub file: PathBuf,
    pub edit: Edit,
}

impl Change {
    pub fn new(file: impl Into<PathBuf>, edit: Edit) -> Change {
        Change { file: file.into(), edit }
    }
}

/// What changes for one test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// The test.
    pub name: String,
    /// What is done, in one line.
    pub headline: String,
    /// Why, line by line.
    pub explanation: Vec<String>,
    pub changes: Vec<Change>,
    /// The shared changes without which it makes no sense.
    pub needs: Vec<Shared>,
}

/// The number of a change that several hunks need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shared(usize);

#[derive(Debug)]
struct SharedChange {
    headline: String,
    changes: Vec<Change>,
}

#[derive(Debug, Default)]
pub struct Patch {
    /// The files as they were read; `None` for those that did not exist.
    sources: BTreeMap<PathBuf, Option<String>>,
    shared: Vec<SharedChange>,
    hunks: Vec<Hunk>,
    rejected: BTreeSet<usize>,
}

impl Patch {
    pub fn new() -> Patch {
        Patch::default()
    }

    /// The text of a file, read once, below the root of the workspace. A file that does not exist is empty, and is made by the patch.
    pub fn source(&mut self, root: &Path, file: &Path) -> anyhow::Result<&str> {
        if !self.sources.contains_key(file) {
            let text = read(&root.join(file))?;
            self.sources.insert(file.to_owned(), text);
        }
        Ok(self.text(file))
    }

    /// The text that edits of the file are about.
    fn text(&self, file: &Path) -> &str {
        self.sources.get(file).and_then(|text| text.as_deref()).unwrap_or_default()
    }

    /// A change that several hunks may need. What is shared already is not shared twice.
    pub fn share(&mut self, headline: &str, changes: Vec<Change>) -> anyhow::Result<Shared> {
        if let Some(known) = self.shared.iter().position(|shared| shared.changes == changes) {
            return Ok(Shared(known));
        }
        self.check(headline, &changes)?;
        self.shared.push(SharedChange { headline: headline.into(), changes });
        Ok(Shared(self.shared.len() - 1))
    }

    /// Adds a hunk, and tells its number. It is refused if it changes what another changes.
    pub fn add(&mut self, hunk: Hunk) -> anyhow::Result<usize> {
        self.check(&hunk.name, &hunk.changes)?;
        if let Some(Shared(missing)) = hunk.needs.iter().find(|need| need.0 >= self.shared.len()) {
            bail!("{} needs a shared change {missing}, which is not there", hunk.name);
        }
        self.hunks.push(hunk);
        Ok(self.hunks.len() - 1)
    }

    /// Do these go with all that is there already, so that any of the hunks can be applied together?
    fn check(&self, name: &str, changes: &[Change]) -> anyhow::Result<()> {
        for Change { file, .. } in changes {
            if !self.sources.contains_key(file) {
                bail!("{} was not read before it is changed", file.display());
            }
            let of_others = self.shared.iter().flat_map(|shared| &shared.changes);
            let of_others = of_others.chain(self.hunks.iter().flat_map(|hunk| &hunk.changes));
            self.edited(file, of_others.chain(changes))
                .with_context(|| format!("{name}: cannot change {}", file.display()))?;
        }
        Ok(())
    }

    fn edited<'a>(&self, file: &Path, changes: impl Iterator<Item = &'a Change>) -> Result<String, Refusal> {
        edit::apply(self.text(file), changes.filter(|change| change.file == file).map(|change| &change.edit))
    }

    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Leaves a hunk out.
    pub fn reject(&mut self, hunk: usize) {
        self.rejected.insert(hunk);
    }

    pub fn is_rejected(&self, hunk: usize) -> bool {
        self.rejected.contains(&hunk)
    }

    /// Would it change nothing?
    pub fn is_empty(&self) -> bool {
        self.accepted().next().is_none()
    }

    /// The texts that a hunk inserts: the number of the change, and the text.
    pub fn inserted(&self, hunk: usize) -> Vec<(usize, &str)> {
        let changes = self.hunks[hunk].changes.iter().enumerate();
        changes
            .filter(|(_, change)| !change.edit.text.is_empty())
            .map(|(number, change)| (number, change.edit.text.as_str()))
            .collect()
    }

    /// Lets a hunk insert another text.
    pub fn reword(&mut self, hunk: usize, change: usize, text: impl Into<String>) {
        self.hunks[hunk].changes[change].edit.text = text.into();
    }

    fn accepted(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.hunks.len()).filter(|hunk| !self.is_rejected(*hunk))
    }

    /// The shared changes that some of these hunks need.
    fn needed(&self, hunks: &[usize]) -> Vec<&SharedChange> {
        let needed: BTreeSet<Shared> =
            hunks.iter().flat_map(|hunk| &self.hunks[*hunk].needs).copied().collect();
        needed.into_iter().map(|Shared(number)| &self.shared[number]).collect()
    }

    /// All changes of some hunks, in the order in which they stand at one position.
    fn changes(&self, hunks: &[usize]) -> Vec<&Change> {
        let shared = self.needed(hunks).into_iter().flat_map(|shared| &shared.changes);
        shared.chain(hunks.iter().flat_map(|hunk| &self.hunks[*hunk].changes)).collect()
    }

    /// The files that the hunks change that are not rejected, with what is in them afterwards.
    pub fn contents(&self) -> anyhow::Result<BTreeMap<PathBuf, String>> {
        self.contents_with(&self.accepted().collect::<Vec<_>>())
    }

    fn contents_with(&self, hunks: &[usize]) -> anyhow::Result<BTreeMap<PathBuf, String>> {
        self.contents_of(&self.changes(hunks))
    }

    fn contents_of(&self, changes: &[&Change]) -> anyhow::Result<BTreeMap<PathBuf, String>> {
        let files: BTreeSet<&PathBuf> = changes.iter().map(|change| &change.file).collect();
        let edited = |file: &PathBuf| Ok((file.clone(), self.edited(file, changes.iter().copied())?));
        files.into_iter().map(edited).collect()
    }
}

/// The contents of a file, if there is one.
fn read(file: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}

#[cfg(test)]
pub mod tests;
