//! Clauses learned from conflicts. They follow from the gates alone, so they stay true for all later queries.

use super::assignment::Antecedent;
use super::propagate::Watch;
use super::search::Search;
use crate::circuit::Literal;

/// How many are kept when a query starts.
const KEPT: usize = 4000;

#[derive(Default)]
pub(super) struct Learned {
    /// The literals of all clauses, one after the other. Within a clause the watched ones stand first.
    pub literals: Vec<Literal>,
    clauses: Vec<Clause>,
    /// More than these are too many.
    limit: usize,
    #[cfg(test)]
    pub times_forgotten: usize,
    /// How many clauses came from the search before.
    #[cfg(test)]
    pub inherited: usize,
}

#[derive(Clone, Copy)]
struct Clause {
    start: u32,
    end: u32,
    /// From how many levels its literals came: the fewer, the more useful it will be.
    glue: u32,
}

impl Clause {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Learned {
    pub fn reset_limit(&mut self) {
        self.limit = KEPT;
    }

    pub fn too_many(&self) -> bool {
        self.clauses.len() > self.limit
    }

    fn push(&mut self, literals: &[Literal], glue: u32) -> Clause {
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        let clause = Clause { start, end: self.literals.len() as u32, glue };
        self.clauses.push(clause);
        clause
    }

    /// Takes over the clauses all literals of which have moved.
    pub fn inherit(&mut self, before: &Learned, moved: impl Fn(Literal) -> Option<Literal>) {
        #[cfg(test)]
        {
            self.times_forgotten = before.times_forgotten;
        }
        for clause in &before.clauses {
            let literals: Option<Vec<Literal>> =
                before.literals[clause.range()].iter().map(|&l| moved(l)).collect();
            if let Some(literals) = literals {
                self.push(&literals, clause.glue);
            }
        }
        #[cfg(test)]
        {
            self.inherited = self.clauses.len();
        }
    }

    /// Keeps the better half, the younger ones among equals.
    fn forget_half(&mut self) {
        let mut by_worth: Vec<usize> = (0..self.clauses.len()).collect();
        by_worth.sort_by_key(|&i| (self.clauses[i].glue, std::cmp::Reverse(i)));
        by_worth.truncate(self.clauses.len() / 2);
        by_worth.sort_unstable();
        let old = std::mem::take(self);
        self.limit = old.limit + old.limit / 10;
        #[cfg(test)]
        {
            self.times_forgotten = old.times_forgotten + 1;
        }
        for i in by_worth {
            let clause = old.clauses[i];
            self.push(&old.literals[clause.range()], clause.glue);
        }
    }
}

impl Search {
    /// Stores a clause that is false but for its first literal, which becomes true. The second is the latest
    /// of the others.
    pub(super) fn learn(&mut self, literals: &[Literal], glue: u32) {
        let implied = literals[0];
        if literals.len() == 1 {
            self.assignment.assign(implied, Antecedent::Decided);
            return;
        }
        let clause = self.learned.push(literals, glue);
        if let Some(short) = short(literals) {
            self.watches.add_short(short);
            self.assignment.assign(implied, Antecedent::Near(short[1], short[2]));
        } else {
            self.watch(clause);
            self.assignment.assign(implied, Antecedent::Far { start: clause.start, end: clause.end });
        }
    }

    /// Drops half of what was learned. At level 0, where nothing needs a reason.
    pub(super) fn forget(&mut self) {
        debug_assert_eq!(self.assignment.level(), 0);
        self.learned.forget_half();
        self.watches.clear();
        for (wire, &gate) in self.gates.iter().enumerate() {
            self.watches.add_gate(gate, Literal::of_wire(wire as u32));
        }
        self.watch_learned();
    }

    /// Watches the learned clauses. At level 0.
    pub(super) fn watch_learned(&mut self) {
        for i in 0..self.learned.clauses.len() {
            let clause = self.learned.clauses[i];
            let literals = &mut self.learned.literals[clause.range()];
            if literals.iter().any(|&literal| self.assignment.is_true(literal)) {
                continue;
            }
            if let Some(short) = short(literals) {
                self.watches.add_short(short);
                continue;
            }
            // False ones to the back. One that is false but for at most one literal is of no use to two
            // watches; the search finds out again what it says, as a fact of level 0.
            literals.sort_by_key(|l| self.assignment.is_false(*l));
            if self.assignment.is_open(literals[1]) {
                self.watch(clause);
            }
        }
    }

    fn watch(&mut self, clause: Clause) {
        let Clause { start, end, .. } = clause;
        let literals = &self.learned.literals[clause.range()];
        let (first, second) = (literals[0], literals[1]);
        self.watches.far[(!first).index()].push(Watch { start, end, blocker: second });
        self.watches.far[(!second).index()].push(Watch { start, end, blocker: first });
    }
}

fn short(literals: &[Literal]) -> Option<[Literal; 3]> {
    match *literals {
        [a, b] => Some([a, b, Literal::FALSE]),
        [a, b, c] => Some([a, b, c]),
        _ => None,
    }
}
