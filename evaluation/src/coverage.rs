//! Which branches several tests cover together.

use crate::forall::{Put, is_in};
use std::collections::BTreeMap;

pub struct Coverage {
    pub covered: usize,
    pub missed: Vec<Missed>,
}

/// An outcome of a branch that no test took.
pub struct Missed {
    /// `file:line:column`.
    pub location: String,
    pub function: String,
}

impl Coverage {
    /// Of the branches in one file of the package, or in the directory of that name.
    pub fn of(puts: &[&Put], module: &str) -> Coverage {
        // A place can hold several branches; they are told in the same order in every test.
        let mut outcomes: BTreeMap<(&str, &str, usize, u32), bool> = BTreeMap::new();
        for put in puts {
            let mut branches: BTreeMap<(&str, &str), usize> = BTreeMap::new();
            for site in put.branches.sites.iter().filter(|site| is_in(site, module)) {
                let (location, function) = (site.location.as_str(), site.function.as_str());
                let number = branches.entry((location, function)).or_default();
                *number += 1;
                for (taken, list) in [(true, &site.taken), (false, &site.missed)] {
                    for outcome in list {
                        *outcomes.entry((location, function, *number, *outcome)).or_default() |= taken;
                    }
                }
            }
        }
        let missed =
            outcomes.iter().filter(|(_, taken)| !**taken).map(|((location, function, ..), _)| Missed {
                location: (*location).to_owned(),
                function: function.split_once("::").map_or(*function, |(_, name)| name).to_owned(),
            });
        Coverage { covered: outcomes.values().filter(|taken| **taken).count(), missed: missed.collect() }
    }

    pub fn total(&self) -> usize {
        self.covered + self.missed.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forall_report::{Assumptions, BranchSite, Branches, Outcome, Test, Verdict};

    fn put(sites: Vec<BranchSite>) -> Put {
        Put(Outcome {
            test: Test { name: "krate::a::tests::x".into(), ..Test::default() },
            verdict: Verdict::Proved,
            paths: 1,
            path_counts: forall_report::PathCounts::default(),
            runs: 1,
            cases: 1,
            failures: Vec::new(),
            assumptions: Assumptions::default(),
            reasons: Vec::new(),
            remarks: Vec::new(),
            branches: forall_report::Coverage { branches: Branches::default(), sites },
            seconds: 0.1,
            first_failure_seconds: None,
        })
    }

    #[test]
    fn what_one_test_takes_another_need_not_take() {
        let site = |place: &str, taken: &[u32], missed: &[u32]| BranchSite {
            location: place.into(),
            function: "krate::a::f".into(),
            taken: taken.into(),
            missed: missed.into(),
        };
        let one = put(vec![site("src/a.rs:1:1", &[0], &[1]), site("src/a.rs:1:1", &[1], &[0])]);
        let other = put(vec![
            site("src/a.rs:1:1", &[1], &[0]),
            site("src/a.rs:1:1", &[1], &[0]),
            site("src/b.rs:1:1", &[], &[0]),
        ]);
        let coverage = Coverage::of(&[&one, &other], "a");
        assert_eq!(
            (coverage.covered, coverage.total()),
            (3, 4),
            "the second branch at the place always holds"
        );
        assert_eq!(
            (coverage.missed[0].location.as_str(), coverage.missed[0].function.as_str()),
            ("src/a.rs:1:1", "a::f")
        );
    }
}
