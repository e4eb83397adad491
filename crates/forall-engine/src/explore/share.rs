//! Open sides change hands: who gives one away has found values that lead there, and who gets it begins with
//! a run on them.

use super::rounds::side_by_side;
use super::series;
use super::worker::Worker;
use super::{Exploration, Setting};
use crate::environment::Reply;
use crate::executor::{ExecutorError, Run};
use crate::frontier::OpenSide;
use crate::tree::{Side, SideState};
use forall_protocol::inputs::Input;
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

/// How many workers there are when so many sides have been tried, and thus how many processors can be of use.
/// Every worker learns by itself what the others know already, which is only worth it if there is much to do.
fn workers(tried: u64) -> usize {
    match tried {
        0..64 => 1,
        64..3_000 => 2,
        3_000..12_000 => 4,
        _ => 8,
    }
}

/// With fewer open sides for each it is not worth it to have more workers.
const WORTHWHILE: usize = 48;
/// A worker with fewer open sides keeps them.
const RICH: usize = 16;
/// Sides that change hands at once.
const GIFT: usize = 192;

/// A side that another worker explores from now on.
pub(super) struct Handover {
    /// Who gives it away.
    from: usize,
    open: OpenSide,
    /// The inputs that are not 0.
    values: Vec<(Input, u128)>,
    /// The decisions that lead there.
    path: Vec<(u32, bool)>,
}

impl Exploration<'_> {
    /// Sees to it that there are as many workers as can be of use.
    pub(super) fn start_workers(&mut self) -> Result<(), ExecutorError> {
        let wanted = workers(self.workers.iter().map(|worker| worker.search.tried).sum());
        if self.open() < WORTHWHILE * wanted {
            return Ok(());
        }
        let (setting, runs) = (self.setting, self.runs());
        let numbers = (self.workers.len() as u32..wanted as u32).collect();
        let started = side_by_side(setting.environment.permits, numbers, |number| {
            Worker::elsewhere(number, setting, runs)
        });
        for worker in started {
            self.workers.push(worker?);
        }
        Ok(())
    }

    /// Gives workers with little to do some of what others have; `runs` is how many runs that may take.
    pub(super) fn share(&mut self, runs: u64) -> Result<(), ExecutorError> {
        let gifts = gifts(
            self.workers.iter().map(Worker::open).collect(),
            usize::try_from(runs).unwrap_or(usize::MAX),
        );
        let givers: Vec<(usize, &mut Worker<'_>, usize)> = self
            .workers
            .iter_mut()
            .enumerate()
            .map(|(from, worker)| {
                (from, worker, gifts.iter().filter(|gift| gift.from == from).map(|gift| gift.count).sum())
            })
            .filter(|(_, _, count)| *count > 0)
            .collect();
        let given = side_by_side(self.setting.environment.permits, givers, |(from, worker, count)| {
            Ok((from, worker.give(from, count)?.into_iter()))
        });
        let mut given: HashMap<usize, std::vec::IntoIter<Handover>> =
            given.into_iter().collect::<Result<_, _>>()?;
        for gift in gifts {
            let sides = given.get_mut(&gift.from).into_iter().flatten();
            self.workers[gift.to].received.extend(sides.take(gift.count));
        }
        Ok(())
    }

    /// What did not lead where it should goes on where it was.
    pub(super) fn return_refused(&mut self) {
        let refused: Vec<Handover> =
            self.workers.iter_mut().flat_map(|worker| std::mem::take(&mut worker.refused)).collect();
        for handover in refused {
            self.workers[handover.from].take_back(&handover);
        }
    }
}

struct Gift {
    from: usize,
    to: usize,
    count: usize,
}

/// Who gives whom how much, given how many sides each has; at most `most` in all.
fn gifts(mut open: Vec<usize>, most: usize) -> Vec<Gift> {
    let fair = open.iter().sum::<usize>() / open.len();
    let (mut gifts, mut left) = (Vec::new(), most);
    for to in 0..open.len() {
        let Some(from) = (0..open.len()).max_by_key(|n| (open[*n], Reverse(*n))) else { break };
        let surplus = open[from].saturating_sub(open[to]);
        if open[to] * 4 >= fair || surplus < RICH {
            continue;
        }
        let count = GIFT.min(surplus / 2).min(left);
        left -= count;
        open[from] -= count;
        open[to] += count;
        gifts.push(Gift { from, to, count });
    }
    gifts
}

impl<'a> Worker<'a> {
    /// A worker that has nothing to do until it is given something. Others have made so many runs already.
    pub(super) fn elsewhere(
        number: u32,
        setting: Setting<'a>,
        runs: u64,
    ) -> Result<Worker<'a>, ExecutorError> {
        let mut worker = Worker::new(number, setting)?;
        worker.search.runs_before = runs;
        worker.search.tree.set(Side::ROOT, SideState::Elsewhere);
        Ok(worker)
    }

    /// Begins with what others gave away, with at most `runs` runs.
    pub(super) fn take_received(&mut self, runs: u64) -> Result<(), ExecutorError> {
        let most = self.search.runs + runs;
        let mut received = VecDeque::from(std::mem::take(&mut self.received));
        while !received.is_empty() && self.search.runs < most && !self.search.clock_is_up() {
            let series = self.known_values(&received, (most - self.search.runs).min(series::LONGEST));
            let series: Vec<&[u128]> = series.iter().map(Vec::as_slice).collect();
            if series.is_empty() {
                let Some(handover) = received.pop_front() else { break };
                let (run, values) = self.run_unknown(&handover)?;
                self.take(handover, &run, &values)?;
                continue;
            }
            for (run, values) in self.search.program.run_series(&series)?.iter().zip(series) {
                if let Some(handover) = received.pop_front() {
                    self.take(handover, run, values)?;
                }
            }
        }
        self.refused.extend(received);
        Ok(())
    }

    /// The values of the next handovers, as long as this program has asked for all of their inputs before.
    fn known_values(&self, received: &VecDeque<Handover>, most: u64) -> Vec<Vec<u128>> {
        let values = received.iter().map(|handover| self.search.program.inputs().indexed(&handover.values));
        values.take_while(|(_, unknown)| !unknown).map(|(values, _)| values).take(most as usize).collect()
    }

    /// Up to this many sides, each with an input that leads there.
    fn give(&mut self, from: usize, count: usize) -> Result<Vec<Handover>, ExecutorError> {
        let (mut given, mut kept) = (Vec::new(), Vec::new());
        self.begin_episode()?;
        let mut whole = true;
        for _ in 0..count {
            let Some(open) = self.search.next_open_side() else { break };
            let side = open.side;
            let Some(path) = self.search.own_path(side) else {
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
                self.search.tree.set(side, SideState::Elsewhere);
                given.push(Handover {
                    from,
                    open,
                    values: self.search.program.inputs().named(&values)?,
                    path,
                });
            } else {
                self.search.tried += 1;
            }
        }
        if whole {
            self.end_episode();
        }
        kept.into_iter().for_each(|open| self.search.frontier.add(open));
        Ok(given)
    }

    /// What this program has not asked for before has no index yet: a run tells, and the next one uses it.
    fn run_unknown(&mut self, handover: &Handover) -> Result<(Run, Vec<u128>), ExecutorError> {
        loop {
            let (values, unknown) = self.search.program.inputs().indexed(&handover.values);
            let run = self.search.program.run(&values)?;
            if !unknown || run.inputs.is_empty() {
                return Ok((run, values));
            }
        }
    }

    /// Explores a side from now on, unless the run does not lead there.
    fn take(&mut self, handover: Handover, run: &Run, values: &[u128]) -> Result<(), ExecutorError> {
        let steps = self.search.program.steps(run, &mut self.findings.reasons)?;
        let path = &handover.path;
        let leads_there = steps.len() >= path.len()
            && steps.iter().zip(path).all(|(step, expected)| (step.site, step.taken) == *expected);
        let side = if leads_there { self.search.tree.graft(&steps[..path.len()]) } else { None };
        match side {
            Some(side) => {
                self.search.runs += 1;
                self.learn(run, values, Some(side))?;
            }
            None => self.refused.push(handover),
        }
        Ok(())
    }

    fn take_back(&mut self, handover: &Handover) {
        self.search.tree.set(handover.open.side, SideState::Open);
        self.search.frontier.add(handover.open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(open: &[usize], most: usize) -> Vec<(usize, usize, usize)> {
        gifts(open.to_vec(), most).iter().map(|gift| (gift.from, gift.to, gift.count)).collect()
    }

    #[test]
    fn the_rich_give_half_of_what_they_have_more() {
        assert_eq!(given(&[100, 0], usize::MAX), [(0, 1, 50)]);
        assert_eq!(given(&[100, 0, 0], usize::MAX), [(0, 1, 50), (0, 2, 25)]);
        assert_eq!(given(&[0, 4_000], usize::MAX), [(1, 0, GIFT)]);
        assert_eq!(given(&[300, 280, 0], usize::MAX), [(0, 2, 150)]);
    }

    #[test]
    fn those_with_enough_get_nothing_and_those_with_little_give_nothing() {
        assert!(given(&[100, 60, 40], usize::MAX).is_empty());
        assert!(given(&[RICH - 1, 0], usize::MAX).is_empty());
        assert!(given(&[500], usize::MAX).is_empty());
    }

    #[test]
    fn no_more_is_given_than_there_are_runs() {
        assert_eq!(given(&[100, 0, 0], 60), [(0, 1, 50), (0, 2, 10)]);
    }
}
