//! Open sides change hands: who gives one away has found values that lead there, and who gets it begins with a run on them.

use super::Exploration;
use super::part::Part;
use crate::frontier::Open;
use crate::target::TargetError;
use crate::tree::{Edge, State, Step};
use crate::world::Reply;
use forall_protocol::inputs::Input;

/// How many parts there are when so many sides have been tried, and thus how many processors can be of use. Every part learns by itself
/// what the others know already, which is only worth it if there is much to do.
fn parts(tried: u64) -> usize {
    match tried {
        0..960 => 1,
        960..4_000 => 2,
        4_000..16_000 => 4,
        _ => 8,
    }
}

/// A part with fewer open sides keeps them.
const RICH: usize = 16;
/// Sides that change hands at once.
const GIFT: usize = 24;

/// A side that another part explores from now on.
pub(super) struct Handover {
    open: Open,
    /// The inputs that are not 0.
    values: Vec<(Input, u128)>,
    /// The decisions that lead there.
    path: Vec<(u32, bool)>,
}

impl Exploration<'_> {
    /// Gives parts with little to do some of what others have; `runs` is how many runs that may take.
    pub(super) fn share(&mut self, runs: u64) -> Result<(), TargetError> {
        let tried: u64 = self.parts.iter().map(|part| part.tried).sum();
        let parts = parts(tried);
        if parts == 1 {
            return Ok(());
        }
        while self.parts.len() < parts && self.open() >= RICH * parts {
            let mut part = Part::new(self.parts.len() as u32, self.setting)?;
            part.tree.set(Edge::ROOT, State::Elsewhere);
            self.parts.push(part);
        }
        let mut runs = usize::try_from(runs).unwrap_or(usize::MAX);
        let fair = self.open() / self.parts.len();
        for poor in 0..self.parts.len() {
            if self.parts[poor].frontier.len() * 4 >= fair {
                continue;
            }
            let by_wealth = |n: &usize| (self.parts[*n].frontier.len(), std::cmp::Reverse(*n));
            let Some(rich) = (0..self.parts.len()).max_by_key(by_wealth) else { continue };
            let surplus = self.parts[rich].frontier.len().saturating_sub(self.parts[poor].frontier.len());
            if rich == poor || surplus < RICH {
                break;
            }
            let count = GIFT.min(surplus / 2).min(runs);
            for handover in self.parts[rich].give(count)? {
                runs -= 1;
                if !self.parts[poor].take(&handover)? {
                    self.parts[rich].take_back(&handover);
                }
            }
        }
        Ok(())
    }
}

impl Part<'_> {
    /// Up to this many sides, each with an input that leads there.
    fn give(&mut self, count: usize) -> Result<Vec<Handover>, TargetError> {
        let (mut given, mut kept) = (Vec::new(), Vec::new());
        self.begin_episode()?;
        let mut whole = true;
        for _ in 0..count {
            let Some(open) = self.next_open_side() else { break };
            let side = open.side;
            let Some(path) = self.own_path(side) else {
                kept.push(open);
                continue;
            };
            let Ok(reply) = self.ask(side) else {
                kept.push(open);
                whole = false;
                break;
            };
            self.settle(side, &reply);
            if let Reply::Values(values) = reply {
                self.tree.set(side, State::Elsewhere);
                given.push(Handover { open, values: self.import.named(&values)?, path });
            } else {
                self.tried += 1;
            }
        }
        if whole {
            self.end_episode();
        }
        kept.into_iter().for_each(|open| self.frontier.add(open));
        Ok(given)
    }

    /// The decisions that a run through this side makes by itself. What was put before its own, because other runs had asked for other
    /// values of something, follows from its own decisions; but where `side` itself asks for another value, nobody else knows which.
    fn own_path(&self, side: Edge) -> Option<Vec<(u32, bool)>> {
        let asks_for_another = |step: &Step| {
            !step.taken && self.manifest.sites.get(step.site as usize).is_some_and(|s| s.outcomes == 0)
        };
        let steps = self.tree.steps(side);
        if steps.last().is_none_or(asks_for_another) {
            return None;
        }
        Some(
            steps.iter().filter(|step| !asks_for_another(step)).map(|step| (step.site, step.taken)).collect(),
        )
    }

    /// Explores a side from now on; false when the run does not lead there.
    fn take(&mut self, handover: &Handover) -> Result<bool, TargetError> {
        let (run, values) = loop {
            let (values, unknown) = self.import.indexed(&handover.values);
            let run = self.run(&values)?;
            // What this program has not asked for before has no index yet: a run tells, and the next one uses it.
            if !unknown || run.inputs.is_empty() {
                break (run, values);
            }
        };
        let steps = self.steps(&run)?;
        let path = &handover.path;
        let leads_there = steps.len() >= path.len()
            && steps.iter().zip(path).all(|(step, expected)| (step.site, step.taken) == *expected);
        if !leads_there {
            return Ok(false);
        }
        let Some(side) = self.tree.graft(&steps[..path.len()]) else { return Ok(false) };
        self.runs += 1;
        self.learn(&run, &values, Some(side))?;
        Ok(true)
    }

    fn take_back(&mut self, handover: &Handover) {
        self.tree.set(handover.open.side, State::Open);
        self.frontier.add(handover.open);
    }
}
