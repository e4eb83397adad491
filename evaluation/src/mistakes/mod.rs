//! How strong the tests are: mistakes made on purpose, one at a time, and which tests notice. Writes `docs/mistakes.md`.

mod checkout;
mod list;
mod suite;
mod table;

use crate::command::{Command, Mode};
use anyhow::{Context, Result, ensure};
use checkout::Checkout;
use list::Mistake;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use suite::{CRATES, EXPLORATIONS, HUNT, Suite};
use table::{Answer, Finding, Table};

/// Makes the mistakes of these names, or all.
pub fn run(command: &Command, names: &[String]) -> Result<()> {
    let evaluation = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = evaluation.parent().context("the evaluation is part of a repository")?;
    let mistakes = list::read(&evaluation.join("mistakes.txt"))?;
    if let Some(unknown) = names.iter().find(|name| mistakes.iter().all(|mistake| mistake.name != **name)) {
        anyhow::bail!("there is no mistake {unknown} in evaluation/mistakes.txt");
    }
    let suites = CRATES.iter().chain(&EXPLORATIONS).chain([&HUNT]);
    if let Some(only) = &command.only
        && suites.clone().all(|suite| suite.name != only)
    {
        let names: Vec<&str> = suites.map(|suite| suite.name).collect();
        anyhow::bail!("there is no suite {only}; there are {}", names.join(", "));
    }
    let directory = command.target_directory()?.join("mistakes");
    let workshop = Workshop {
        checkout: Checkout::of(repository, &directory)?,
        target: directory.join("target"),
        quick: command.mode == Mode::Quick,
        only: command.only.clone(),
    };
    for mistake in &mistakes {
        workshop.checkout.with(mistake)?;
    }
    let wanted: Vec<&Mistake> =
        mistakes.iter().filter(|mistake| names.is_empty() || names.contains(&mistake.name)).collect();
    for suite in workshop.suites().filter(|suite| wanted.iter().any(|mistake| suite.can_notice(mistake))) {
        workshop.check_that_all_is_well(suite)?;
    }

    let mut table = Table::read(&repository.join("docs/mistakes.md"))?;
    for mistake in wanted {
        let begin = Instant::now();
        let finding = workshop.make(mistake).with_context(|| format!("the mistake {}", mistake.name))?;
        let Finding { hunt, others } = &finding;
        let seconds = begin.elapsed().as_secs_f64();
        eprintln!("{}: noticed by the hunt: {hunt}, by others: {others} ({seconds:.0} s)", mistake.name);
        table.set(&mistake.name, finding);
        // What is known is not lost if the command is ended.
        table.write(&mistakes)?;
    }
    Ok(())
}

struct Workshop {
    checkout: Checkout,
    /// One target directory for all mistakes.
    target: PathBuf,
    /// Only the tests of the crates are asked.
    quick: bool,
    /// Only this suite is.
    only: Option<String>,
}

impl Workshop {
    fn suites(&self) -> impl Iterator<Item = &'static Suite> {
        let slow = EXPLORATIONS.iter().chain([&HUNT]).filter(|_| !self.quick);
        let is_wanted = |suite: &&Suite| self.only.as_ref().is_none_or(|only| only == suite.name);
        CRATES.iter().chain(slow).filter(is_wanted)
    }

    /// Without a mistake nothing fails. That is not asked again for the same commit.
    fn check_that_all_is_well(&self, suite: &Suite) -> Result<()> {
        let known = self.target.join(format!("{}-is-well", suite.name));
        let commit = self.checkout.commit()?;
        if fs::read_to_string(&known).is_ok_and(|known| known == commit) {
            return Ok(());
        }
        let failing = self.try_suite(suite)?;
        ensure!(failing.is_none(), "without a mistake, {} fails: {failing:?}", suite.name);
        fs::write(&known, commit).with_context(|| known.display().to_string())
    }

    /// The hunt always takes place, so that its own strength is known; of the others the first that notices is enough.
    fn make(&self, mistake: &Mistake) -> Result<Finding> {
        let _made = self.checkout.make(mistake)?;
        let mut finding = Finding::default();
        for suite in self.suites().filter(|suite| suite.can_notice(mistake)) {
            let answer = if suite.name == HUNT.name { &mut finding.hunt } else { &mut finding.others };
            if !matches!(answer, Answer::By(_)) {
                let failing = self.try_suite(suite)?;
                *answer = failing.map_or(Answer::No, |test| Answer::By(format!("{}: {test}", suite.name)));
            }
        }
        if finding.others == Answer::No && (self.quick || self.only.is_some()) {
            finding.others = Answer::NotAsked; // those that were left out may notice
        }
        self.forget_parts()?;
        Ok(finding)
    }

    fn try_suite(&self, suite: &Suite) -> Result<Option<String>> {
        eprintln!("  {}", suite.name);
        suite.run(self.checkout.directory(), &self.target)
    }

    /// What a tool with a mistake made of the standard library is of no use to others, and large.
    fn forget_parts(&self) -> Result<()> {
        let parts = self.target.join("tmp/fixtures/forall/parts");
        if parts.exists() {
            fs::remove_dir_all(&parts).with_context(|| parts.display().to_string())?;
        }
        Ok(())
    }
}
