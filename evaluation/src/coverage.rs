//! Which branches several tests cover together.

use crate::forall::Put;
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
            for site in put.branches.sites.iter().filter(|site| site.is_in(module)) {
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
