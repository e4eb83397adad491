//! The fewest sets that together have every member: what one case shows, another need not show again.

use std::cmp::Reverse;
use std::collections::HashMap;

pub struct Candidate {
    pub members: Vec<u32>,
    /// Of covers that are equally small, the one whose sets cost less in total is better.
    pub cost: (usize, usize),
}

/// Steps of the search for a better cover than the first one found.
const STEPS: u32 = 2_000;

/// Indices of the sets, in their order. Small problems are solved exactly; of large ones the best cover that
/// was found in time is taken.
pub fn smallest_cover(sets: &[Candidate]) -> Vec<usize> {
    let mut search = CoverSearch::new(sets);
    let everything = search.everything.clone();
    search.best = search.greedy(&everything);
    search.improve(&everything, &mut Vec::new());
    let mut cover: Vec<usize> = search.best.iter().map(|set| search.sets[*set].number).collect();
    cover.sort_unstable();
    cover
}

/// A set that is part of no other one.
struct Set {
    number: usize,
    cost: (usize, usize),
    members: Members,
}

struct CoverSearch {
    sets: Vec<Set>,
    /// By member.
    having: Vec<Vec<usize>>,
    everything: Members,
    largest: usize,
    /// The least of each kind of cost that any set has.
    cheapest: (usize, usize),
    best: Vec<usize>,
    steps: u32,
}

impl CoverSearch {
    fn new(candidates: &[Candidate]) -> CoverSearch {
        let mut indices: HashMap<u32, usize> = HashMap::new();
        let sets: Vec<Set> = (0..)
            .zip(candidates)
            .map(|(number, candidate)| {
                let mut members = Members::default();
                for member in &candidate.members {
                    let next = indices.len();
                    members.insert(*indices.entry(*member).or_insert(next));
                }
                Set { number, cost: candidate.cost, members }
            })
            .collect();
        let sets = maximal(sets);
        let (mut having, mut everything) = (vec![Vec::new(); indices.len()], Members::default());
        for (index, set) in sets.iter().enumerate() {
            for member in set.members.iter() {
                having[member].push(index);
                everything.insert(member);
            }
        }
        let largest = sets.iter().map(|set| set.members.len()).max().unwrap_or(1);
        let least = |of: fn(&Set) -> usize| sets.iter().map(of).min().unwrap_or(0);
        let cheapest = (least(|set| set.cost.0), least(|set| set.cost.1));
        CoverSearch { sets, having, everything, largest, cheapest, best: Vec::new(), steps: STEPS }
    }

    /// Always the set that adds the most.
    fn greedy(&self, everything: &Members) -> Vec<usize> {
        let (mut missing, mut chosen) = (everything.clone(), Vec::new());
        while missing.len() > 0 {
            let Some(best) = (0..self.sets.len()).min_by_key(|set| self.rank(*set, &missing)) else { break };
            missing = missing.without(&self.sets[best].members);
            chosen.push(best);
        }
        chosen
    }

    /// Branch and bound: some set must have the member that the fewest sets have.
    fn improve(&mut self, missing: &Members, chosen: &mut Vec<usize>) {
        if missing.len() == 0 {
            if self.price(chosen) < self.price(&self.best) {
                self.best.clone_from(chosen);
            }
            return;
        }
        // So many more are needed, and each costs at least as much as the cheapest.
        let more = missing.len().div_ceil(self.largest);
        let (count, first, second) = self.price(chosen);
        let at_least = (count + more, first + more * self.cheapest.0, second + more * self.cheapest.1);
        if at_least >= self.price(&self.best) || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let Some(rarest) = missing.iter().min_by_key(|member| self.having[*member].len()) else { return };
        if chosen.len() + 1 == self.best.len() {
            // Only one that has all of them would do.
            let whole = self.having[rarest].iter().filter(|set| missing.are_among(&self.sets[**set].members));
            if let Some(&last) = whole.min_by_key(|set| (self.sets[**set].cost, self.sets[**set].number)) {
                chosen.push(last);
                self.improve(&Members::default(), chosen);
                chosen.pop();
            }
            return;
        }
        let mut choices = self.having[rarest].clone();
        choices.sort_by_cached_key(|set| self.rank(*set, missing));
        for set in choices {
            chosen.push(set);
            self.improve(&missing.without(&self.sets[set].members), chosen);
            chosen.pop();
        }
    }

    /// The more it adds the better, then the less it costs.
    fn rank(&self, set: usize, missing: &Members) -> (Reverse<usize>, (usize, usize), usize) {
        let Set { number, cost, members } = &self.sets[set];
        (Reverse(members.shared(missing)), *cost, *number)
    }

    fn price(&self, chosen: &[usize]) -> (usize, usize, usize) {
        let cost = |of: fn(&Set) -> usize| chosen.iter().map(|set| of(&self.sets[*set])).sum();
        (chosen.len(), cost(|set| set.cost.0), cost(|set| set.cost.1))
    }
}

/// Leaves out the sets that others make superfluous: those that are empty, and those of which another has all
/// members and costs no more.
fn maximal(mut sets: Vec<Set>) -> Vec<Set> {
    sets.retain(|set| set.members.len() > 0);
    sets.sort_by_cached_key(|set| (Reverse(set.members.len()), set.cost, set.number));
    let mut useful: Vec<Set> = Vec::new();
    for set in sets {
        let superfluous = |other: &Set| other.cost <= set.cost && set.members.are_among(&other.members);
        if !useful.iter().any(superfluous) {
            useful.push(set);
        }
    }
    useful
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
struct Members(Vec<u64>);

impl Members {
    fn insert(&mut self, member: usize) {
        let word = member / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (member % 64);
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn without(&self, other: &Members) -> Members {
        let other = other.0.iter().chain(std::iter::repeat(&0));
        Members(self.0.iter().zip(other).map(|(word, other)| word & !other).collect())
    }

    fn are_among(&self, other: &Members) -> bool {
        let other = other.0.iter().chain(std::iter::repeat(&0));
        self.0.iter().zip(other).all(|(word, other)| word & !other == 0)
    }

    fn shared(&self, other: &Members) -> usize {
        self.0.iter().zip(&other.0).map(|(word, other)| (word & other).count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let of_word = |(index, word): (usize, &u64)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        };
        self.0.iter().enumerate().flat_map(of_word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
        // Families of seven sets of three members, against all their subfamilies.
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
