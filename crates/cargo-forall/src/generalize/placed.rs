//! Drafts in the files of their tests, and the way back from a line there.

use super::tests::Test;
use forall_generalize::{Assembled, Draft, Line, assemble};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A draft that is tried in a round.
pub struct Trial<'t, 'w> {
    pub test: &'t Test<'w>,
    pub draft: Draft,
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
    pub fn new(trials: &[Trial<'_, '_>], left_out: impl Fn(usize) -> bool) -> Placed {
        let mut by_file: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        for (number, trial) in trials.iter().enumerate() {
            let numbers = by_file.entry(&trial.test.file).or_default();
            if !left_out(number) {
                numbers.push(number);
            }
        }
        let place = |(file, numbers): (&Path, Vec<usize>)| {
            let drafts: Vec<(usize, u32, &Draft)> = numbers
                .iter()
                .map(|number| {
                    let closed = trials[*number].test.generalizer.closed();
                    (closed.item.end, closed.block_line, &trials[*number].draft)
                })
                .collect();
            let of_file = trials.iter().find(|trial| trial.test.file == file);
            let original = of_file.map_or("", |trial| &trial.test.generalizer.closed().source);
            let assembled = assemble(original, &drafts);
            (file.to_owned(), PlacedFile { assembled, trials: numbers })
        };
        Placed { files: by_file.into_iter().map(place).collect() }
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
