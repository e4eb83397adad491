//! `cargo forall explain`: how one test was explored, path by path; or what a contract means. Nothing is written, and what is known from before is
//! not used.

use crate::args::{Output, Search, Selection};
use crate::engine_run::EngineRun;
use crate::examples::Examples;
use crate::exit::{Exit, OrStop, Stop};
use crate::explanation::Explanation;
use crate::interrupt::Interrupt;
use crate::meaning;
use crate::report::{Events, Format};
use crate::selection::{self, Put};
use crate::session::{Session, Setup};
use crate::solver;
use crate::status::Status;
use crate::workspace::Workspace;
use anyhow::Context;
use clap::Args;
use forall_engine::NoJournal;
use std::io::Write;
use std::time::Instant;

#[derive(Debug, Args)]
pub struct Explain {
    /// The test, by a part of its name that no other has, or by its whole name
    #[arg(value_name = "TEST", required_unless_present = "contract")]
    pub name: Option<String>,
    /// What the contract of this function means: `pop`, `Stack::pop`, `stack::Stack::pop`. Nothing is built
    #[arg(long, value_name = "FUNCTION", conflicts_with_all = ["name", "path", "all"])]
    pub contract: Option<String>,
    /// Only this path, and the queries that lead to it and away from it
    #[arg(long, value_name = "N")]
    pub path: Option<usize>,
    /// All paths, not only the first 20
    #[arg(long, conflicts_with = "path")]
    pub all: bool,

    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub search: Search,
}

impl Explain {
    pub fn run(&self, interrupt: &Interrupt) -> Result<Exit, Stop> {
        if self.output.format != Format::Human {
            return Err(Stop::new(Exit::Usage, "an explanation is for people: it has no other format"));
        }
        if let Some(function) = &self.contract {
            return self.contract(function);
        }
        let status = Status::new(self.output);
        // Nobody should have to wait for a build to hear of a solver that cannot be started.
        solver::start(&self.search, interrupt).or_stop(Exit::Usage)?;
        let workspace = Workspace::load(&self.selection)?;
        let setup = Setup::of_search(&self.selection, &self.search);
        let events = Events::new(self.output);
        let session = Session::open(&workspace, setup, &status, &events, interrupt)?;
        let put = self.only(session.tests()?)?;

        let clock = Instant::now();
        let explanation = Explanation::default();
        let examples = Examples::run(&put, &session.replay(&put)).or_stop(Exit::Internal)?;
        let search = EngineRun {
            session: &session,
            search: &self.search,
            put: &put,
            clock: &clock,
            examples: &examples,
        };
        let report = search.run(&NoJournal, &|_, _| {}, Some(&explanation)).or_stop(Exit::Internal)?;
        let most = if self.all { usize::MAX } else { 20 };
        let text = match self.path {
            Some(number) => explanation.one_path(number).map_err(|error| Stop::new(Exit::Usage, error))?,
            None => explanation.overview(most, &report),
        };
        let written = events.aside(|| anstream::stdout().lock().write_all(text.as_bytes()));
        written.context("cannot write the explanation").or_stop(Exit::Internal)?;
        Ok(if interrupt.is_asked() { Exit::Interrupted } else { Exit::Held })
    }

    fn contract(&self, function: &str) -> Result<Exit, Stop> {
        let workspace = Workspace::load(&self.selection)?;
        let packages = workspace.selected(&self.selection)?;
        let text = meaning::of_function(&workspace, &packages, function)?;
        let written = anstream::stdout().lock().write_all(text.as_bytes());
        written.context("cannot write what the contract means").or_stop(Exit::Internal)?;
        Ok(Exit::Held)
    }

    /// The one test that is meant.
    fn only<'w>(&self, found: Vec<Put<'w>>) -> Result<Put<'w>, Stop> {
        let name = self.name.as_deref().unwrap_or_default();
        let exact = selection::select(found.clone(), Some(name), true);
        let mut selected = exact.or_else(|_| selection::select(found, Some(name), false))?;
        match selected.pop() {
            Some(only) if selected.is_empty() => Ok(only),
            last => {
                selected.extend(last);
                let names: Vec<&str> = selected.iter().map(|put| put.label.as_str()).collect();
                let message = format!(
                    "{} tests have `{name}` in their names: {}\n  help: give the whole name of one",
                    names.len(),
                    names.join(", ")
                );
                Err(Stop::new(Exit::Usage, message))
            }
        }
    }
}
