//! Round after round: drafts are asked for and tried, and what came of them is told, until there is nothing more to ask.

use super::dependency;
use super::makers::{Maker, Survey};
use super::placed::Trial;
use super::round::Laboratory;
use super::tests::Test;
use crate::args::{Output, Search, Selection};
use crate::copy::Copy;
use crate::diagnostics;
use crate::exit::{Exit, OrStop, Stop};
use crate::interrupt::Interrupt;
use crate::patch::Patch;
use crate::report::Events;
use crate::status::{self, Status};
use crate::workspace::Workspace;
use forall_generalize::{Explored, ROUNDS};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// Of the copy.
const NAME: &str = "generalize";

pub struct Rounds<'a> {
    pub workspace: &'a Workspace,
    pub selection: &'a Selection,
    pub search: &'a Search,
    pub output: Output,
    pub events: &'a Events,
    pub interrupt: &'a Interrupt,
    pub effort: &'a Cell<Effort>,
}

/// What it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub rounds: usize,
    /// How often drafts were compiled, all of a round together.
    pub builds: usize,
    /// So long that takes.
    pub building: Duration,
}

impl Rounds<'_> {
    /// Tries the tests; what must be added to the source for some of them is told with it.
    pub fn run(&self, tests: &mut [Test<'_>]) -> Result<(Exit, Vec<Maker>), Stop> {
        let makers = self.makers(tests)?;
        let exit = self.all_rounds(tests, &makers)?;
        Ok((exit, makers))
    }

    /// Finds out how objects can be drawn of the types of which the tests make some.
    fn makers(&self, tests: &mut [Test<'_>]) -> Result<Vec<Maker>, Stop> {
        let survey = Survey::new(tests);
        let trials = survey.trials(self.limit());
        if trials.is_empty() {
            return Ok(Vec::new());
        }
        let line = format!("{} for objects", counted(trials.len(), "draft"));
        self.events.aside(|| Status::new(self.output).say("Trying", &line));
        let copy = Copy::new(self.workspace, NAME);
        let others = dependency::manifests(self.workspace, tests).or_stop(Exit::Usage)?;
        add(self.effort, |effort| effort.rounds += 1);
        let tried = self.laboratory(&copy, others).try_out(0, &trials)?;
        let Some(explored) = tried else { return Ok(Vec::new()) };
        let explored = explored.into_iter().map(|(explored, _)| explored).collect();
        let found = survey.conclude(self.workspace, explored);
        drop(trials);
        for test in tests {
            let types: Vec<String> =
                test.generalizer.closed().objects.iter().map(|own| own.making.ty.clone()).collect();
            let drawn: Vec<String> = types.into_iter().filter(|ty| found.draws(test, ty)).collect();
            test.generalizer.draw(|ty| drawn.iter().any(|own| own == ty));
        }
        Ok(found.makers)
    }

    /// As many rounds as are needed. What goes wrong after the first is said, and what was learnt until then stays.
    fn all_rounds(&self, tests: &mut [Test<'_>], makers: &[Maker]) -> Result<Exit, Stop> {
        let copy = Copy::new(self.workspace, NAME);
        let others = dependency::manifests(self.workspace, tests).or_stop(Exit::Usage)?;
        let laboratory = self.laboratory(&copy, others);
        for number in 1..=ROUNDS {
            match self.round(number, &laboratory, tests, makers) {
                Ok(true) => {}
                Ok(false) => break,
                // Whatever failed, it failed because the user stopped it.
                Err(_) if self.interrupt.is_asked() => break,
                Err(stop) if number == 1 => return Err(stop),
                Err(stop) => {
                    self.events.aside(|| status::error(&stop.cause));
                    return Ok(stop.exit);
                }
            }
        }
        Ok(if self.interrupt.is_asked() { Exit::Interrupted } else { Exit::Held })
    }

    /// Does the source compile with the patch? If it does not, it must not be proposed.
    pub fn verify(&self, patch: &Patch) -> Result<(), Stop> {
        let copy = Copy::new(self.workspace, NAME);
        let contents = patch.contents().or_stop(Exit::Internal)?;
        match self.laboratory(&copy, BTreeMap::new()).check(&contents)? {
            Ok(()) => Ok(()),
            Err(said) => {
                let errors = diagnostics::errors(&said);
                let rendered: Vec<&str> = errors.iter().map(|error| error.rendered.trim_end()).collect();
                let help = "help: nothing has changed; please report this as a bug of forall";
                let message =
                    format!("the new tests do not compile together\n{}\n  {help}", rendered.join("\n"));
                Err(Stop::new(Exit::Internal, message))
            }
        }
    }

    fn laboratory<'l>(&'l self, copy: &'l Copy, others: BTreeMap<PathBuf, String>) -> Laboratory<'l> {
        Laboratory {
            copy,
            others,
            selection: self.selection,
            search: self.search,
            status: Status::new(Output { quiet: !self.output.verbose, ..self.output }),
            events: self.events,
            interrupt: self.interrupt,
            effort: self.effort,
        }
    }

    /// Of one draft; without one it has all the time there is.
    fn limit(&self) -> Duration {
        self.search.max_time.map_or(Duration::MAX / 64, |time| time.0)
    }

    /// Is there something to be asked in another one?
    fn round(
        &self,
        number: usize,
        laboratory: &Laboratory<'_>,
        tests: &mut [Test<'_>],
        makers: &[Maker],
    ) -> Result<bool, Stop> {
        let drafts: Vec<_> = tests.iter().map(|test| test.generalizer.drafts()).collect();
        let counts: Vec<usize> = drafts.iter().map(Vec::len).collect();
        let all: usize = counts.iter().sum();
        if all == 0 || self.interrupt.is_asked() {
            return Ok(false);
        }
        let asking = counts.iter().filter(|count| **count > 0).count();
        let line = format!("round {number}: {} of {}", counted(all, "draft"), counted(asking, "test"));
        self.events.aside(|| Status::new(self.output).say("Trying", &line));
        let mut trials: Vec<Trial<'_>> = Vec::with_capacity(all);
        for (test, drafts) in tests.iter().zip(drafts) {
            let time = test.work.time_for(drafts.len(), self.limit());
            trials.extend(drafts.into_iter().map(|draft| test.trial(draft, time)));
        }
        trials.extend(makers.iter().map(Maker::trial));
        add(self.effort, |effort| effort.rounds += 1);
        let Some(explored) = laboratory.try_out(number, &trials)? else { return Ok(false) };
        let mut explored = explored.into_iter();
        for (test, count) in tests.iter_mut().zip(counts).filter(|(_, count)| *count > 0) {
            let (own, times): (Vec<Explored>, Vec<Duration>) = explored.by_ref().take(count).unzip();
            test.work.drafts += count;
            test.work.time += times.iter().sum();
            test.generalizer.learn(own);
        }
        Ok(true)
    }
}

pub fn add(effort: &Cell<Effort>, more: impl FnOnce(&mut Effort)) {
    let mut sum = effort.get();
    more(&mut sum);
    effort.set(sum);
}

pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
