//! What a watcher is told.

use super::search::PathSearch;
use super::worker::Worker;
use super::{Exploration, Stop};
use crate::environment::Reply;
use crate::executor::{ExecutorError, Run};
use crate::judge::Judgement;
use crate::tree::Side;
use crate::watch::{Condition, PathOutcome, Query, QueryAnswer, WatchedPath};

impl Worker<'_> {
    /// Is there an input that takes this side? Asks the solver, and lets the watcher know.
    pub fn ask_solver(&mut self, side: Side) -> Result<Reply, Stop> {
        let Some(watcher) = self.setting.environment.watcher else { return self.search.ask(side) };
        let clock = self.setting.environment.clock;
        let begin = clock.elapsed();
        let reply = self.search.ask(side)?;
        let time = clock.elapsed().saturating_sub(begin);
        let answer = match &reply {
            Reply::Values(_) => QueryAnswer::Sat,
            Reply::Infeasible => QueryAnswer::Unsat,
            Reply::Unanswered(why) => QueryAnswer::Unknown(why.clone()),
        };
        watcher.query(Query { conditions: self.search.conditions(side), answer, time });
        Ok(reply)
    }

    /// Lets the watcher know of a run on these values that took a new path.
    pub fn show_path(
        &mut self,
        run: &Run,
        values: &[u128],
        judgement: &Judgement,
        leaf: Option<Side>,
    ) -> Result<(), ExecutorError> {
        let (Some(watcher), Some(leaf)) = (self.setting.environment.watcher, leaf) else { return Ok(()) };
        let value = |input: &u32| values.get(*input as usize).copied().unwrap_or(0);
        let values: Vec<u128> = run.drawn.iter().map(value).collect();
        watcher.path(WatchedPath {
            arguments: self.search.program.inputs().arguments(&run.drawn, &values)?,
            conditions: self.search.conditions(leaf),
            end: PathOutcome::of(judgement),
        });
        Ok(())
    }
}

impl Exploration<'_> {
    /// Lets the watcher know of what was not tried.
    pub(super) fn show_open_sides(&mut self) {
        let Some(watcher) = self.setting.environment.watcher else { return };
        for worker in &mut self.workers {
            let search = &mut worker.search;
            let open: Vec<_> = std::iter::from_fn(|| search.next_open_side()).collect();
            for open in open {
                watcher.open(search.conditions(open.side));
                search.frontier.add(open);
            }
        }
    }
}

impl PathSearch<'_> {
    /// The decisions up to this side, as a person reads them.
    fn conditions(&mut self, side: Side) -> Vec<Condition> {
        let steps = self.tree.steps(side);
        let condition = |step| {
            let term = self.condition(step);
            let text = self.program.terms.display(term).to_string();
            Condition { place: self.setting.manifest.place(step.site), text }
        };
        steps.iter().map(condition).collect()
    }
}
