//! Conflict-driven search for an assignment of the gates that a query depends on.
//!
//! The only clauses are the definitions of gates and what was learned from them, so both hold for every query and a query is a set
//! of assumptions. What one costs depends on the gates below its assumptions, not on all gates ever built: decisions are made on
//! those only, and the definitions of others are taken out of the way once they outnumber the ones in use (see `cone`).

mod analyze;
mod assignment;
mod cone;
mod learned;
mod order;
mod propagate;
mod search;

#[cfg(test)]
mod tests;

use std::time::Instant;

use crate::circuit::{Circuit, Literal};
use analyze::Analysis;
use assignment::Assignment;
use cone::Cone;
use learned::Learned;
use order::Order;
use propagate::Watches;

#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    /// Values can be asked for until the next check.
    Satisfiable,
    /// These of the assumptions contradict each other.
    Contradiction(Vec<Literal>),
    /// The budget is spent.
    Undecided,
    /// The gates contradict themselves, which they cannot: a defect.
    Broken,
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub deadline: Instant,
    pub conflicts: u64,
}

pub(crate) struct Sat {
    assignment: Assignment,
    watches: Watches,
    learned: Learned,
    cone: Cone,
    order: Order,
    /// By wire: the value to try first.
    phases: Vec<bool>,
    analysis: Analysis,
}

impl Sat {
    pub fn new() -> Self {
        Sat {
            assignment: Assignment::new(),
            watches: Watches::default(),
            learned: Learned::default(),
            cone: Cone::default(),
            order: Order::new(),
            phases: Vec::new(),
            analysis: Analysis::default(),
        }
    }

    /// Can all assumptions hold at once?
    pub fn check(&mut self, circuit: &Circuit, assumptions: &[Literal], budget: Budget) -> Verdict {
        self.backtrack(0);
        self.grow(circuit.len());
        self.enter_cone(circuit, assumptions);
        self.search(circuit, assumptions, budget)
    }

    /// The value of a literal in the assignment found last. Nothing determined those that are `None`.
    pub fn value(&self, literal: Literal) -> Option<bool> {
        self.assignment.value(literal)
    }

    fn grow(&mut self, wires: usize) {
        self.assignment.grow(wires);
        self.watches.grow(wires);
        self.cone.grow(wires);
        self.order.grow(wires);
        self.phases.resize(wires, false);
        self.analysis.grow(wires);
    }

    fn backtrack(&mut self, level: usize) {
        for literal in self.assignment.undo_to(level) {
            let wire = literal.wire();
            self.phases[wire as usize] = !literal.is_negated();
            if self.cone.contains(wire) {
                self.order.reopen(wire);
            }
        }
        self.order.rewind();
    }
}
