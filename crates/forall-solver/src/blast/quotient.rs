//! Quotients and remainders that are compared with constants. Whether `a / b` is less than 3 is whether `a`
//! is less than `3 * b`: that takes no division, which is the hardest circuit there is.

use super::{Bits, Blaster, extend};
use crate::circuit::Literal;
use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms};

/// A condition of this kind.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    op: Binary,
    division: Binary,
    pub dividend: Term,
    pub divisor: Term,
    constant: u128,
}

/// Multiplying by a greater number is not that much easier than dividing.
const GREATEST: u128 = 255;

impl Comparison {
    pub fn of(terms: &Terms, condition: Term) -> Option<Comparison> {
        let Node::Binary(op, compared, constant) = terms.node(condition) else { return None };
        let Node::Binary(division, dividend, divisor) = terms.node(compared) else { return None };
        let (width, constant) = (terms.width(compared), terms.as_constant(constant)?);
        let magnitude = concrete::signed(width, constant).unsigned_abs();
        let fits = match (op, division) {
            // What division by zero yields.
            (Binary::Eq, Binary::UDiv) => constant <= GREATEST && constant != concrete::mask(width),
            (Binary::ULt, Binary::UDiv) => constant <= GREATEST,
            (Binary::Eq | Binary::SLt, Binary::SDiv) => magnitude <= GREATEST,
            (Binary::SLt, Binary::SRem) => constant == 0,
            _ => false,
        };
        // In a single bit, 1 is -1.
        (fits && width > 1).then_some(Comparison { op, division, dividend, divisor, constant })
    }

    /// Whether a remainder is zero takes a division.
    pub fn divides(&self) -> bool {
        self.division == Binary::SRem
    }
}

impl Blaster {
    /// The operands are those of the division.
    pub(super) fn compare_quotient(
        &mut self,
        comparison: Comparison,
        a: &[Literal],
        b: &[Literal],
    ) -> Literal {
        let Comparison { op, division, constant, .. } = comparison;
        match (division, op) {
            (Binary::UDiv, Binary::Eq) => self.magnitude_is(a, b, constant),
            (Binary::UDiv, _) => self.magnitude_below(a, b, constant),
            (Binary::SDiv, _) => self.compare_signed(op, a, b, constant),
            _ => {
                let sign = a[a.len() - 1];
                let remainder = self.signed_remainder(a, b);
                let is_zero = !self.any(remainder);
                self.circuit.and(sign, !is_zero)
            }
        }
    }

    fn compare_signed(&mut self, op: Binary, a: &[Literal], b: &[Literal], constant: u128) -> Literal {
        let width = a.len() as u32;
        let number = concrete::signed(width, constant);
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let differ = self.circuit.xor(sign_a, sign_b);
        let (x, y) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let magnitude = number.unsigned_abs();
        let usual = match op {
            Binary::Eq => {
                let is_magnitude = self.magnitude_is(&x, &y, magnitude);
                let has_sign = match number {
                    0 => Literal::TRUE,
                    1.. => !differ,
                    _ => differ,
                };
                self.circuit.and(has_sign, is_magnitude)
            }
            _ if number > 0 => {
                let below = self.magnitude_below(&x, &y, magnitude);
                self.circuit.or(differ, below)
            }
            _ => {
                let below = self.magnitude_below(&x, &y, magnitude + 1);
                self.circuit.and(differ, !below)
            }
        };
        let known = |value: u128| Literal::of_bool(concrete::binary(op, width, value, constant) == 1);
        // Nothing is less than no divisor at all; and the one quotient that does not fit wraps.
        let by_zero = self.circuit.mux(sign_a, known(1), known(concrete::mask(width)));
        let no_divisor = !self.any(b.iter().copied());
        let least = self.equal(a, &constant_bits(width, concrete::sign_bit(width)));
        let by_minus_one = self.equal(b, &constant_bits(width, concrete::mask(width)));
        let wraps = self.circuit.and(least, by_minus_one);
        let fitting = self.circuit.mux(wraps, known(concrete::sign_bit(width)), usual);
        self.circuit.mux(no_divisor, by_zero, fitting)
    }

    /// Is the quotient this one? A zero divisor makes it greater than all.
    fn magnitude_is(&mut self, a: &[Literal], b: &[Literal], quotient: u128) -> Literal {
        let (below, at_most) =
            (self.magnitude_below(a, b, quotient), self.magnitude_below(a, b, quotient + 1));
        self.circuit.and(!below, at_most)
    }

    /// Is the quotient less than this? The product may need more bits than its factors.
    fn magnitude_below(&mut self, a: &[Literal], b: &[Literal], end: u128) -> Literal {
        let bits = 128 - end.leading_zeros();
        let width = a.len() + bits as usize;
        let [a, b] = [a, b].map(|operand| extend(operand.to_vec(), width, Literal::FALSE));
        let product = self.multiply(&b, &constant_bits(width as u32, end));
        self.less(&a, &product)
    }
}

fn constant_bits(width: u32, value: u128) -> Bits {
    (0..width).map(|i| Literal::of_bool(i < 128 && value >> i & 1 == 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Gate;
    use crate::model::Model;

    /// The value of a literal if the inputs of the circuit have these, in the order of their creation.
    fn value(blaster: &Blaster, literal: Literal, inputs: &[bool]) -> bool {
        let mut inputs = inputs.iter();
        let mut wires: Vec<bool> = vec![false];
        let of = |wires: &[bool], literal: Literal| wires[literal.wire() as usize] != literal.is_negated();
        for wire in 1..blaster.circuit.len() {
            let value = match blaster.circuit.gate(wire as u32) {
                Gate::Input => *inputs.next().expect("as many values as inputs"),
                Gate::And(a, b) => of(&wires, a) && of(&wires, b),
                Gate::Xor(a, b) => of(&wires, a) != of(&wires, b),
                Gate::Mux(c, t, e) => of(&wires, if of(&wires, c) { t } else { e }),
                Gate::Majority(a, b, c) => [a, b, c].iter().filter(|&&l| of(&wires, l)).count() >= 2,
            };
            wires.push(value);
        }
        of(&wires, literal)
    }

    #[test]
    fn comparisons_of_quotients_are_right_for_all_operands_and_constants_of_small_widths() {
        let mut compared = 0;
        for width in 1..=5 {
            let mut terms = Terms::unsimplified();
            let [x, y] = ["x", "y"].map(|name| terms.variable(name, width));
            for division in [Binary::UDiv, Binary::SDiv, Binary::URem, Binary::SRem] {
                let quotient = terms.binary(division, x, y);
                for op in [Binary::Eq, Binary::ULt, Binary::SLt] {
                    for constant in 0..1 << width {
                        let constant = terms.constant(width, constant);
                        let condition = terms.binary(op, quotient, constant);
                        compared += usize::from(Comparison::of(&terms, condition).is_some());
                        let mut blaster = Blaster::new();
                        // So that the inputs come in a known order.
                        blaster.encode(&terms, x, usize::MAX);
                        blaster.encode(&terms, y, usize::MAX);
                        let found = blaster.condition(&terms, condition, usize::MAX).unwrap();
                        for (a, b) in
                            (0..1u128 << width).flat_map(|a| (0..1u128 << width).map(move |b| (a, b)))
                        {
                            let mut model = Model::new();
                            model.set(x, a);
                            model.set(y, b);
                            let bits = [a, b].map(|v| (0..width).map(move |i| v >> i & 1 == 1));
                            let inputs: Vec<bool> = bits.into_iter().flatten().collect();
                            assert_eq!(
                                value(&blaster, found, &inputs),
                                terms.evaluate(condition, &model) == 1,
                                "{} with {a} and {b}, {width} bits",
                                terms.display(condition)
                            );
                        }
                    }
                }
            }
        }
        assert!(compared > 150, "{compared}");
    }
}
