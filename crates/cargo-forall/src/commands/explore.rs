//! `cargo forall explore`, and `cargo forall` alone: build, find the tests, explore and replay each, write its cases, report.

use crate::args::{CaseFiles, Output, Search, Selection};
use crate::exit::{Exit, OrStop, Stop};
use crate::exploration::Exploration;
use crate::interrupt::Interrupt;
use crate::jobs;
use crate::orphans;
use crate::outcome::TestOutcome;
use crate::report::Events;
use crate::selection::{self, Put};
use crate::session::{Session, Setup};
use crate::solver;
use crate::status::{self, Status};
use crate::verify::Verify;
use crate::workspace::Workspace;
use clap::Args;
use forall_report::{Build, Event, Summary, Verdict, seconds};
use std::str::FromStr;
use std::time::Instant;

#[derive(Debug, Args)]
pub struct Explore {
    /// Only tests whose name contains this text
    pub filter: Option<String>,
    /// Match the filter against the whole name
    #[arg(long, requires = "filter")]
    pub exact: bool,
    /// Leave out the tests of contracts
    #[arg(long)]
    pub no_contracts: bool,
    /// List the tests instead of exploring them
    #[arg(long)]
    pub list: bool,

    #[command(flatten)]
    pub case_files: CaseFiles,
    /// Fail if a test is not `proved`, or, with `covered=90`, covers less than 90 percent of its branches
    #[arg(long, value_name = "WHAT")]
    pub require: Option<Require>,

    #[command(flatten)]
    pub output: Output,

    // Last, because what follows them would stand under their headings.
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub search: Search,
}

impl Explore {
    pub fn run(&self, interrupt: &Interrupt) -> Result<Exit, Stop> {
        let begin = Instant::now();
        let status = Status::new(self.output);
        // Nobody should have to wait for a build to hear of a solver that cannot be started.
        solver::start(&self.search, interrupt).or_stop(Exit::Usage)?;
        let workspace = Workspace::load(&self.selection)?;
        let events = Events::new(self.output);
        let may_set_aside = !self.case_files.check;
        let setup = Setup { may_set_aside, ..Setup::of_search(&self.selection, &self.search) };
        let session = Session::open(&workspace, setup, &status, &events, interrupt)?;
        let found = session.tests()?;
        let orphans = orphans::find(&self.selection, &session.builds.packages, &found);
        let found: Vec<Put<'_>> = found
            .into_iter()
            .filter(|put| !self.no_contracts || put.description.contract.is_empty())
            .collect();
        let puts = selection::select(found, self.filter.as_deref(), self.exact)?;
        if self.list {
            for put in &puts {
                events.send(&Event::Listed(put.listed())).or_stop(Exit::Internal)?;
            }
            return Ok(Exit::Held);
        }
        let tests = puts.iter().map(Put::test).collect();
        events.send(&Event::Selected { tests }).or_stop(Exit::Internal)?;

        let exit = orphans::handle(&orphans, self.case_files, &workspace.root, &status);
        let exploration =
            Exploration { session: &session, search: &self.search, case_files: self.case_files };
        let mut summary = Summary::default();
        let mut exit = exit.and(self.explore_all(&puts, &exploration, &mut summary)?);
        if interrupt.is_asked() {
            exit = Exit::Interrupted;
            let told = format!("interrupted: {} of {} tests explored", summary.puts, puts.len());
            events.aside(|| status::error(&anyhow::Error::msg(told)));
        }
        (summary.exit, summary.seconds) = (exit, seconds(begin.elapsed()));
        events.send(&Event::Summary(summary)).or_stop(Exit::Internal)?;
        Ok(exit)
    }

    /// Explores the tests, reports each in order, and writes its cases; in the end, looks at all that was written.
    fn explore_all(
        &self,
        puts: &[Put<'_>],
        exploration: &Exploration<'_, '_>,
        summary: &mut Summary,
    ) -> Result<Exit, Stop> {
        let (session, events) = (exploration.session, exploration.session.events);
        let mut exit = Exit::Held;
        let mut written = Vec::new();
        jobs::in_order(
            self.search.jobs(),
            puts,
            &session.permits,
            |put| if session.interrupt.is_asked() { None } else { Some(exploration.explore(put)) },
            |put, outcome| {
                let Some(mut outcome) = outcome else { return Ok(()) };
                let keeper = exploration.keeper(put).or_stop(Exit::Internal)?;
                let kept = keeper.still_there(&outcome);
                outcome.add_kept_failures(&kept, &put.description);
                let reported = outcome.reported(put.test());
                summary.add(&reported);
                events.send(&Event::Put(Box::new(reported))).or_stop(Exit::Internal)?;
                let (wrote, changed) = events.aside(|| keeper.keep(&outcome, &kept));
                exit = exit.and(verdict_exit(self.require, &outcome)).and(wrote);
                written.extend(changed);
                Ok(())
            },
        )?;
        if written.is_empty() {
            return Ok(exit);
        }
        events.send(&Event::Build { what: Build::Cases }).or_stop(Exit::Internal)?;
        Ok(exit.and(events.aside(|| Verify { session }.all(written))))
    }
}

fn verdict_exit(require: Option<Require>, outcome: &TestOutcome) -> Exit {
    let by_verdict = match outcome.verdict() {
        Verdict::Failed => Exit::Failed,
        Verdict::Incomplete if require == Some(Require::Proved) => Exit::NotProved,
        Verdict::Proved | Verdict::Incomplete => match require {
            Some(Require::Covered(percent)) if !outcome.branches.reach(percent) => Exit::NotProved,
            _ => Exit::Held,
        },
    };
    if outcome.internal_error { by_verdict.and(Exit::Internal) } else { by_verdict }
}

/// What must be said of every test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Require {
    Proved,
    /// So many percent of the branches.
    Covered(u8),
}

impl FromStr for Require {
    type Err = String;

    fn from_str(text: &str) -> Result<Require, String> {
        let percent = text.strip_prefix("covered=").map(str::parse::<u8>);
        match (text, percent) {
            ("proved", _) => Ok(Require::Proved),
            (_, Some(Ok(percent @ 0..=100))) => Ok(Require::Covered(percent)),
            (_, Some(_)) => Err("a percentage is a number from 0 to 100".into()),
            _ => Err("expected `proved`, or a percentage as in `covered=90`".into()),
        }
    }
}
