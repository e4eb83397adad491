//! Beyond the bound that nobody chose: when all is explored within the default length of collections, and there is time left, some longer
//! ones are tried as well.
//!
//! That is a search for failures and for branches not taken yet. What may be said of the lengths within the bound stays as it was: neither the
//! paths found here nor what could not be followed on them count.

use super::part::{Part, Pause};
use super::{Exploration, Stop};
use crate::coverage::Coverage;
use crate::frontier::{Branch, Open};
use crate::reasons::Reasons;
use crate::target::TargetError;
use crate::tree::State;
use std::time::Duration;

/// What was known when everything within the bounds had been explored.
pub(super) struct Claim {
    pub settled: bool,
    pub paths: u64,
    pub assumptions_hold: bool,
}

/// How many sides are tried at least; beyond that, a fraction of what has been tried before.
const SIDES: u64 = 96;
const FRACTION: u64 = 4;
/// In a round; few, because there are many ends.
const ROUND: u64 = 32;
/// The time it may take if the search took less.
const LEAST_TIME: Duration = Duration::from_secs(2);

impl<'a> Exploration<'a> {
    /// What may be said of what has been explored so far.
    pub(super) fn claim(&self) -> Claim {
        Claim {
            settled: self.parts.iter().all(|part| part.tree.is_settled()),
            paths: self.parts.iter().map(|part| part.paths).sum(),
            assumptions_hold: self.parts.iter().any(|part| part.assumptions_hold),
        }
    }

    /// Goes beyond what was to be explored. What hinders it there is no reason to say less of the rest.
    pub(super) fn look_beyond(&mut self) -> Result<Stop, TargetError> {
        let manifest = self.setting.manifest;
        let reasons: Vec<Reasons<'a>> = self
            .parts
            .iter_mut()
            .map(|part| std::mem::replace(&mut part.reasons, Reasons::new(manifest)))
            .collect();
        let stop = self.try_longer()?;
        for (part, reasons) in self.parts.iter_mut().zip(reasons) {
            part.is_beyond = false;
            part.reasons = reasons;
        }
        Ok(stop)
    }

    /// Tries longer collections, if there are collections and nobody said how long they may be.
    fn try_longer(&mut self) -> Result<Stop, TargetError> {
        let bounds = &self.setting.options.bounds;
        if bounds.seek_len <= bounds.max_len {
            return Ok(Stop::Exhausted);
        }
        let elapsed = self.setting.world.clock.elapsed();
        let deadline = bounds.max_time.min(elapsed + elapsed.max(LEAST_TIME));
        let mut coverage = Coverage::default();
        self.parts.iter().for_each(|part| coverage.merge(&part.coverage));
        for part in &mut self.parts {
            part.open_longer(bounds.seek_len, &coverage, deadline);
        }
        let tried = |parts: &[Part<'_>]| parts.iter().map(|part| part.tried).sum::<u64>();
        let before = tried(&self.parts);
        let enough = before + SIDES + before / FRACTION;
        while self.open() > 0 && tried(&self.parts) < enough && self.runs() < bounds.max_runs {
            let quota = ROUND.min(enough - tried(&self.parts));
            for pause in self.work(quota, bounds.max_runs - self.runs())? {
                match pause {
                    Pause::Stop(Stop::Interrupted) => return Ok(Stop::Interrupted),
                    Pause::Done => {}
                    Pause::Stop(_) | Pause::NoRunsLeft => return Ok(Stop::Exhausted),
                }
            }
        }
        Ok(Stop::Exhausted)
    }
}

impl Part<'_> {
    /// Opens the sides that no length within the bound leads to. `known` is what all parts together have covered.
    fn open_longer(&mut self, seek_len: u64, known: &Coverage, deadline: Duration) {
        self.coverage.merge(known);
        self.deadline = deadline;
        self.is_beyond = true;
        self.import.allow(seek_len, &mut self.terms);
        for side in self.tree.infeasible() {
            let step = self.tree.step(side);
            if self.import.is_about_length(step.condition, &self.terms) {
                self.tree.set(side, State::Open);
                let branch = Branch { site: step.site, taken: step.taken };
                self.frontier.add(Open { side, branch, distance: 0 });
            }
        }
    }
}
