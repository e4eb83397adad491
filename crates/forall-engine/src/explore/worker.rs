//! A worker: it runs, learns, and asks for an input that goes where no run went, until there is nothing left
//! to ask, or enough for now.

use super::findings::Findings;
use super::search::PathSearch;
use super::share::Handover;
use super::transcript::Transcript;
use super::{Setting, Stop};
use crate::environment::Reply;
use crate::executor::ExecutorError;
use crate::progress::Progress;
use crate::tree::{Side, SideState};
use std::ops::ControlFlow;

pub(super) struct Worker<'a> {
    pub setting: Setting<'a>,
    pub search: PathSearch<'a>,
    pub findings: Findings<'a>,
    transcript: Transcript<'a>,
    /// How many bytes it may take in this round.
    pub max_memory: u64,
    /// What others gave away and this one has not begun with, and what it could not use.
    pub received: Vec<Handover>,
    pub refused: Vec<Handover>,
}

/// How a worker came to a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// It has done its share of the round, or there is nothing left to do.
    Done,
    /// It found an input, but may make no more runs.
    NoRunsLeft,
    Stop(Stop),
}

impl<'a> Worker<'a> {
    pub fn new(number: u32, setting: Setting<'a>) -> Result<Worker<'a>, ExecutorError> {
        Ok(Worker {
            setting,
            search: PathSearch::new(setting)?,
            findings: Findings::new(setting, number),
            transcript: Transcript::new(setting.environment.journal, number),
            max_memory: setting.options.bounds.max_search_memory,
            received: Vec::new(),
            refused: Vec::new(),
        })
    }

    /// Tries up to `quota` sides, with at most `runs` runs. `show` tells how far this worker is, and whether
    /// to go on.
    pub fn work(
        &mut self,
        quota: u64,
        runs: u64,
        show: &dyn Fn(&Progress) -> ControlFlow<()>,
    ) -> Result<Pause, ExecutorError> {
        let max_runs = self.search.runs + runs;
        self.take_received(runs)?;
        self.begin_episode()?;
        let pause = self.try_sides(quota, max_runs, show)?;
        if !matches!(pause, Pause::Stop(_)) {
            self.end_episode();
        }
        Ok(pause)
    }

    /// How many sides there are to try.
    pub fn open(&self) -> usize {
        self.search.frontier.len() + self.received.len()
    }

    pub fn progress(&self) -> Progress {
        Progress {
            runs: self.search.runs,
            paths: self.findings.paths.meaningful(),
            open: self.open() as u64,
            failures: self.findings.witnesses.failures.len() as u64,
        }
    }

    /// From here on nothing depends on what the solver was asked before, so that answers may also come from a
    /// journal.
    pub fn begin_episode(&mut self) -> Result<(), ExecutorError> {
        self.search.forget_queries()?;
        self.transcript.begin_episode();
        Ok(())
    }

    pub fn end_episode(&mut self) {
        self.transcript.end_episode();
    }

    /// Is there an input that takes this side? No reply when the time is up, or nobody wants to know any
    /// more.
    pub fn ask(&mut self, side: Side) -> Result<Reply, Stop> {
        let reply = match self.transcript.recall() {
            Some(known) => known,
            None => self.ask_solver(side)?,
        };
        self.transcript.add(&reply);
        Ok(reply)
    }

    /// Closes a side to which no input is known to lead.
    pub fn settle(&mut self, side: Side, reply: &Reply) {
        match reply {
            Reply::Values(_) => {}
            Reply::Infeasible => self.search.tree.set(side, SideState::Infeasible),
            Reply::Unanswered(why) => {
                self.search.tree.set(side, SideState::GivenUp);
                let (site, condition) = self.search.question(side);
                self.findings.reasons.solver(site, &condition, why, &self.setting.options.bounds);
            }
        }
    }
}
