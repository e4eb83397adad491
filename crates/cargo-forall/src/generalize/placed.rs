//! Drafts in the files of their tests, and the way back from a line there.

use forall_generalize::{Assembled, Draft, Line, assemble};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A draft that is tried in a round.
pub struct Trial<'t> {
    /// The name of the package.
    pub package: &'t str,
    /// The target it stands in: `lib`, `bin-tool`, `test-it`.
    pub target: &'t str,
    /// Without the crate.
    pub name: String,
    /// The file of the closed test, as seen from the root of the workspace, and what is in it.
    pub file: &'t Path,
    pub original: &'t str,
    /// Where the closed test ends there.
    pub end: usize,
    /// In which line its block begins.
    pub block_line: u32,
    /// It is no test, but lets others draw objects, and this is said of it.
    pub maker: Option<&'t str>,
    pub draft: Draft,
    /// So long it may be explored.
    pub time: Duration,
}

/// Drafts in their files, which are named as seen from the root of the workspace.
pub struct Placed {
    files: BTreeMap<PathBuf, PlacedFile>,
}

struct PlacedFile {
    assembled: Assembled,
    /// The numbers of the trials, in the order in which they were assembled.
    trials: Vec<usize>,
}

/// What stands at a line of a file with drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the trial of this number; the line of the closed test from which it was made.
    Trial(usize, u32),
    /// This line of the user's file.
    Original(u32),
}

impl Placed {
    /// All trials that are not left out.
    pub fn new(trials: &[Trial<'_>], left_out: impl Fn(usize) -> bool) -> Placed {
        let mut by_file: BTreeMap<&Path, (&str, Vec<usize>)> = BTreeMap::new();
        for (number, trial) in trials.iter().enumerate() {
            let (_, numbers) = by_file.entry(trial.file).or_insert((trial.original, Vec::new()));
            if !left_out(number) {
                numbers.push(number);
            }
        }
        let mut files = BTreeMap::new();
        for (file, (original, numbers)) in by_file {
            let placed = |number: &usize| {
                let Trial { end, block_line, draft, .. } = &trials[*number];
                (*end, *block_line, draft)
            };
            let drafts: Vec<(usize, u32, &Draft)> = numbers.iter().map(placed).collect();
            let assembled = assemble(original, &drafts);
            files.insert(file.to_owned(), PlacedFile { assembled, trials: numbers });
        }
        Placed { files }
    }

    /// The files, with what is in them.
    pub fn contents(&self) -> BTreeMap<PathBuf, String> {
        self.files.iter().map(|(file, placed)| (file.clone(), placed.assembled.text.clone())).collect()
    }

    /// Nothing, if the file has no drafts.
    pub fn at(&self, file: &Path, line: u32) -> Option<Place> {
        let PlacedFile { assembled, trials } = self.files.get(file)?;
        Some(match assembled.line(line) {
            Line::Original(line) => Place::Original(line),
            Line::Draft(number, line) => Place::Trial(trials[number], line),
        })
    }

    /// The trials that stand in a file.
    pub fn trials_in(&self, file: &Path) -> &[usize] {
        self.files.get(file).map_or(&[], |placed| &placed.trials)
    }
}
