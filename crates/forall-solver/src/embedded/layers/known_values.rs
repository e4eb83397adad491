//! Variables that can have one value only: with it in their place, conditions often decide themselves.

use super::{Layer, Query, Step};
use crate::substitution::substituted;

pub(super) struct KnownValues;

impl Layer for KnownValues {
    fn name(&self) -> &'static str {
        "KnownValues"
    }

    fn decide(&mut self, query: &mut Query<'_>) -> Step {
        let values = query.shared.domains.known_values();
        if values.is_empty() {
            return Step::Open;
        }
        Step::Smaller { conditions: substituted(query.terms, query.group, &values), values }
    }
}
