//! Which wire to decide on next.
//!
//! The one that took part in the most recent conflicts, of this query or earlier ones; then the inputs in the
//! order of their creation. The inputs determine all gates, so when every input has a value the search is
//! done. Most queries meet no conflict and hardly touch the heap.

use super::assignment::Assignment;
use crate::circuit::Literal;

pub(super) struct DecisionOrder {
    /// The inputs that the query depends on, sorted.
    inputs: Vec<u32>,
    /// Those before this one have values.
    next_input: usize,
    /// Wires that took part in conflicts, the most active first, the oldest among equals.
    heap: Vec<u32>,
    /// By wire: its place in the heap, or [`ABSENT`].
    places: Vec<u32>,
    /// The wires that the query depends on, and by wire whether it is one of them.
    query: Vec<u32>,
    in_query: Vec<bool>,
    activities: Vec<f64>,
    increment: f64,
}

const ABSENT: u32 = u32::MAX;

/// Each conflict counts this much more than the one before.
const GROWTH: f64 = 1.0 / 0.95;

const TOO_GREAT: f64 = 1e100;

impl DecisionOrder {
    pub fn new() -> Self {
        DecisionOrder {
            inputs: Vec::new(),
            next_input: 0,
            heap: Vec::new(),
            places: Vec::new(),
            query: Vec::new(),
            in_query: Vec::new(),
            activities: Vec::new(),
            increment: 1.0,
        }
    }

    pub fn add_wire(&mut self) {
        self.places.push(ABSENT);
        self.activities.push(0.0);
        self.in_query.push(false);
    }

    /// Takes over activities of wires that have moved.
    pub fn inherit(&mut self, before: &DecisionOrder, moved: impl Fn(u32) -> Option<u32>) {
        self.increment = before.increment;
        for (wire, &activity) in before.activities.iter().enumerate().filter(|&(_, &activity)| activity > 0.0)
        {
            if let Some(wire) = moved(wire as u32) {
                self.activities[wire as usize] = activity;
            }
        }
    }

    /// Starts over for a query that depends on these wires and, among them, these inputs.
    pub fn start(&mut self, wires: &[u32], inputs: &[u32]) {
        self.inputs.clear();
        self.inputs.extend_from_slice(inputs);
        self.inputs.sort_unstable();
        self.next_input = 0;
        for wire in std::mem::replace(&mut self.query, wires.to_vec()) {
            self.in_query[wire as usize] = false;
        }
        for &wire in wires {
            self.in_query[wire as usize] = true;
        }
        for wire in self.heap.drain(..) {
            self.places[wire as usize] = ABSENT;
        }
        self.heap.extend(wires.iter().copied().filter(|&wire| self.activities[wire as usize] > 0.0));
        for (place, &wire) in self.heap.iter().enumerate() {
            self.places[wire as usize] = place as u32;
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.sink(place);
        }
    }

    /// An open wire to decide on.
    pub fn next(&mut self, assignment: &Assignment) -> Option<u32> {
        let is_open = |wire: u32| assignment.is_open(Literal::of_wire(wire));
        while let Some(wire) = self.pop() {
            if is_open(wire) {
                return Some(wire);
            }
        }
        let rest = &self.inputs[self.next_input..];
        self.next_input += rest.iter().position(|&wire| is_open(wire)).unwrap_or(rest.len());
        self.inputs.get(self.next_input).copied()
    }

    /// The wire has no value any more.
    #[inline]
    pub fn reopen(&mut self, wire: u32) {
        if self.activities[wire as usize] > 0.0 && self.in_query[wire as usize] {
            self.insert(wire);
        }
    }

    /// Wires without values are open again: the inputs have to be looked through from the start.
    pub fn rewind(&mut self) {
        self.next_input = 0;
    }

    /// A wire took part in a conflict.
    pub fn bump(&mut self, wire: u32) {
        let activity = &mut self.activities[wire as usize];
        *activity += self.increment;
        if *activity > TOO_GREAT {
            self.activities.iter_mut().for_each(|activity| *activity /= TOO_GREAT);
            self.increment /= TOO_GREAT;
        }
        let place = self.places[wire as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    pub fn age(&mut self) {
        self.increment *= GROWTH;
    }

    fn insert(&mut self, wire: u32) {
        if self.places[wire as usize] == ABSENT {
            self.places[wire as usize] = self.heap.len() as u32;
            self.heap.push(wire);
            self.rise(self.heap.len() - 1);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else {
            self.places[last as usize] = ABSENT;
            return Some(last);
        };
        self.places[first as usize] = ABSENT;
        self.put(0, last);
        self.sink(0);
        Some(first)
    }

    fn precedes(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activities[a as usize], self.activities[b as usize]);
        x > y || (x == y && a < b)
    }

    fn put(&mut self, place: usize, wire: u32) {
        self.heap[place] = wire;
        self.places[wire as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let wire = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.precedes(wire, self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, wire);
    }

    fn sink(&mut self, mut place: usize) {
        let wire = self.heap[place];
        loop {
            let left = 2 * place + 1;
            let Some(&first) = self.heap.get(left) else { break };
            let child = match self.heap.get(left + 1) {
                Some(&second) if self.precedes(second, first) => left + 1,
                _ => left,
            };
            if !self.precedes(self.heap[child], wire) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, wire);
    }
}
