//! Which literals are true, in which order and why.

use crate::circuit::{Gate, Literal};

/// Why a literal is true.
#[derive(Clone, Copy, Debug)]
pub(super) enum Antecedent {
    /// It was decided or assumed.
    Decided,
    /// A short clause, all other literals of which are false: these.
    Near(Literal, Literal),
    /// A learned clause that starts with the literal: where its literals are stored.
    Far { start: u32, end: u32 },
}

#[derive(Clone, Copy)]
struct Assigned {
    antecedent: Antecedent,
    level: u32,
}

#[derive(Default)]
pub(super) struct Assignment {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By wire.
    assigned: Vec<Assigned>,
    /// True literals in the order in which they became so.
    trail: Vec<Literal>,
    /// Where each level starts in the trail; level 0 has no entry.
    levels: Vec<usize>,
    /// How much of the trail has been propagated.
    propagated: usize,
}

impl Assignment {
    pub fn add_wire(&mut self) {
        self.values.extend([0, 0]);
        self.assigned.push(Assigned { antecedent: Antecedent::Decided, level: 0 });
    }

    #[inline]
    pub fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    pub fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline]
    pub fn is_open(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
    }

    pub fn value(&self, literal: Literal) -> Option<bool> {
        match self.values.get(literal.index()) {
            Some(1) => Some(true),
            Some(-1) => Some(false),
            _ => None,
        }
    }

    #[inline]
    pub fn assign(&mut self, literal: Literal, antecedent: Antecedent) {
        debug_assert!(self.is_open(literal));
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.assigned[literal.wire() as usize] = Assigned { antecedent, level: self.levels.len() as u32 };
        self.trail.push(literal);
    }

    #[inline]
    pub fn level_of(&self, literal: Literal) -> usize {
        self.assigned[literal.wire() as usize].level as usize
    }

    #[inline]
    pub fn antecedent(&self, literal: Literal) -> Antecedent {
        self.assigned[literal.wire() as usize].antecedent
    }

    pub fn level(&self) -> usize {
        self.levels.len()
    }

    pub fn start_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    pub fn trail(&self) -> &[Literal] {
        &self.trail
    }

    /// The next literal whose consequences have not been drawn.
    #[inline]
    pub fn next_unpropagated(&mut self) -> Option<Literal> {
        let literal = self.trail.get(self.propagated).copied()?;
        self.propagated += 1;
        Some(literal)
    }

    /// Opens everything above a level, the latest first.
    pub fn undo_to(&mut self, level: usize) -> impl Iterator<Item = Literal> {
        let keep = self.levels.get(level).copied().unwrap_or(self.trail.len());
        self.levels.truncate(level);
        self.propagated = self.propagated.min(keep);
        let values = &mut self.values;
        self.trail.drain(keep..).rev().inspect(|literal| {
            values[literal.index()] = 0;
            values[(!*literal).index()] = 0;
        })
    }

    /// Draws the consequences of what is known at level 0 from a gate that was not watched when it became known.
    pub fn propagate_ground(&mut self, gate: Gate, output: Literal) {
        debug_assert_eq!(self.level(), 0);
        if self.is_open(output) && gate.inputs().all(|input| self.is_open(input)) {
            return;
        }
        gate.clauses(output, |a, b, c| {
            for (implied, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
                if self.is_open(implied) && self.is_false(x) && self.is_false(y) {
                    self.assign(implied, Antecedent::Decided);
                }
            }
        });
    }
}
