//! Which drafts do not compile. All of a round are compiled together, so the compiler's errors are led back to the drafts they are in.

use super::placed::{Place, Placed, Trial};
use crate::diagnostics::{self, Error};
use crate::exit::{Exit, OrStop, Stop};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// So often only the drafts with errors are taken out: names are resolved before types are checked, and types before borrows.
const REPAIRS: usize = 3;

/// The trials that compile together, and what the compiler says of the others.
pub struct Compiled {
    pub placed: Placed,
    pub rejected: BTreeMap<usize, String>,
}

/// Compiles the trials until it succeeds. `compile` puts files in their place, and tells what the compiler says if they do not compile. Stops
/// when not even what the user has compiles.
pub fn compiling(
    trials: &[Trial<'_, '_>],
    root: &Path,
    mut compile: impl FnMut(&Placed) -> anyhow::Result<Result<(), String>>,
) -> Result<Compiled, Stop> {
    let mut rejected: BTreeMap<usize, String> = BTreeMap::new();
    for attempt in 0.. {
        let placed = Placed::new(trials, |number| rejected.contains_key(&number));
        let said = match compile(&placed).or_stop(Exit::Internal)? {
            Ok(()) => return Ok(Compiled { placed, rejected }),
            Err(said) => said,
        };
        let errors = diagnostics::errors(&said);
        if rejected.len() == trials.len() {
            let rendered: Vec<&str> = errors.iter().map(|error| error.rendered.trim_end()).collect();
            let message = anyhow::Error::msg(rendered.join("\n"));
            return Err(message).context("the tests do not build with forall").or_stop(Exit::Build);
        }
        let mut faulty = BTreeMap::new();
        if attempt < REPAIRS {
            errors.iter().for_each(|error| blame_drafts(error, &placed, root, &mut faulty));
        }
        if faulty.is_empty() {
            errors.iter().for_each(|error| blame_files(error, &placed, root, &mut faulty));
        }
        if faulty.is_empty() {
            let message = errors.first().map_or("it does not compile", |error| &error.message);
            let rest = (0..trials.len()).filter(|number| !rejected.contains_key(number));
            faulty.extend(rest.map(|number| (number, message.to_owned())));
        }
        rejected.extend(faulty);
    }
    unreachable!("each attempt takes out a trial, and the last one ends it")
}

/// The drafts in which an error is.
fn blame_drafts(error: &Error, placed: &Placed, root: &Path, faulty: &mut BTreeMap<usize, String>) {
    for (file, line) in &error.places {
        let file = file.strip_prefix(root).unwrap_or(file);
        if let Some(Place::Trial(number, _)) = placed.at(file, *line) {
            faulty.entry(number).or_insert_with(|| error.message.clone());
        }
    }
}

/// All drafts in the files of an error.
fn blame_files(error: &Error, placed: &Placed, root: &Path, faulty: &mut BTreeMap<usize, String>) {
    let files: BTreeSet<&Path> =
        error.files.iter().map(|file| file.strip_prefix(root).unwrap_or(file)).collect();
    for number in files.into_iter().flat_map(|file| placed.trials_in(file)) {
        faulty.entry(*number).or_insert_with(|| error.message.clone());
    }
}
