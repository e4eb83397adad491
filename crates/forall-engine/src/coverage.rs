//! Which branch outcomes of the package's own code were taken.

use forall_protocol::manifest::{Manifest, NOT_COUNTED};
use forall_report::BranchSite;
use std::collections::HashSet;

/// A set of outcomes, by their index in the coverage map.
#[derive(Clone, Debug, Default)]
pub struct OutcomeSet(Vec<u64>);

impl OutcomeSet {
    /// Adds one; false when it is in already.
    pub fn insert(&mut self, outcome: u32) -> bool {
        let (word, bit) = (outcome as usize / 64, 1 << (outcome % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    pub fn extend(&mut self, outcomes: &[u32]) {
        for outcome in outcomes {
            self.insert(*outcome);
        }
    }

    fn merge(&mut self, other: &OutcomeSet) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    pub fn contains(&self, outcome: u32) -> bool {
        self.0.get(outcome as usize / 64).is_some_and(|word| word & 1 << (outcome % 64) != 0)
    }
}

/// What all runs together have taken.
#[derive(Debug, Default)]
pub struct Coverage {
    meaningful: OutcomeSet,
    any: OutcomeSet,
}

impl Coverage {
    pub fn add(&mut self, covered: &[u32], meaningful: bool) {
        self.any.extend(covered);
        if meaningful {
            self.meaningful.extend(covered);
        }
    }

    /// Is there something in it that no meaningful run has taken?
    pub fn would_grow(&self, covered: &[u32]) -> bool {
        covered.iter().any(|outcome| !self.meaningful.contains(*outcome))
    }

    /// Has a meaningful run taken it?
    pub fn has(&self, outcome: u32) -> bool {
        self.meaningful.contains(outcome)
    }

    /// Adds what runs elsewhere have taken.
    pub fn merge(&mut self, other: &Coverage) {
        self.any.merge(&other.any);
        self.meaningful.merge(&other.meaningful);
    }

    /// The branches of the functions that were entered. Not counted: a way into a panic that nothing took,
    /// and an outcome that only inputs outside the assumptions, or runs that were cut off, have taken; no
    /// case could ever show these.
    pub fn sites(&self, manifest: &Manifest) -> Vec<BranchSite> {
        let counted = || (0..).zip(&manifest.sites).filter(|(_, site)| site.first_outcome != NOT_COUNTED);
        let entered: HashSet<u32> = counted()
            .filter(|(_, site)| (0..site.outcomes).any(|n| self.any.contains(site.first_outcome + n)))
            .map(|(_, site)| site.function)
            .collect();
        let mut seen = OutcomeSet::default();
        let mut sites = Vec::new();
        for (index, site) in counted().filter(|(_, site)| entered.contains(&site.function)) {
            let new = |n: &u32| seen.insert(site.first_outcome + n);
            let outcomes: Vec<u32> = (0..site.outcomes).filter(new).collect();
            if outcomes.is_empty() {
                continue;
            }
            let taken = |n: u32| self.meaningful.contains(site.first_outcome + n);
            let panicking = |n: u32| n < 32 && site.panicking & 1 << n != 0;
            let excused = |n: u32| panicking(n) || self.any.contains(site.first_outcome + n);
            sites.push(BranchSite {
                location: manifest.place(index),
                function: manifest.text(site.function).into(),
                taken: outcomes.iter().copied().filter(|n| taken(*n)).collect(),
                missed: outcomes.iter().copied().filter(|n| !taken(*n) && !excused(*n)).collect(),
            });
        }
        sites
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_protocol::manifest::Site;
    use forall_report::Branches;

    fn site(function: u32, first_outcome: u32, outcomes: u32, panicking: u32) -> Site {
        Site { file: 0, line: 1, column: 1, function, first_outcome, outcomes, panicking, own: true }
    }

    #[test]
    fn only_functions_that_were_entered_count_with_all_their_outcomes() {
        let manifest = Manifest {
            sites: vec![site(0, 0, 2, 0), site(0, 2, 3, 0), site(1, 5, 2, 0), site(2, NOT_COUNTED, 2, 0)],
            texts: vec![],
            outcomes: 7,
            codes: vec![],
        };
        let mut coverage = Coverage::default();
        assert_eq!(Branches::of(&coverage.sites(&manifest)), Branches { covered: 0, total: 0, beyond: 0 });
        coverage.add(&[1], true);
        assert_eq!(Branches::of(&coverage.sites(&manifest)), Branches { covered: 1, total: 5, beyond: 0 });
        coverage.add(&[6], true);
        assert_eq!(Branches::of(&coverage.sites(&manifest)), Branches { covered: 2, total: 7, beyond: 0 });
    }

    #[test]
    fn a_way_into_a_panic_counts_once_it_was_taken() {
        let manifest =
            Manifest { sites: vec![site(0, 0, 2, 0b10)], texts: vec![], outcomes: 2, codes: vec![] };
        let mut coverage = Coverage::default();
        coverage.add(&[0], true);
        assert_eq!(Branches::of(&coverage.sites(&manifest)), Branches { covered: 1, total: 1, beyond: 0 });
        coverage.add(&[1], true);
        assert_eq!(Branches::of(&coverage.sites(&manifest)), Branches { covered: 2, total: 2, beyond: 0 });
    }

    #[test]
    fn every_branch_is_told_with_its_place_and_instances_of_a_generic_function_are_one() {
        let manifest = Manifest {
            sites: vec![site(1, 0, 3, 0b100), site(1, 0, 3, 0b100), site(2, 3, 2, 0)],
            texts: vec!["a.rs".into(), "f".into(), "g".into()],
            outcomes: 5,
            codes: vec![],
        };
        let mut coverage = Coverage::default();
        coverage.add(&[0], true);
        let (location, function) = ("a.rs:1:1".into(), "f".into());
        let f = BranchSite { location, function, taken: vec![0], missed: vec![1] };
        assert_eq!(coverage.sites(&manifest), [f]);
    }

    #[test]
    fn what_only_discarded_runs_take_is_not_asked_of_the_cases() {
        let manifest = Manifest { sites: vec![site(0, 0, 2, 0)], texts: vec![], outcomes: 2, codes: vec![] };
        let mut coverage = Coverage::default();
        coverage.add(&[0], false);
        coverage.add(&[1], true);
        assert_eq!(Branches::of(&coverage.sites(&manifest)), Branches { covered: 1, total: 1, beyond: 0 });
    }

    #[test]
    fn sets_grow_as_needed() {
        let mut outcomes = OutcomeSet::default();
        assert!(!outcomes.contains(1000));
        assert!(outcomes.insert(1000));
        assert!(!outcomes.insert(1000));
        assert!(outcomes.contains(1000) && !outcomes.contains(999));
    }
}
