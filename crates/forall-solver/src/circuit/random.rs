//! Random circuits, for tests.

use super::{Circuit, Literal};

/// Linear congruential; only the high bits are used.
pub(crate) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % end
    }

    pub fn literal(&mut self, from: &[Literal]) -> Literal {
        let literal = from[self.below(from.len())];
        literal.negated_if(self.below(2) == 1)
    }
}

pub(crate) fn add_random_gate(random: &mut Random, circuit: &mut Circuit, from: &mut Vec<Literal>) {
    let [a, b, c] = [(); 3].map(|()| random.literal(from));
    let gate = match random.below(4) {
        0 => circuit.and(a, b),
        1 => circuit.xor(a, b),
        2 => circuit.mux(a, b, c),
        _ => circuit.majority(a, b, c),
    };
    if !gate.is_constant() {
        from.push(gate.positive());
    }
}
