//! The fewest sets that together have every member: what one case shows, another need not show again.

use std::collections::{BTreeSet, HashMap};

pub struct Candidate {
    pub members: Vec<u32>,
    /// Of covers that are equally small, the one whose sets cost less in total is better.
    pub cost: (usize, usize),
}

/// Steps of the search for a better cover than the first one found.
const STEPS: u32 = 20_000;

/// Indices of the sets, in their order. Small problems are solved exactly; of large ones the best cover that was found in time is taken.
pub fn smallest_cover(sets: &[Candidate]) -> Vec<usize> {
    let mut search = Search::new(sets);
    let everything: BTreeSet<u32> = sets.iter().flat_map(|set| set.members.iter().copied()).collect();
    search.best = search.greedy(&everything);
    let mut chosen = Vec::new();
    search.improve(&everything, &mut chosen);
    let mut cover = search.best;
    cover.sort_unstable();
    cover
}

struct Search<'a> {
    sets: &'a [Candidate],
    /// Sets that are part of no other one.
    useful: Vec<usize>,
    having: HashMap<u32, Vec<usize>>,
    largest: usize,
    best: Vec<usize>,
    steps: u32,
}

impl<'a> Search<'a> {
    fn new(sets: &'a [Candidate]) -> Search<'a> {
        let useful = maximal(sets);
        let mut having: HashMap<u32, Vec<usize>> = HashMap::new();
        for set in &useful {
            for member in &sets[*set].members {
                having.entry(*member).or_default().push(*set);
            }
        }
        let largest = useful.iter().map(|set| sets[*set].members.len()).max().unwrap_or(1);
        Search { sets, useful, having, largest, best: Vec::new(), steps: STEPS }
    }

    /// Always the set that adds the most.
    fn greedy(&self, everything: &BTreeSet<u32>) -> Vec<usize> {
        let (mut missing, mut chosen) = (everything.clone(), Vec::new());
        while !missing.is_empty() {
            let gain = |set: usize| self.sets[set].members.iter().filter(|m| missing.contains(*m)).count();
            let rank = |set: &&usize| (gain(**set), std::cmp::Reverse((self.sets[**set].cost, **set)));
            let Some(best) = self.useful.iter().max_by_key(rank) else { break };
            missing.retain(|member| !self.sets[*best].members.contains(member));
            chosen.push(*best);
        }
        chosen
    }

    /// Branch and bound: some set must have the member that the fewest sets have.
    fn improve(&mut self, missing: &BTreeSet<u32>, chosen: &mut Vec<usize>) {
        if missing.is_empty() {
            if self.price(chosen) < self.price(&self.best) {
                self.best.clone_from(chosen);
            }
            return;
        }
        let at_least = chosen.len() + missing.len().div_ceil(self.largest);
        if at_least > self.best.len() || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let Some(rarest) = missing.iter().min_by_key(|member| self.having[*member].len()) else { return };
        let mut choices = self.having[rarest].clone();
        let gain = |set: usize| self.sets[set].members.iter().filter(|m| missing.contains(*m)).count();
        choices.sort_by_key(|set| (std::cmp::Reverse(gain(*set)), self.sets[*set].cost, *set));
        for set in choices {
            let members = &self.sets[set].members;
            let rest: BTreeSet<u32> = missing.iter().filter(|m| !members.contains(m)).copied().collect();
            chosen.push(set);
            self.improve(&rest, chosen);
            chosen.pop();
        }
    }

    fn price(&self, chosen: &[usize]) -> (usize, usize, usize) {
        let cost = |of: fn(&Candidate) -> usize| chosen.iter().map(|set| of(&self.sets[*set])).sum();
        (chosen.len(), cost(|set| set.cost.0), cost(|set| set.cost.1))
    }
}

/// The sets that no other one makes superfluous: not empty, and none larger, or as large and cheaper, has all their members.
fn maximal(sets: &[Candidate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sets.len()).filter(|set| !sets[*set].members.is_empty()).collect();
    order.sort_by_key(|set| (std::cmp::Reverse(sets[*set].members.len()), sets[*set].cost, *set));
    let mut useful: Vec<(usize, BTreeSet<u32>)> = Vec::new();
    for set in order {
        let members: BTreeSet<u32> = sets[set].members.iter().copied().collect();
        let superfluous =
            useful.iter().any(|(other, larger)| members.is_subset(larger) && !cheaper(sets, set, *other));
        if !superfluous {
            useful.push((set, members));
        }
    }
    useful.into_iter().map(|(set, _)| set).collect()
}

fn cheaper(sets: &[Candidate], one: usize, other: usize) -> bool {
    sets[one].cost < sets[other].cost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(sets: &[&[u32]]) -> Vec<usize> {
        let candidates: Vec<Candidate> =
            sets.iter().map(|members| Candidate { members: members.to_vec(), cost: (1, 1) }).collect();
        smallest_cover(&candidates)
    }

    #[test]
    fn greed_is_not_always_best() {
        let sets: &[&[u32]] = &[&[0, 1, 2, 3], &[0, 1, 4], &[2, 3, 5], &[4, 5]];
        assert_eq!(cover(sets), [0, 3]);
        // The largest set is of no use here.
        let sets: &[&[u32]] = &[&[1, 2, 3, 4], &[0, 1, 2], &[3, 4, 5], &[0], &[5]];
        assert_eq!(cover(sets), [1, 2]);
    }

    #[test]
    fn of_equally_small_covers_the_cheapest_is_taken() {
        let set = |members: &[u32], cost| Candidate { members: members.to_vec(), cost: (cost, 0) };
        assert_eq!(smallest_cover(&[set(&[0, 1], 3), set(&[0, 1], 2)]), [1]);
        assert_eq!(smallest_cover(&[set(&[0, 1, 2], 9), set(&[0, 1], 1), set(&[2], 1)]), [0]);
        assert_eq!(smallest_cover(&[set(&[0, 1], 9), set(&[2, 1], 1), set(&[0], 1)]), [1, 2]);
    }

    #[test]
    fn small_problems_are_solved_exactly() {
        // All families of three-member sets over five members that a counter makes, against all their subfamilies.
        let mut seed = 1u32;
        for _ in 0..200 {
            let mut random = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                seed >> 16
            };
            let sets: Vec<Vec<u32>> = (0..7).map(|_| (0..3).map(|_| random() % 8).collect()).collect();
            let all: BTreeSet<u32> = sets.iter().flatten().copied().collect();
            let covers = |chosen: u32| {
                let chosen = (0..7).filter(|n| chosen & 1 << n != 0);
                chosen.flat_map(|n| sets[n].clone()).collect::<BTreeSet<u32>>() == all
            };
            let fewest = (0..1 << 7).filter(|c| covers(*c)).map(u32::count_ones).min().unwrap();
            let found = cover(&sets.iter().map(Vec::as_slice).collect::<Vec<_>>());
            assert_eq!(found.len() as u32, fewest, "{sets:?}");
            assert!(covers(found.iter().map(|n| 1 << n).sum()));
        }
    }

    #[test]
    fn nothing_is_covered_by_nothing() {
        assert_eq!(cover(&[]), Vec::<usize>::new());
        assert_eq!(cover(&[&[]]), Vec::<usize>::new());
    }
}
