//! Small sets of conditions that were found to contradict each other: whatever contains one is unsatisfiable too.

use std::collections::VecDeque;

use crate::hash::FastMap;
use crate::terms::Term;

#[derive(Default)]
pub(super) struct Contradictions {
    /// By the youngest condition, the latest first. Each is sorted.
    by_youngest: FastMap<Term, VecDeque<Box<[Term]>>>,
}

impl Contradictions {
    /// How many are kept for each youngest condition.
    const KEPT: usize = 16;

    pub fn keep(&mut self, mut contradiction: Vec<Term>) {
        contradiction.sort_unstable();
        contradiction.dedup();
        let Some(&youngest) = contradiction.last() else { return };
        let known = self.by_youngest.entry(youngest).or_default();
        known.truncate(Self::KEPT - 1);
        known.push_front(contradiction.into_boxed_slice());
    }

    /// Does a sorted group contain one?
    pub fn any_within(&self, group: &[Term]) -> bool {
        group.iter().any(|condition| {
            self.by_youngest.get(condition).is_some_and(|known| {
                known.iter().any(|contradiction| contradiction.iter().all(|c| group.binary_search(c).is_ok()))
            })
        })
    }
}
