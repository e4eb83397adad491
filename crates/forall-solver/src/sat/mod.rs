//! Conflict-driven search for an assignment of the gates that a query depends on.
//!
//! The only clauses are the definitions of gates and what was learned from them, so both hold for every query
//! and a query is a set of assumptions. What one costs depends on the gates below its assumptions, not on all
//! gates ever built: the search only knows the gates in a window that moves along with the queries.

mod analyze;
mod assignment;
mod decision_order;
mod learned;
mod propagate;
mod search;
mod window;

#[cfg(test)]
mod tests;

use crate::circuit::{Circuit, Literal};
use crate::meter::Meter;
use crate::solver::Cancel;
use search::Search;
use window::Window;

#[derive(Debug, PartialEq)]
pub(crate) enum SatResult {
    /// Values can be asked for until the next check.
    Satisfiable,
    /// The assumptions contradict each other.
    Contradiction,
    /// The budget is spent.
    Undecided,
    /// The gates contradict themselves, which they cannot: a defect.
    Broken,
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget<'a> {
    pub meter: &'a Meter,
    pub conflicts: u64,
    pub cancel: Option<&'a Cancel>,
}

impl Budget<'_> {
    /// Is it spent after so many further steps?
    pub fn is_spent_after(&self, steps: u64) -> bool {
        self.meter.is_over_after(steps) || self.cancel.is_some_and(Cancel::is_cancelled)
    }
}

pub(crate) struct Sat {
    window: Window,
    search: Search,
}

impl Sat {
    pub fn new() -> Self {
        Sat { window: Window::new(), search: Search::new() }
    }

    /// Can all assumptions hold at once?
    pub fn check(&mut self, circuit: &Circuit, assumptions: &[Literal], budget: Budget<'_>) -> SatResult {
        self.search.start();
        let query = self.window.look_at(circuit, assumptions, &mut self.search);
        let before = self.search.work;
        let result = self.search.run(&query, budget);
        budget.meter.spend(self.search.work - before);
        result
    }

    /// The value of a literal in the assignment found last. Nothing determined those that are `None`.
    pub fn value(&self, literal: Literal) -> Option<bool> {
        self.search.value(self.window.inside(literal)?)
    }
}
