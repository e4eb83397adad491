//! A part of the search: run, learn, ask for an input that goes where no run went, until there is nothing left to ask, or enough for now.

use super::lengths::Beyond;
use super::share::Handover;
use super::{Setting, Stop};
use crate::coverage::Coverage;
use crate::frontier::{Frontier, Open};
use crate::import::Import;
use crate::judge::Judge;
use crate::options::Options;
use crate::origins::Origins;
use crate::progress::Progress;
use crate::reasons::Reasons;
use crate::target::{Target, TargetError};
use crate::tree::{Edge, State, Step, Tree};
use crate::witnesses::Witnesses;
use crate::world::{Episode, Reply, World};
use forall_protocol::manifest::Manifest;
use forall_solver::{Answer, Limit, Solver, Term, Terms, Unknown};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

pub(super) struct Part<'a> {
    pub number: u32,
    pub manifest: &'a Manifest,
    pub world: &'a World<'a>,
    pub options: &'a Options,
    pub target: Box<dyn Target + Send + 'a>,
    pub solver: Box<dyn Solver + Send + 'a>,
    pub terms: Terms,
    pub import: Import,
    pub tree: Tree,
    pub origins: Origins,
    pub frontier: Box<dyn Frontier + Send>,
    pub judge: Judge<'a>,
    pub coverage: Coverage,
    pub witnesses: Witnesses,
    pub reasons: Reasons<'a>,
    pub runs: u64,
    /// How many runs others had made when it began.
    pub runs_before: u64,
    pub paths: u64,
    /// Sides that were dealt with.
    pub tried: u64,
    /// When to stop asking.
    pub deadline: Duration,
    /// A loop or a recursion has gone round so often that it is likely to have no end.
    pub has_long_loop: bool,
    /// How many bytes it may take in this round.
    pub max_memory: u64,
    /// What it does now says nothing of what was to be explored: it only looks for failures and new branches.
    pub is_beyond: bool,
    /// What only runs beyond the bound took.
    pub beyond: Beyond,
    /// There was no time to give all cases simple values.
    pub left_cases: bool,
    /// Values at the limits of their types were tried, because terms do not tell everything.
    pub tried_boundaries: bool,
    /// Some run was not meaningless.
    pub assumptions_hold: bool,
    /// What others gave away and this part has not begun with, and what it could not use.
    pub received: Vec<Handover>,
    pub refused: Vec<Handover>,
    /// How many episodes have begun.
    episodes: u32,
    /// What is known from an earlier time about this episode, and what was learnt in it.
    recalled: VecDeque<Reply>,
    replies: Vec<Reply>,
}

/// For failures that nobody asked for, a query may cost so much less.
const BEYOND: u64 = 16;

/// How a part's work came to a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// It has done its share of the round, or there is nothing left to do.
    Done,
    /// It found an input, but may make no more runs.
    NoRunsLeft,
    Stop(Stop),
}

impl<'a> Part<'a> {
    pub fn new(number: u32, setting: Setting<'a>) -> Result<Part<'a>, TargetError> {
        let Setting { manifest, world, options, .. } = setting;
        Ok(Part {
            number,
            manifest,
            world,
            options,
            target: (world.targets)()?,
            solver: (world.solvers)()?,
            terms: Terms::new(),
            import: Import::new(options.bounds.max_len, options.bounds.max_depth),
            tree: Tree::new(Tree::CAPACITY),
            origins: Origins::default(),
            frontier: options.strategy.frontier(),
            judge: setting.judge(),
            coverage: Coverage::default(),
            witnesses: Witnesses::new(options.emit),
            reasons: Reasons::new(manifest),
            runs: 0,
            runs_before: 0,
            paths: 0,
            tried: 0,
            deadline: options.bounds.max_time,
            has_long_loop: false,
            max_memory: options.bounds.max_search_memory,
            is_beyond: false,
            beyond: Beyond::new(),
            left_cases: false,
            tried_boundaries: false,
            assumptions_hold: false,
            received: Vec::new(),
            refused: Vec::new(),
            episodes: 0,
            recalled: VecDeque::new(),
            replies: Vec::new(),
        })
    }

    /// Tries up to `quota` sides, with at most `runs` runs. `show` tells how far this part is, and whether to go on.
    pub fn work(
        &mut self,
        quota: u64,
        runs: u64,
        show: &dyn Fn(&Progress) -> ControlFlow<()>,
    ) -> Result<Pause, TargetError> {
        let max_runs = self.runs + runs;
        self.take_received(runs)?;
        self.begin_episode()?;
        let pause = self.search(quota, max_runs, show)?;
        if !matches!(pause, Pause::Stop(_)) {
            self.end_episode();
        }
        Ok(pause)
    }

    /// How many sides there are to try.
    pub fn open(&self) -> usize {
        self.frontier.len() + self.received.len()
    }

    pub fn progress(&self) -> Progress {
        Progress {
            runs: self.runs,
            paths: self.paths,
            open: self.open() as u64,
            failures: self.witnesses.failures.len() as u64,
        }
    }

    /// From here on nothing depends on what the solver was asked before, so that answers may also come from a journal.
    pub fn begin_episode(&mut self) -> Result<(), TargetError> {
        let episode = self.episode();
        self.episodes += 1;
        if !self.solver.forget() {
            self.solver = (self.world.solvers)()?;
        }
        self.recalled = self.world.journal.recall(episode).unwrap_or_default().into();
        self.replies.clear();
        Ok(())
    }

    pub fn end_episode(&mut self) {
        if !self.replies.is_empty() {
            let episode = Episode { number: self.episodes - 1, ..self.episode() };
            self.world.journal.keep(episode, &self.replies);
        }
        self.recalled.clear();
    }

    fn episode(&self) -> Episode {
        Episode { part: self.number, number: self.episodes }
    }

    pub fn next_open_side(&mut self) -> Option<Open> {
        // A run that left its path may have gone there in the meantime.
        std::iter::from_fn(|| self.frontier.next()).find(|open| self.tree.state(open.side) == State::Open)
    }

    /// Is there an input that takes this side? No reply when the time is up, or nobody wants to know any more.
    pub fn ask(&mut self, side: Edge) -> Result<Reply, Stop> {
        let reply = match self.recalled.pop_front() {
            Some(known) => known,
            None => self.ask_solver(side)?,
        };
        self.replies.push(reply.clone());
        Ok(reply)
    }

    fn ask_solver(&mut self, side: Edge) -> Result<Reply, Stop> {
        let limit = self.solver_limit().ok_or(Stop::MaxTime)?;
        let assertions = self.assertions(side);
        let known =
            side.node().and_then(|node| self.origins.of(node)).map(|values| self.import.model_of(&values));
        let answer = match known {
            Some(known) => self.solver.check_last(&mut self.terms, &assertions, &known, limit),
            None => self.solver.check(&mut self.terms, &assertions, limit),
        };
        match answer {
            Answer::Unsat => Ok(Reply::Infeasible),
            Answer::Unknown(Unknown::Cancelled) => Err(Stop::Interrupted),
            Answer::Unknown(_) if self.clock_is_up() => Err(Stop::MaxTime),
            Answer::Unknown(why) => Ok(Reply::Unanswered(why)),
            Answer::Sat(model) => Ok(Reply::Values(self.import.values(&model))),
        }
    }

    /// Closes a side to which no input is known to lead.
    pub fn settle(&mut self, side: Edge, reply: &Reply) {
        match reply {
            Reply::Values(_) => {}
            Reply::Infeasible => self.tree.set(side, State::Infeasible),
            Reply::Unanswered(why) => self.give_up(side, why),
        }
    }

    fn give_up(&mut self, side: Edge, why: &Unknown) {
        self.tree.set(side, State::Discarded);
        let step = self.tree.step(side);
        let asked = self.assertion(&step);
        let condition = self.terms.display(asked).to_string();
        self.reasons.solver(step.site, &condition, why, &self.options.bounds);
    }

    pub fn clock_is_up(&self) -> bool {
        self.world.clock.elapsed() >= self.deadline
    }

    /// `None` when the time is up.
    fn solver_limit(&self) -> Option<Limit> {
        let bounds = &self.options.bounds;
        let left = self.deadline.checked_sub(self.world.clock.elapsed()).filter(|left| !left.is_zero())?;
        let limit = bounds.of_a_query();
        let work = if self.is_beyond { limit.work / BEYOND } else { limit.work };
        Some(Limit { work, time: left.min(limit.time) })
    }

    /// What an input must satisfy to go through `edge`.
    pub fn assertions(&mut self, edge: Edge) -> Vec<Term> {
        let steps = self.tree.steps(edge);
        let domains = self.import.domains();
        let mut assertions = Vec::with_capacity(domains.len() + steps.len());
        assertions.extend_from_slice(domains);
        assertions.extend(steps.iter().map(|step| self.assertion(step)));
        assertions
    }

    fn assertion(&mut self, step: &Step) -> Term {
        if step.taken { step.condition } else { self.terms.not(step.condition) }
    }
}
