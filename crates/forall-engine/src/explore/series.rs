//! Inputs are run several at a time: to hand over each by itself takes as long as many a run.
//!
//! See docs/decisions/runs-in-series.md.

use super::Stop;
use super::worker::{Pause, Worker};
use crate::environment::Reply;
use crate::executor::ExecutorError;
use crate::frontier::OpenSide;
use crate::progress::Progress;
use std::ops::ControlFlow;

/// As many inputs are run at once, later on; an executor need not be able to do so many.
pub(super) const LONGEST: u64 = 64;
/// At first every run has much to say about where to look next.
const RUNS_FOR_ONE_MORE: u64 = 4;

/// An input that should lead through a side.
struct Lead {
    open: OpenSide,
    values: Vec<u128>,
}

impl Worker<'_> {
    /// Tries up to `quota` sides, with runs up to number `max_runs`.
    pub(super) fn try_sides(
        &mut self,
        quota: u64,
        max_runs: u64,
        show: &dyn Fn(&Progress) -> ControlFlow<()>,
    ) -> Result<Pause, ExecutorError> {
        let last = self.search.tried + quota;
        loop {
            if self.open() > 0 && self.memory() > self.max_memory {
                return Ok(Pause::Stop(Stop::MaxMemory));
            }
            let (leads, pause) = self.gather(last, max_runs, show);
            let found = !leads.is_empty();
            let stop = match pause {
                Some(Pause::Stop(stop)) => {
                    self.put_back(leads);
                    Some(stop)
                }
                _ => self.follow(leads, show)?,
            };
            if let Some(stop) = stop {
                return Ok(Pause::Stop(stop));
            }
            if let Some(pause) = pause {
                return Ok(pause);
            }
            if !found {
                return Ok(Pause::Done);
            }
        }
    }

    /// Asks for inputs for a series of runs, and settles what needs none. If there is a reason to pause then,
    /// tells it.
    fn gather(
        &mut self,
        last: u64,
        max_runs: u64,
        show: &dyn Fn(&Progress) -> ControlFlow<()>,
    ) -> (Vec<Lead>, Option<Pause>) {
        let longest = ((self.search.runs_before + self.search.runs) / RUNS_FOR_ONE_MORE).clamp(1, LONGEST);
        let mut leads = Vec::new();
        loop {
            let found = leads.len() as u64;
            if self.search.tried + found >= last {
                return (leads, Some(Pause::Done));
            }
            if found >= longest {
                return (leads, None);
            }
            if show(&self.progress()).is_break() {
                return (leads, Some(Pause::Stop(Stop::Interrupted)));
            }
            let Some(open) = self.search.next_open_side() else { return (leads, None) };
            let reply = self.ask(open.side);
            let pause = match &reply {
                Err(stop) => Some(Pause::Stop(*stop)),
                Ok(Reply::Values(_)) if self.search.runs + found >= max_runs => Some(Pause::NoRunsLeft),
                Ok(_) => None,
            };
            match reply {
                Ok(reply) if pause.is_none() => match reply {
                    Reply::Values(values) => leads.push(Lead { open, values }),
                    reply => {
                        self.settle(open.side, &reply);
                        self.search.tried += 1;
                    }
                },
                _ => {
                    // It was taken out of the frontier, but not dealt with.
                    self.search.frontier.add(open);
                    return (leads, pause);
                }
            }
        }
    }

    /// Runs what was found. If there is a reason not to go on, tells it; then the rest is open as it was.
    fn follow(
        &mut self,
        mut leads: Vec<Lead>,
        show: &dyn Fn(&Progress) -> ControlFlow<()>,
    ) -> Result<Option<Stop>, ExecutorError> {
        let mut stop = None;
        while !leads.is_empty() && stop.is_none() {
            let series: Vec<&[u128]> = leads.iter().map(|lead| &lead.values[..]).collect();
            let runs = self.search.program.run_series(&series)?;
            let mut done = 0;
            for (run, lead) in runs.iter().zip(&leads) {
                self.search.runs += 1;
                if self.learn(run, &lead.values, Some(lead.open.side))?.end.full {
                    stop = Some(Stop::Full);
                    break;
                }
                self.search.tried += 1;
                done += 1;
            }
            leads.drain(..done);
            if leads.is_empty() || stop.is_some() {
                break;
            }
            // The executor paused, so these runs may take long.
            if show(&self.progress()).is_break() {
                stop = Some(Stop::Interrupted);
            } else if self.search.clock_is_up() {
                stop = Some(Stop::MaxTime);
            }
        }
        self.put_back(leads);
        Ok(stop)
    }

    fn put_back(&mut self, leads: Vec<Lead>) {
        leads.into_iter().for_each(|lead| self.search.frontier.add(lead.open));
    }
}
