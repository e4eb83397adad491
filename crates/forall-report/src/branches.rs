//! Which branches of the package's own code were taken.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Outcomes of branches in the package's own code, in functions that were entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Branches {
    pub covered: u32,
    pub total: u32,
    /// Those among the covered ones that only inputs beyond the bounds took.
    pub beyond: u32,
}

/// A branch in the package's own code, in a function that was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchSite {
    /// `file:line:column`.
    pub location: String,
    /// The function it is in.
    pub function: String,
    /// Outcomes that were taken: of a condition 0 when it did not hold and 1 when it did, of a `match` one an arm.
    pub taken: Vec<u32>,
    /// Outcomes that count and were not taken.
    pub missed: Vec<u32>,
}

/// How many branches were taken, and which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    #[serde(flatten)]
    pub branches: Branches,
    pub sites: Vec<BranchSite>,
}

impl Branches {
    pub fn of(sites: &[BranchSite]) -> Branches {
        let sum = |outcomes: fn(&BranchSite) -> usize| sites.iter().map(outcomes).sum::<usize>() as u32;
        let (covered, missed) = (sum(|site| site.taken.len()), sum(|site| site.missed.len()));
        Branches { covered, total: covered + missed, beyond: 0 }
    }

    /// Are at least so many percent covered? Of none, all are.
    pub fn reach(self, percent: u8) -> bool {
        u64::from(self.covered) * 100 >= u64::from(self.total) * u64::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_not_rounded() {
        let branches = Branches { covered: 899, total: 1000, beyond: 0 };
        assert!(branches.reach(89) && !branches.reach(90));
        assert!(Branches::default().reach(100));
    }
}
