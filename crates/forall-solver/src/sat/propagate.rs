//! Drawing the consequences of assignments.

use super::assignment::Antecedent;
use super::search::Search;
use crate::circuit::{Gate, Literal};

/// A learned clause, waiting for one of its literals to become false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub start: u32,
    pub end: u32,
    /// Another literal of the clause: while it is true, the clause needs no look.
    pub blocker: Literal,
}

/// The clauses to look at when a literal becomes true, because they contain its complement. By literal.
#[derive(Default)]
pub(super) struct Watches {
    /// Clauses of up to three literals: the other two. All their literals are watched, always.
    pub near: Vec<Vec<(Literal, Literal)>>,
    /// Longer ones, of which two literals are watched: those that stand first.
    pub far: Vec<Vec<Watch>>,
    /// How many wires there are. The lists may be longer: those of earlier wires are used again.
    wires: usize,
}

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    Near([Literal; 3]),
    Far { start: u32, end: u32 },
}

impl Watches {
    pub fn add_wire(&mut self) {
        self.wires += 1;
        if self.near.len() < 2 * self.wires {
            self.near.extend([Vec::new(), Vec::new()]);
            self.far.extend([Vec::new(), Vec::new()]);
        }
    }

    /// Takes over the memory of watches that are no longer needed. There is nothing to watch yet.
    pub fn recycle(&mut self, mut before: Watches) {
        before.clear();
        *self = Watches { wires: self.wires, ..before };
    }

    pub fn add_gate(&mut self, gate: Gate, output: Literal) {
        gate.clauses(output, |a, b, c| self.add_short([a, b, c]));
    }

    /// Shorter clauses are filled up with the constant "false" at the end.
    pub fn add_short(&mut self, [a, b, c]: [Literal; 3]) {
        self.near[(!a).index()].push((b, c));
        self.near[(!b).index()].push((a, c));
        if c != Literal::FALSE {
            self.near[(!c).index()].push((a, b));
        }
    }

    pub fn clear(&mut self) {
        self.near.iter_mut().for_each(Vec::clear);
        self.far.iter_mut().for_each(Vec::clear);
    }
}

impl Search {
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(literal) = self.assignment.next_unpropagated() {
            let watches = &self.watches;
            self.work +=
                1 + (watches.near[literal.index()].len() + watches.far[literal.index()].len()) as u64;
            let conflict = self.propagate_near(literal).or_else(|| self.propagate_far(literal));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    #[inline]
    fn propagate_near(&mut self, literal: Literal) -> Option<Conflict> {
        let assignment = &mut self.assignment;
        for &(a, b) in &self.watches.near[literal.index()] {
            if assignment.is_true(a) || assignment.is_true(b) {
                continue;
            }
            match (assignment.is_false(a), assignment.is_false(b)) {
                (true, true) => return Some(Conflict::Near([!literal, a, b])),
                (true, false) => assignment.assign(b, Antecedent::Near(!literal, a)),
                (false, true) => assignment.assign(a, Antecedent::Near(!literal, b)),
                (false, false) => {}
            }
        }
        None
    }

    #[inline]
    fn propagate_far(&mut self, literal: Literal) -> Option<Conflict> {
        if self.watches.far[literal.index()].is_empty() {
            return None;
        }
        let mut watching = std::mem::take(&mut self.watches.far[literal.index()]);
        let mut conflict = None;
        watching.retain_mut(|watch| {
            if conflict.is_some() || self.assignment.is_true(watch.blocker) {
                return true;
            }
            let clause = &mut self.learned.literals[watch.start as usize..watch.end as usize];
            if clause[0] == !literal {
                clause.swap(0, 1);
            }
            let first = clause[0];
            watch.blocker = first;
            if self.assignment.is_true(first) {
                return true;
            }
            if let Some(other) = clause[2..].iter().position(|&l| !self.assignment.is_false(l)) {
                clause.swap(1, other + 2);
                self.watches.far[(!clause[1]).index()].push(*watch);
                return false;
            }
            let (start, end) = (watch.start, watch.end);
            if self.assignment.is_false(first) {
                conflict = Some(Conflict::Far { start, end });
            } else {
                self.assignment.assign(first, Antecedent::Far { start, end });
            }
            true
        });
        self.watches.far[literal.index()] = watching;
        conflict
    }
}
