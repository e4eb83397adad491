//! The search itself: propagate, decide, learn, start over.

use super::analyze::Analysis;
use super::assignment::{Antecedent, Assignment};
use super::decision_order::DecisionOrder;
use super::learned::Learned;
use super::propagate::Watches;
use super::{Budget, SatResult};
use crate::circuit::{Gate, Literal};

/// Conflicts before the first restart.
const FIRST_RESTART: u64 = 64;

/// What is left of the budget is looked at once in so many steps.
const STEPS_PER_LOOK: u32 = 64;

/// All gates of a window and what is known about them.
pub(super) struct Search {
    /// By wire. Wire 0 is the constant "false".
    pub(super) gates: Vec<Gate>,
    pub(super) assignment: Assignment,
    pub(super) watches: Watches,
    pub(super) learned: Learned,
    pub(super) order: DecisionOrder,
    /// By wire: the value to try first.
    phases: Vec<bool>,
    pub(super) analysis: Analysis,
    /// How many clauses were looked at so far: that is what takes the time.
    pub(super) work: u64,
}

/// What is asked.
pub(super) struct Query {
    pub assumptions: Vec<Literal>,
    /// All wires that the assumptions depend on.
    pub wires: Vec<u32>,
}

impl Search {
    pub fn new() -> Self {
        let mut search = Search {
            gates: Vec::new(),
            assignment: Assignment::default(),
            watches: Watches::default(),
            learned: Learned::default(),
            order: DecisionOrder::new(),
            phases: Vec::new(),
            analysis: Analysis::default(),
            work: 0,
        };
        search.add(Gate::Input);
        search.assignment.assign(Literal::TRUE, Antecedent::Decided);
        search
    }

    /// Forgets the assignment of the query before.
    pub fn start(&mut self) {
        self.order.start(&[], &[]);
        self.backtrack(0);
    }

    /// Adds a gate, whose inputs have been added. Between queries.
    pub fn add(&mut self, gate: Gate) -> u32 {
        let wire = self.gates.len() as u32;
        self.gates.push(gate);
        self.assignment.add_wire();
        self.watches.add_wire();
        self.order.add_wire();
        self.analysis.add_wire();
        self.phases.push(false);
        self.watches.add_gate(gate, Literal::of_wire(wire));
        self.assignment.propagate_ground(gate, Literal::of_wire(wire));
        wire
    }

    /// Takes over from a search over other wires what it knows about those that `moved` finds here.
    pub fn inherit(&mut self, before: &Search, moved: impl Fn(Literal) -> Option<Literal>) {
        debug_assert_eq!((self.assignment.level(), before.assignment.level()), (0, 0));
        for literal in before.assignment.trail().iter().filter_map(|&literal| moved(literal)) {
            if self.assignment.is_open(literal) {
                self.assignment.assign(literal, Antecedent::Decided);
            }
        }
        self.order.inherit(&before.order, |wire| moved(Literal::of_wire(wire)).map(Literal::wire));
        self.learned.inherit(&before.learned, moved);
        self.watch_learned();
    }

    pub fn value(&self, literal: Literal) -> Option<bool> {
        self.assignment.value(literal)
    }

    pub fn run(&mut self, query: &Query, budget: Budget<'_>) -> SatResult {
        for &wire in &query.wires {
            self.phases[wire as usize] = false;
        }
        let is_input = |wire: &u32| self.gates[*wire as usize] == Gate::Input;
        let inputs: Vec<u32> = query.wires.iter().copied().filter(is_input).collect();
        self.order.start(&query.wires, &inputs);
        self.learned.reset_limit();
        let (mut steps, mut restarts, mut conflicts, mut left) = (0u32, 0, 0, budget.conflicts);
        let before = self.work;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(STEPS_PER_LOOK) && budget.is_spent_after(self.work - before) {
                return SatResult::Undecided;
            }
            if let Some(conflict) = self.propagate() {
                if self.assignment.level() == 0 {
                    debug_assert!(false, "gates contradict themselves");
                    return SatResult::Broken;
                }
                if left == 0 {
                    return SatResult::Undecided;
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
                    self.forget();
                } else {
                    self.backtrack(query.assumptions.len().min(self.assignment.level()));
                }
                continue;
            }
            match self.next_decision(&query.assumptions) {
                Next::Decide(literal) => {
                    self.assignment.start_level();
                    self.assignment.assign(literal, Antecedent::Decided);
                }
                Next::Refuted => return SatResult::Contradiction,
                Next::Done => return SatResult::Satisfiable,
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
                return Next::Refuted;
            }
            self.assignment.start_level();
        }
        match self.order.next(&self.assignment) {
            Some(wire) => Next::Decide(Literal::of_wire(wire).negated_if(!self.phases[wire as usize])),
            None => Next::Done,
        }
    }

    fn backtrack(&mut self, level: usize) {
        for literal in self.assignment.undo_to(level) {
            let wire = literal.wire();
            self.phases[wire as usize] = !literal.is_negated();
            self.order.reopen(wire);
        }
        self.order.rewind();
    }
}

enum Next {
    Decide(Literal),
    /// An assumption is false already.
    Refuted,
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
