//! Values for variables.

use std::collections::BTreeMap;

use crate::terms::Term;

/// An assignment of values to variables. A variable that was never set is 0.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Model {
    /// Only values other than 0, so that equal assignments are equal models.
    values: BTreeMap<Term, u128>,
}

impl Model {
    pub fn new() -> Self {
        Model::default()
    }

    pub fn get(&self, variable: Term) -> u128 {
        self.values.get(&variable).copied().unwrap_or(0)
    }

    /// Bits beyond the width of the variable are ignored by whoever evaluates under this model.
    pub fn set(&mut self, variable: Term, value: u128) {
        if value == 0 {
            self.values.remove(&variable);
        } else {
            self.values.insert(variable, value);
        }
    }

    /// The variables that are not 0, in the order in which they were created.
    pub fn iter(&self) -> impl Iterator<Item = (Term, u128)> + '_ {
        self.values.iter().map(|(&variable, &value)| (variable, value))
    }
}
