//! Comparisons: false if an operand is a NaN; the two zeros are equal.

use super::Blaster;
use super::parts::Format;
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn float_equal(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let format = Format::of_width(a.len());
        let (x, y) = (self.parts(format, a), self.parts(format, b));
        let same = self.equal(a, b);
        let zeros = self.circuit.and(x.is_zero, y.is_zero);
        let equal = self.circuit.or(same, zeros);
        self.all([equal, !x.is_nan, !y.is_nan])
    }

    /// `a < b`; or `a <= b`, if equal numbers count.
    pub(super) fn float_less(&mut self, a: &[Literal], b: &[Literal], or_equal: Literal) -> Literal {
        let format = Format::of_width(a.len());
        let (x, y) = (self.parts(format, a), self.parts(format, b));
        let magnitude = a.len() - 1;
        let below = self.less(&a[..magnitude], &b[..magnitude]);
        let above = self.less(&b[..magnitude], &a[..magnitude]);
        let same = self.circuit.xor(x.sign, !y.sign);
        let closer = self.circuit.mux(x.sign, above, below);
        let zeros = self.circuit.and(x.is_zero, y.is_zero);
        let opposite = self.circuit.and(x.sign, !zeros);
        let less = self.circuit.mux(same, closer, opposite);
        let bits_equal = self.circuit.and(!below, !above);
        let same_bits = self.circuit.and(bits_equal, same);
        let equal = self.circuit.or(zeros, same_bits);
        let counts = self.circuit.and(equal, or_equal);
        let holds = self.circuit.or(less, counts);
        self.all([holds, !x.is_nan, !y.is_nan])
    }
}
