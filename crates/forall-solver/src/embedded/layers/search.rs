//! The search over circuits, which decides everything if it may go on for long enough.

use super::{Layer, Query, Step};
use crate::solver::Answer;

pub(super) const NAME: &str = "Search";

/// An attempt that costs less than making other terms.
pub(super) const VERY_EASY: Search = Search { conflicts: 8, takes_functions: true };

/// An attempt that costs less than looking for a solution by other means. It comes after what was not tried
/// on functions.
pub(super) const EASY: Search = Search { conflicts: 40, takes_functions: false };

pub(super) const TO_THE_END: Search = Search { conflicts: u64::MAX, takes_functions: true };

/// An attempt that is given up after so many conflicts.
pub(super) struct Search {
    conflicts: u64,
    takes_functions: bool,
}

impl Layer for Search {
    fn name(&self) -> &'static str {
        NAME
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let Query { terms, group, meter, shared } = query;
        match shared.circuits.encode(terms, group, meter) {
            Ok(assumptions) => shared.circuits.search(terms, group, &assumptions, meter, self.conflicts),
            Err(reason) => Step::Answer(Answer::Unknown(reason)),
        }
    }

    fn takes_functions(&self) -> bool {
        self.takes_functions
    }
}
