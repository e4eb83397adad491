//! Gates over bits: the form in which the search sees terms.
//!
//! Equal gates are one gate, and gates with constant or equal inputs are folded away. Every gate is a
//! function of gates before it, so any values of the inputs extend to all gates: a query only has to look at
//! the gates it depends on.

mod gate;
mod literal;
#[cfg(test)]
pub(crate) mod random;

pub(crate) use gate::Gate;
pub(crate) use literal::Literal;

use crate::hash::FastMap;

pub(crate) struct Circuit {
    /// By wire. Wire 0 is the constant "false".
    gates: Vec<Gate>,
    known: FastMap<Gate, Literal>,
}

impl Circuit {
    pub fn new() -> Self {
        Circuit { gates: vec![Gate::Input], known: FastMap::default() }
    }

    /// How many wires there are.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// About how many bytes all wires take, here and in a search that knows them all.
    pub fn memory(&self) -> usize {
        const OF_A_GATE: usize = 250;
        self.gates.len() * OF_A_GATE
    }

    pub fn gate(&self, wire: u32) -> Gate {
        self.gates[wire as usize]
    }

    /// A bit that nothing determines.
    pub fn input(&mut self) -> Literal {
        self.push(Gate::Input)
    }

    pub fn and(&mut self, a: Literal, b: Literal) -> Literal {
        if a == Literal::FALSE || b == Literal::FALSE || a == !b {
            return Literal::FALSE;
        }
        if a == Literal::TRUE || a == b {
            return b;
        }
        if b == Literal::TRUE {
            return a;
        }
        self.shared(Gate::And(a.min(b), a.max(b)))
    }

    pub fn or(&mut self, a: Literal, b: Literal) -> Literal {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        // Complements move to the output, so that the four forms of one gate are one.
        let flipped = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        let xor = if a == b {
            Literal::FALSE
        } else if a == Literal::FALSE {
            b
        } else if b == Literal::FALSE {
            a
        } else {
            self.shared(Gate::Xor(a.min(b), a.max(b)))
        };
        xor.negated_if(flipped)
    }

    /// `if c { t } else { e }`.
    pub fn mux(&mut self, c: Literal, t: Literal, e: Literal) -> Literal {
        if c == Literal::TRUE || t == e {
            return t;
        }
        if c == Literal::FALSE {
            return e;
        }
        if c.is_negated() {
            return self.mux(!c, e, t);
        }
        if t == !e {
            return self.xor(c, e);
        }
        if t == Literal::TRUE || t == c {
            return self.or(c, e);
        }
        if t == Literal::FALSE || t == !c {
            return self.and(!c, e);
        }
        if e == Literal::FALSE || e == c {
            return self.and(c, t);
        }
        if e == Literal::TRUE || e == !c {
            return self.or(!c, t);
        }
        let flipped = t.is_negated();
        self.shared(Gate::Mux(c, t.positive(), e.negated_if(flipped))).negated_if(flipped)
    }

    /// At least two of the three.
    pub fn majority(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        // Sorted, the two literals of a wire are neighbours and constants come first.
        if a == b {
            return a;
        }
        if a == !b {
            return c;
        }
        if b == c {
            return b;
        }
        if b == !c {
            return a;
        }
        if a == Literal::FALSE {
            return self.and(b, c);
        }
        if a == Literal::TRUE {
            return self.or(b, c);
        }
        let flipped = a.is_negated();
        let [a, b, c] = [a, b, c].map(|input| input.negated_if(flipped));
        self.shared(Gate::Majority(a, b, c)).negated_if(flipped)
    }

    fn shared(&mut self, gate: Gate) -> Literal {
        if let Some(&known) = self.known.get(&gate) {
            return known;
        }
        let output = self.push(gate);
        self.known.insert(gate, output);
        output
    }

    fn push(&mut self, gate: Gate) -> Literal {
        let wire = u32::try_from(self.gates.len()).ok().filter(|&wire| wire < u32::MAX / 2);
        self.gates.push(gate);
        Literal::of_wire(wire.expect("fewer than 2^31 gates"))
    }
}
