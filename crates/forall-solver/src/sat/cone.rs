//! The gates that a query depends on.
//!
//! A definition that is watched costs time whenever one of its inputs is assigned, even if no one asks for the gate. So only the
//! gates of the current query and those of a few before it are watched ("attached"); when the others become the majority, all
//! are taken out and those in use put back, which costs no more than attaching them did.

use super::Sat;
use crate::circuit::{Circuit, Gate, Literal};

#[derive(Default)]
pub(super) struct Cone {
    /// The wires that the current query depends on.
    wires: Vec<u32>,
    /// By wire: the number of the last query that depended on it.
    queries: Vec<u32>,
    query: u32,
    /// The wires whose gates are watched.
    attached: Vec<u32>,
    is_attached: Vec<bool>,
}

/// This many gates are never too many.
const SLACK: usize = 2000;

impl Cone {
    pub fn grow(&mut self, wires: usize) {
        self.queries.resize(wires, 0);
        self.is_attached.resize(wires, false);
    }

    #[inline]
    pub fn contains(&self, wire: u32) -> bool {
        self.queries[wire as usize] == self.query
    }

    pub fn is_attached(&self, wire: u32) -> bool {
        self.is_attached[wire as usize]
    }

    #[cfg(test)]
    pub fn attached_count(&self) -> usize {
        self.attached.len()
    }

    fn collect(&mut self, circuit: &Circuit, assumptions: &[Literal]) {
        self.wires.clear();
        if self.query == u32::MAX {
            self.queries.fill(0);
            self.query = 0;
        }
        self.query += 1;
        for assumption in assumptions {
            self.enter(assumption.wire());
        }
        let mut next = 0;
        while let Some(&wire) = self.wires.get(next) {
            next += 1;
            for input in circuit.gate(wire).inputs() {
                self.enter(input.wire());
            }
        }
    }

    fn enter(&mut self, wire: u32) {
        let last = &mut self.queries[wire as usize];
        if *last != self.query && wire != Literal::FALSE.wire() {
            *last = self.query;
            self.wires.push(wire);
        }
    }
}

impl Sat {
    /// Makes the gates below the assumptions the ones to decide on. At level 0.
    pub(super) fn enter_cone(&mut self, circuit: &Circuit, assumptions: &[Literal]) {
        self.cone.collect(circuit, assumptions);
        let in_use = self.cone.wires.len();
        let missing = self.cone.wires.iter().filter(|&&wire| !self.cone.is_attached(wire)).count();
        if self.cone.attached.len() + missing > 4 * in_use + SLACK {
            self.detach_all();
            self.attach_missing(circuit);
            self.watch_learned();
        } else if missing > 0 {
            self.attach_missing(circuit);
        }
        for &wire in &self.cone.wires {
            self.phases[wire as usize] = false;
        }
        let is_input = |wire: &u32| circuit.gate(*wire) == Gate::Input;
        self.order.start(&self.cone.wires, self.cone.wires.iter().copied().filter(is_input));
    }

    /// Watches everything in use anew.
    pub(super) fn rewatch(&mut self, circuit: &Circuit) {
        for &wire in &self.cone.attached {
            self.watches.clear(wire);
        }
        for &wire in &self.cone.attached {
            self.watches.add_gate(circuit.gate(wire), Literal::of_wire(wire));
        }
        self.watch_learned();
    }

    fn detach_all(&mut self) {
        for wire in self.cone.attached.drain(..) {
            self.cone.is_attached[wire as usize] = false;
            self.watches.clear(wire);
        }
    }

    fn attach_missing(&mut self, circuit: &Circuit) {
        for &wire in &self.cone.wires {
            if !self.cone.is_attached[wire as usize] {
                self.cone.is_attached[wire as usize] = true;
                self.cone.attached.push(wire);
                self.watches.add_gate(circuit.gate(wire), Literal::of_wire(wire));
                self.assignment.propagate_ground(circuit.gate(wire), Literal::of_wire(wire));
            }
        }
    }
}
