//! Beyond the bound that nobody chose: when all is explored within the default length of collections, and
//! there is time left, some longer ones are tried as well.
//!
//! That is a search for failures and for branches not taken yet. What may be said of the lengths within the
//! bound stays as it was: neither the paths found here nor what could not be followed on them count.
//!
//! See docs/decisions/search-beyond-the-default-length.md.

use super::worker::{Pause, Worker};
use super::{Exploration, Stop};
use crate::coverage::Coverage;
use crate::executor::ExecutorError;
use crate::frontier::{Branch, OpenSide};
use crate::reasons::Reasons;
use crate::tree::SideState;
use forall_report::PathCounts;
use forall_solver::Limit;
use std::collections::BTreeSet;

/// What was known when everything within the bounds had been explored.
pub(super) struct Claim {
    pub settled: bool,
    pub paths: PathCounts,
    pub assumptions_hold: bool,
    /// Methods of fakes of which no answer was as they ensure.
    pub unsatisfied: BTreeSet<String>,
    pub coverage: Coverage,
    /// There was no time to look far beyond.
    pub no_time_beyond: bool,
}

/// How many sides are tried at least; beyond that, a fraction of what has been tried before.
const SIDES: u64 = 96;
const FRACTION: u64 = 4;
/// For failures that nobody asked for, a query may cost so much less.
const CHEAPER: u64 = 16;
/// In a round; few, because there are many ends.
const ROUND: u64 = 32;

impl<'a> Exploration<'a> {
    /// What may be said of what has been explored so far.
    pub(super) fn claim(&self) -> Claim {
        let mut coverage = Coverage::default();
        self.workers.iter().for_each(|worker| coverage.merge(&worker.findings.coverage));
        Claim {
            settled: self.workers.iter().all(|worker| worker.search.tree.is_settled()),
            paths: self
                .workers
                .iter()
                .fold(PathCounts::default(), |paths, worker| paths.plus(worker.findings.paths)),
            assumptions_hold: self.workers.iter().any(|worker| worker.findings.assumptions_hold),
            unsatisfied: self.unsatisfied(),
            coverage,
            no_time_beyond: false,
        }
    }

    /// Goes beyond what was to be explored. What hinders it there is no reason to say less of the rest.
    pub(super) fn look_beyond(&mut self, claim: &mut Claim) -> Result<Stop, ExecutorError> {
        let bounds = &self.setting.options.bounds;
        if bounds.seek_len <= bounds.max_len {
            return Ok(Stop::Exhausted);
        }
        let reasons: Vec<Reasons<'a>> =
            self.workers.iter_mut().map(|worker| worker.findings.set_reasons_aside()).collect();
        self.workers.iter_mut().for_each(|worker| worker.findings.seeks_any = !claim.assumptions_hold);
        let mut stop = self.try_longer(&claim.coverage)?;
        if stop.is_none() && !self.workers.iter().any(|worker| worker.findings.assumptions_hold) {
            stop = self.satisfy_beyond()?;
        }
        for (worker, reasons) in self.workers.iter_mut().zip(reasons) {
            worker.findings.is_beyond = false;
            worker.findings.reasons = reasons;
            worker.search.query_limit = bounds.of_a_query();
        }
        claim.no_time_beyond = stop == Some(Stop::MaxTime);
        Ok(if stop == Some(Stop::Interrupted) { Stop::Interrupted } else { Stop::Exhausted })
    }

    /// Tries longer collections, if there are collections. Says why it stopped, if not because it has tried
    /// enough.
    fn try_longer(&mut self, known: &Coverage) -> Result<Option<Stop>, ExecutorError> {
        let bounds = &self.setting.options.bounds;
        for worker in &mut self.workers {
            worker.open_longer(bounds.seek_len, known);
        }
        let left = bounds.max_runs - self.runs();
        if let Some(stop) = self.workers[0].try_lengths(left)? {
            return Ok(Some(stop));
        }
        let tried = |workers: &[Worker<'_>]| workers.iter().map(|worker| worker.search.tried).sum::<u64>();
        let before = tried(&self.workers);
        let enough = before + SIDES + before / FRACTION;
        while self.open() > 0 && tried(&self.workers) < enough && self.runs() < bounds.max_runs {
            let quota = ROUND.min(enough - tried(&self.workers));
            for pause in self.work(quota, bounds.max_runs - self.runs())? {
                match pause {
                    Pause::Done => {}
                    Pause::Stop(stop) => return Ok(Some(stop)),
                    Pause::NoRunsLeft => return Ok(Some(Stop::MaxRuns)),
                }
            }
        }
        Ok(None)
    }
}

impl Worker<'_> {
    /// Opens the sides that no length within the bound leads to. `known` is what all workers together have
    /// covered.
    fn open_longer(&mut self, seek_len: u64, known: &Coverage) {
        self.findings.coverage.merge(known);
        self.findings.is_beyond = true;
        let search = &mut self.search;
        let work = search.query_limit.work / CHEAPER;
        search.query_limit = Limit { work, ..search.query_limit };
        search.program.allow_lengths(seek_len);
        for side in search.tree.infeasible() {
            let step = search.tree.step(side);
            let program = &search.program;
            if program.inputs().is_about_length(step.condition, &program.terms) {
                search.tree.set(side, SideState::Open);
                let branch = Branch { site: step.site, taken: step.taken };
                search.frontier.add(OpenSide { side, branch, distance: 0, hurdle: 0 });
            }
        }
    }
}
