//! The part of the circuit that the search knows.
//!
//! A gate that the search knows costs time whenever one of its inputs is assigned, even if no query asks for
//! it, and memory that the processor's caches have better uses for. So the search has wires of its own,
//! numbered from 0: those of the current query and of a few before it. When the others become the majority,
//! it starts over with those in use, which costs no more than adding the others did.

use super::search::{Query, Search};
use crate::circuit::{Circuit, Literal};

pub(super) struct Window {
    /// By wire of the circuit.
    wires: Vec<Wire>,
    /// By wire of the search: the wire of the circuit.
    outside: Vec<u32>,
    /// The wires of the circuit that the current query depends on.
    needed: Vec<u32>,
    query: u32,
}

#[derive(Clone, Copy)]
struct Wire {
    /// The last query that depended on it.
    query: u32,
    /// The wire of the search, or [`ABSENT`].
    inside: u32,
}

const ABSENT: u32 = u32::MAX;

/// This many wires are never too many.
const SLACK: usize = 2000;

impl Window {
    pub fn new() -> Self {
        // The constant is the same wire on both sides.
        Window { wires: vec![Wire { query: 0, inside: 0 }], outside: vec![0], needed: Vec::new(), query: 0 }
    }

    /// Makes sure that the search knows all gates below the assumptions.
    pub fn look_at(&mut self, circuit: &Circuit, assumptions: &[Literal], search: &mut Search) -> Query {
        self.collect(circuit, assumptions);
        let missing = self.needed.iter().filter(|&&wire| self.wires[wire as usize].inside == ABSENT).count();
        if self.outside.len() + missing > 4 * self.needed.len() + SLACK {
            self.start_over(circuit, search);
        } else if missing > 0 {
            self.add_missing(circuit, search);
        }
        let inside = |literal: Literal| self.inside(literal).expect("all gates of the query have been added");
        Query {
            assumptions: assumptions.iter().map(|&assumption| inside(assumption)).collect(),
            wires: self.needed.iter().map(|&wire| self.wires[wire as usize].inside).collect(),
        }
    }

    /// The search's literal for one of the circuit.
    pub fn inside(&self, literal: Literal) -> Option<Literal> {
        let inside = self.wires.get(literal.wire() as usize)?.inside;
        (inside != ABSENT).then(|| Literal::of_wire(inside).negated_if(literal.is_negated()))
    }

    #[cfg(test)]
    pub fn size(&self) -> usize {
        self.outside.len()
    }

    /// Finds the wires that the assumptions depend on.
    fn collect(&mut self, circuit: &Circuit, assumptions: &[Literal]) {
        self.wires.resize(circuit.len(), Wire { query: 0, inside: ABSENT });
        self.needed.clear();
        if self.query == u32::MAX {
            self.wires.iter_mut().for_each(|wire| wire.query = 0);
            self.query = 0;
        }
        self.query += 1;
        for assumption in assumptions {
            self.need(assumption.wire());
        }
        let mut next = 0;
        while let Some(&wire) = self.needed.get(next) {
            next += 1;
            for input in circuit.gate(wire).inputs() {
                self.need(input.wire());
            }
        }
    }

    fn need(&mut self, wire: u32) {
        let last = &mut self.wires[wire as usize].query;
        if *last != self.query && wire != Literal::FALSE.wire() {
            *last = self.query;
            self.needed.push(wire);
        }
    }

    fn add_missing(&mut self, circuit: &Circuit, search: &mut Search) {
        let mut missing: Vec<u32> =
            self.needed.iter().copied().filter(|&wire| self.wires[wire as usize].inside == ABSENT).collect();
        // The circuit has a gate's inputs before the gate.
        missing.sort_unstable();
        for wire in missing {
            let gate = circuit.gate(wire).map(|input| self.inside(input).expect("inputs are added first"));
            self.wires[wire as usize].inside = search.add(gate);
            self.outside.push(wire);
        }
    }

    /// Gives the search a new set of wires, and what it has learned about those that stay.
    fn start_over(&mut self, circuit: &Circuit, search: &mut Search) {
        let mut before = std::mem::replace(search, Search::new());
        search.watches.recycle(std::mem::take(&mut before.watches));
        let outside = std::mem::replace(&mut self.outside, vec![0]);
        for &wire in &outside[1..] {
            self.wires[wire as usize].inside = ABSENT;
        }
        self.add_missing(circuit, search);
        let moved = |literal: Literal| {
            self.inside(Literal::of_wire(outside[literal.wire() as usize]).negated_if(literal.is_negated()))
        };
        search.inherit(&before, moved);
    }
}
