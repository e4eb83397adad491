//! Addition and subtraction.

use super::{Bits, Blaster, complement};
use crate::circuit::Literal;

pub(super) struct Sum {
    pub sum: Bits,
    /// Out of the highest bit: the unsigned sum does not fit.
    pub carry: Literal,
    /// The signed sum does not fit.
    pub overflow: Literal,
}

impl Blaster {
    /// A ripple of full adders.
    pub(super) fn add(&mut self, a: &[Literal], b: &[Literal], carry_in: Literal) -> Sum {
        let (mut carry, mut before) = (carry_in, carry_in);
        let sum = a.iter().zip(b).map(|(&a, &b)| {
            let half = self.circuit.xor(a, b);
            let bit = self.circuit.xor(half, carry);
            before = carry;
            carry = self.circuit.majority(a, b, carry);
            bit
        });
        let sum = sum.collect();
        Sum { sum, carry, overflow: self.circuit.xor(carry, before) }
    }

    pub(super) fn subtract(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        self.add(a, &complement(b), Literal::TRUE).sum
    }

    pub(super) fn negate(&mut self, a: &[Literal]) -> Bits {
        self.subtract(&vec![Literal::FALSE; a.len()], a)
    }

    /// `-a` if the condition holds, else `a`.
    pub(super) fn negate_if(&mut self, condition: Literal, a: &[Literal]) -> Bits {
        let flipped: Bits = a.iter().map(|&bit| self.circuit.xor(bit, condition)).collect();
        self.add(&flipped, &vec![Literal::FALSE; a.len()], condition).sum
    }
}
