//! Which tests notice mutants.

use super::later::newly_failing;
use super::mutants::Mutant;
use super::source;
use super::steps::Steps;
use super::suite::{Ends, Suite, TestId};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A mutant, and what came of it.
#[derive(Serialize, Deserialize)]
pub struct Tried {
    pub mutant: Mutant,
    pub compiles: bool,
    /// Tests that fail, and pass without it.
    pub noticed_by: Vec<TestId>,
}

/// Makes each mutant in a copy of the package, and runs all tests.
pub fn tried(
    package: &Path,
    work: &Path,
    target: &Path,
    (steps, without): (&Steps, &Ends),
    mutants: Vec<Mutant>,
) -> Result<Vec<Tried>> {
    let copy = work.join("mutated");
    if steps.works() {
        source::copy(package, &copy)?;
    }
    let suite = Suite { package: &copy, target };
    let all = mutants.len();
    let mut tried = Vec::new();
    for (number, mutant) in mutants.into_iter().enumerate() {
        let path = copy.join(&mutant.file);
        let step = format!("mutant-{:03}-of-{all}", number + 1);
        let found = steps.once_or(&step, None, || {
            let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            fs::write(&path, mutant.made_in(&source))?;
            let found = noticed(&suite, without);
            fs::write(&path, source)?;
            let (compiles, noticed_by) = found?;
            Ok(Some(Tried { mutant, compiles, noticed_by }))
        })?;
        tried.extend(found);
    }
    Ok(tried)
}

fn noticed(suite: &Suite<'_>, without: &Ends) -> Result<(bool, Vec<TestId>)> {
    match suite.build()? {
        Err(_) => Ok((false, Vec::new())),
        Ok(programs) => Ok((true, newly_failing(&suite.run(&programs)?, without))),
    }
}
