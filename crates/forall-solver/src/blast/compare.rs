//! Comparisons.

use super::Blaster;
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let differences: Vec<_> = a.iter().zip(b).map(|(&a, &b)| self.circuit.xor(a, b)).collect();
        !self.any(differences)
    }

    /// `a < b`, unsigned.
    pub(super) fn less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        // Of the lower bits it is known whether a is less; where the next ones differ, they decide.
        a.iter().zip(b).fold(Literal::FALSE, |less, (&a, &b)| self.circuit.majority(!a, b, less))
    }

    pub(super) fn signed_less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let top = a.len() - 1;
        let less = self.less(&a[..top], &b[..top]);
        self.circuit.majority(a[top], !b[top], less)
    }
}
