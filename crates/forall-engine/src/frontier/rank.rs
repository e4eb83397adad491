//! The best side first, by a rank that only ever gets worse: how rare its branch is, or how close a run came
//! to it.

use super::{Branch, Frontier, OpenSide};
use forall_solver::hash::FastMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What makes a side good; smaller is better.
pub trait Measure {
    /// `times` is how often runs took its branch; it may only make the rank worse as it grows.
    fn rank(open: &OpenSide, times: u32) -> (u32, u8);
}

#[derive(Default)]
pub struct ByRarity;

impl Measure for ByRarity {
    fn rank(open: &OpenSide, times: u32) -> (u32, u8) {
        (times, open.distance)
    }
}

#[derive(Default)]
pub struct ByFitness;

impl Measure for ByFitness {
    fn rank(open: &OpenSide, times: u32) -> (u32, u8) {
        (u32::from(times > 0), open.distance)
    }
}

#[derive(Default)]
pub struct Ranked<M> {
    /// Of equal rank, first come, first served.
    heap: BinaryHeap<Reverse<Entry>>,
    times: FastMap<Branch, u32>,
    added: u64,
    measure: std::marker::PhantomData<M>,
}

struct Entry {
    rank: (u32, u8),
    number: u64,
    open: OpenSide,
}

impl<M: Measure> Frontier for Ranked<M> {
    fn add(&mut self, open: OpenSide) {
        let rank = M::rank(&open, self.times(open.branch));
        self.added += 1;
        self.heap.push(Reverse(Entry { rank, number: self.added, open }));
    }

    fn reached(&mut self, branch: Branch) {
        *self.times.entry(branch).or_default() += 1;
    }

    fn next(&mut self) -> Option<OpenSide> {
        loop {
            let Reverse(best) = self.heap.pop()?;
            let rank = M::rank(&best.open, self.times(best.open.branch));
            // Ranks only get worse: one that is still what it was is the best.
            if rank == best.rank {
                // A side that leads nowhere counts too, or the same branch would come up again and again.
                self.reached(best.open.branch);
                return Some(best.open);
            }
            self.heap.push(Reverse(Entry { rank, ..best }));
        }
    }

    fn len(&self) -> usize {
        self.heap.len()
    }
}

impl<M> Ranked<M> {
    fn times(&self, branch: Branch) -> u32 {
        self.times.get(&branch).copied().unwrap_or(0)
    }
}

impl Entry {
    fn key(&self) -> ((u32, u8), u64) {
        (self.rank, self.number)
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::tests::{LOOP, RARE, drain, sides};

    #[test]
    fn what_few_runs_took_comes_first() {
        let (mut frontier, sides) = (Ranked::<ByRarity>::default(), sides(3));
        for (side, branch) in sides.iter().zip([LOOP, LOOP, RARE]) {
            frontier.add(OpenSide { side: *side, branch, distance: 0, hurdle: 0 });
        }
        frontier.reached(LOOP);
        assert_eq!(drain(&mut frontier), [sides[2], sides[0], sides[1]]);
    }

    #[test]
    fn what_a_run_came_close_to_comes_first() {
        let (mut frontier, sides) = (Ranked::<ByFitness>::default(), sides(3));
        frontier.reached(LOOP);
        for (side, (branch, distance)) in sides.iter().zip([(LOOP, 1), (RARE, 9), (LOOP, 0)]) {
            frontier.add(OpenSide { side: *side, branch, distance, hurdle: 0 });
        }
        assert_eq!(drain(&mut frontier), [sides[1], sides[2], sides[0]], "unseen, then close");
    }
}
