//! The search for paths: which sides no run has taken, and which inputs take them.

use super::program::Program;
use super::{Setting, Stop};
use crate::environment::Reply;
use crate::executor::{ExecutorError, Run};
use crate::frontier::{Frontier, OpenSide};
use crate::origins::Origins;
use crate::tree::{Side, SideState, Step, Tree};
use forall_protocol::manifest::NOT_COUNTED;
use forall_solver::{Answer, Limit, Solver, Term, Unknown};
use std::collections::HashMap;
use std::time::Duration;

pub(super) struct PathSearch<'a> {
    pub(super) setting: Setting<'a>,
    pub program: Program<'a>,
    pub(super) solver: Box<dyn Solver + Send + 'a>,
    pub tree: Tree,
    pub frontier: Box<dyn Frontier + Send>,
    /// The inputs of the runs that came to decisions first.
    pub origins: Origins,
    pub runs: u64,
    /// How many runs other workers had made when this one began.
    pub runs_before: u64,
    /// Sides that were dealt with.
    pub tried: u64,
    /// When to stop asking.
    pub deadline: Duration,
    /// What a query may cost.
    pub query_limit: Limit,
}

impl<'a> PathSearch<'a> {
    pub fn new(setting: Setting<'a>) -> Result<PathSearch<'a>, ExecutorError> {
        let options = setting.options;
        Ok(PathSearch {
            setting,
            program: Program::start(setting)?,
            solver: (setting.environment.solvers)()?,
            tree: Tree::new(Tree::CAPACITY),
            frontier: options.strategy.frontier(),
            origins: Origins::default(),
            runs: 0,
            runs_before: 0,
            tried: 0,
            deadline: options.bounds.max_time,
            query_limit: options.bounds.of_a_query(),
        })
    }

    /// From here on nothing depends on what the solver was asked before.
    pub fn forget_queries(&mut self) -> Result<(), ExecutorError> {
        if !self.solver.forget() {
            self.renew_solver()?;
        }
        Ok(())
    }

    /// Likewise, with a solver that has never been asked anything.
    pub fn renew_solver(&mut self) -> Result<(), ExecutorError> {
        self.solver = (self.setting.environment.solvers)()?;
        Ok(())
    }

    pub fn next_open_side(&mut self) -> Option<OpenSide> {
        // A run that left its path may have gone there in the meantime.
        std::iter::from_fn(|| self.frontier.next()).find(|open| self.tree.state(open.side) == SideState::Open)
    }

    /// Is there an input that takes this side? No reply when the time is up, or nobody wants to know any
    /// more.
    pub fn ask(&mut self, side: Side) -> Result<Reply, Stop> {
        let limit = self.limit_of_next_query().ok_or(Stop::MaxTime)?;
        let conditions = self.path_condition(side);
        let origin = side.node().and_then(|node| self.origins.of(node));
        let known = origin.map(|values| self.program.inputs().model_of(&values));
        let terms = &mut self.program.terms;
        let answer = match known {
            Some(known) => self.solver.check_last(terms, &conditions, &known, limit),
            None => self.solver.check(terms, &conditions, limit),
        };
        match answer {
            Answer::Unsat => Ok(Reply::Infeasible),
            Answer::Unknown(Unknown::Cancelled) => Err(Stop::Interrupted),
            Answer::Unknown(_) if self.clock_is_up() => Err(Stop::MaxTime),
            Answer::Unknown(why) => Ok(Reply::Unanswered(why)),
            Answer::Sat(model) => Ok(Reply::Values(self.program.inputs().values(&model))),
        }
    }

    pub fn clock_is_up(&self) -> bool {
        self.setting.environment.clock.elapsed() >= self.deadline
    }

    /// `None` when the time is up.
    fn limit_of_next_query(&self) -> Option<Limit> {
        let left = self.deadline.checked_sub(self.setting.environment.clock.elapsed());
        let left = left.filter(|left| !left.is_zero())?;
        Some(Limit { time: left.min(self.query_limit.time), ..self.query_limit })
    }

    /// What an input must satisfy to go through this side: the domains of the inputs, and every decision on
    /// the way.
    pub fn path_condition(&mut self, side: Side) -> Vec<Term> {
        let steps = self.tree.steps(side);
        let domains = self.program.inputs().domains.conditions();
        let mut conditions = Vec::with_capacity(domains.len() + steps.len());
        conditions.extend_from_slice(domains);
        conditions.extend(steps.iter().map(|step| self.condition(step)));
        conditions
    }

    /// What an input must satisfy to make this decision.
    pub(super) fn condition(&mut self, step: &Step) -> Term {
        if step.taken { step.condition } else { self.program.terms.not(step.condition) }
    }

    /// The last decision before a side: its site, and what an input must satisfy to make it, in words.
    pub fn question(&mut self, side: Side) -> (u32, String) {
        let step = self.tree.step(side);
        let condition = self.condition(&step);
        (step.site, self.program.terms.display(condition).to_string())
    }

    /// The decisions that a run through this side makes by itself. What was put before its own, because other
    /// runs had asked for other values of something, follows from its own decisions; but where `side` itself
    /// asks for another value, nobody else knows which.
    pub fn own_path(&self, side: Side) -> Option<Vec<(u32, bool)>> {
        let asks_for_another = |step: &Step| !step.taken && self.setting.fixes_values(step.site);
        let steps = self.tree.steps(side);
        if steps.last().is_none_or(asks_for_another) {
            return None;
        }
        let own = steps.iter().filter(|step| !asks_for_another(step));
        Some(own.map(|step| (step.site, step.taken)).collect())
    }

    /// The place where most decisions of a run were made, and how many: the loop that a reader would blame.
    pub fn busiest(&self, run: &Run) -> Option<(String, usize)> {
        let manifest = self.setting.manifest;
        let mut times: HashMap<u32, (usize, usize)> = HashMap::new();
        let decisions = run.decisions.iter().enumerate();
        for (position, decision) in decisions.filter(|(_, decision)| self.program.is_open(decision)) {
            times.entry(decision.site).or_insert((0, usize::MAX - position)).0 += 1;
        }
        let is_own = |site: u32| {
            manifest.sites.get(site as usize).is_some_and(|site| site.first_outcome != NOT_COUNTED)
        };
        let most = |own: bool| {
            let sites = times.iter().filter(|(site, _)| !own || is_own(**site));
            sites.max_by_key(|(_, rank)| **rank).map(|(site, (count, _))| (*site, *count))
        };
        let (site, count) = most(false)?;
        // A loop often decides inside an iterator of the standard library: the package's own place says more.
        if let Some((own, own_count)) = most(true).filter(|(_, own_count)| own_count * 4 >= count) {
            return Some((manifest.place(own), own_count));
        }
        let called = (run.place as usize) < manifest.sites.len();
        Some((manifest.place(if called { run.place } else { site }), count))
    }
}
