//! Beyond the bound that nobody chose: when all is explored within the default length of collections, and there is time left, some longer
//! ones are tried as well.
//!
//! That is a search for failures and for branches not taken yet. What may be said of the lengths within the bound stays as it was: neither the
//! paths found here nor what could not be followed on them count.
//!
//! See docs/decisions/search-beyond-the-default-length.md.

use super::part::{Part, Pause};
use super::{Exploration, Stop};
use crate::coverage::Coverage;
use crate::frontier::{Branch, Open};
use crate::reasons::Reasons;
use crate::target::TargetError;
use crate::tree::State;

/// What was known when everything within the bounds had been explored.
pub(super) struct Claim {
    pub settled: bool,
    pub paths: u64,
    pub assumptions_hold: bool,
    pub coverage: Coverage,
    /// There was no time to look far beyond.
    pub no_time_beyond: bool,
}

/// How many sides are tried at least; beyond that, a fraction of what has been tried before.
const SIDES: u64 = 96;
const FRACTION: u64 = 4;
/// In a round; few, because there are many ends.
const ROUND: u64 = 32;

impl<'a> Exploration<'a> {
    /// What may be said of what has been explored so far.
    pub(super) fn claim(&self) -> Claim {
        let mut coverage = Coverage::default();
        self.parts.iter().for_each(|part| coverage.merge(&part.coverage));
        Claim {
            settled: self.parts.iter().all(|part| part.tree.is_settled()),
            paths: self.parts.iter().map(|part| part.paths).sum(),
            assumptions_hold: self.parts.iter().any(|part| part.assumptions_hold),
            coverage,
            no_time_beyond: false,
        }
    }

    /// Goes beyond what was to be explored. What hinders it there is no reason to say less of the rest.
    pub(super) fn look_beyond(&mut self, claim: &mut Claim) -> Result<Stop, TargetError> {
        let bounds = &self.setting.options.bounds;
        if bounds.seek_len <= bounds.max_len {
            return Ok(Stop::Exhausted);
        }
        let manifest = self.setting.manifest;
        let reasons: Vec<Reasons<'a>> = self
            .parts
            .iter_mut()
            .map(|part| std::mem::replace(&mut part.reasons, Reasons::new(manifest)))
            .collect();
        let stop = self.try_longer(&claim.coverage)?;
        for (part, reasons) in self.parts.iter_mut().zip(reasons) {
            part.is_beyond = false;
            part.reasons = reasons;
        }
        claim.no_time_beyond = stop == Some(Stop::MaxTime);
        Ok(if stop == Some(Stop::Interrupted) { Stop::Interrupted } else { Stop::Exhausted })
    }

    /// Tries longer collections, if there are collections. Says why it stopped, if not because it has tried enough.
    fn try_longer(&mut self, known: &Coverage) -> Result<Option<Stop>, TargetError> {
        let bounds = &self.setting.options.bounds;
        for part in &mut self.parts {
            part.open_longer(bounds.seek_len, known);
        }
        let left = bounds.max_runs - self.runs();
        if let Some(stop) = self.parts[0].try_lengths(left)? {
            return Ok(Some(stop));
        }
        let tried = |parts: &[Part<'_>]| parts.iter().map(|part| part.tried).sum::<u64>();
        let before = tried(&self.parts);
        let enough = before + SIDES + before / FRACTION;
        while self.open() > 0 && tried(&self.parts) < enough && self.runs() < bounds.max_runs {
            let quota = ROUND.min(enough - tried(&self.parts));
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

impl Part<'_> {
    /// Opens the sides that no length within the bound leads to. `known` is what all parts together have covered.
    fn open_longer(&mut self, seek_len: u64, known: &Coverage) {
        self.coverage.merge(known);
        self.is_beyond = true;
        self.import.allow(seek_len, &mut self.terms);
        for side in self.tree.infeasible() {
            let step = self.tree.step(side);
            if self.import.is_about_length(step.condition, &self.terms) {
                self.tree.set(side, State::Open);
                let branch = Branch { site: step.site, taken: step.taken };
                self.frontier.add(Open { side, branch, distance: 0, hurdle: 0 });
            }
        }
    }
}
