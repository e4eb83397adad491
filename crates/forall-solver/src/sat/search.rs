//! The search itself: propagate, decide, learn, start over.

use std::time::Instant;

use super::assignment::Reason;
use super::{Budget, Sat, Verdict};
use crate::circuit::{Circuit, Literal};

/// Conflicts before the first restart.
const FIRST_RESTART: u64 = 64;

/// The clock is read once in so many steps.
const STEPS_PER_LOOK: u32 = 64;

impl Sat {
    pub(super) fn search(&mut self, circuit: &Circuit, assumptions: &[Literal], budget: Budget) -> Verdict {
        self.learned.reset_limit();
        let (mut steps, mut restarts, mut conflicts, mut left) = (0u32, 0, 0, budget.conflicts);
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_PER_LOOK) && Instant::now() >= budget.deadline {
                return Verdict::Undecided;
            }
            if let Some(conflict) = self.propagate() {
                if self.assignment.level() == 0 {
                    debug_assert!(false, "gates contradict themselves");
                    return Verdict::Broken;
                }
                if left == 0 {
                    return Verdict::Undecided;
                }
                left -= 1;
                conflicts += 1;
                self.analyze(conflict);
                self.backtrack(self.analysis.level);
                let clause = std::mem::take(&mut self.analysis.clause);
                self.learn(&clause, self.analysis.glue);
                self.analysis.clause = clause;
                self.order.age();
                continue;
            }
            if conflicts >= FIRST_RESTART * luby(restarts) {
                conflicts = 0;
                restarts += 1;
                if self.learned.too_many() {
                    self.backtrack(0);
                    self.forget(circuit);
                } else {
                    self.backtrack(assumptions.len().min(self.assignment.level()));
                }
                continue;
            }
            match self.next_decision(assumptions) {
                Next::Decide(literal) => {
                    self.assignment.start_level();
                    self.assignment.assign(literal, Reason::Decided);
                }
                Next::Refuted(assumption) => return Verdict::Contradiction(self.contradiction(assumption)),
                Next::Done => return Verdict::Satisfiable,
            }
        }
    }

    /// Assumptions come first, each at a level of its own.
    fn next_decision(&mut self, assumptions: &[Literal]) -> Next {
        while let Some(&assumption) = assumptions.get(self.assignment.level()) {
            if self.assignment.is_open(assumption) {
                return Next::Decide(assumption);
            }
            if self.assignment.is_false(assumption) {
                return Next::Refuted(assumption);
            }
            self.assignment.start_level();
        }
        match self.order.next(&self.assignment) {
            Some(wire) => Next::Decide(Literal::of_wire(wire).negated_if(!self.phases[wire as usize])),
            None => Next::Done,
        }
    }
}

enum Next {
    Decide(Literal),
    /// This assumption is false already.
    Refuted(Literal),
    /// Every input of the query has a value, and so has every gate.
    Done,
}

/// The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
fn luby(index: u64) -> u64 {
    let mut index = index + 1;
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}
