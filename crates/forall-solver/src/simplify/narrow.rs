//! Operations on numbers much smaller than their type, done at the width they need: circuits for products and
//! quotients grow with its square.

use crate::terms::{Binary, Node, Term, Terms};

impl Terms {
    /// The same value computed in fewer bits and sign-extended; `None` where that would save little.
    pub(super) fn narrowed(&mut self, op: Binary, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (a_bits, b_bits) = (self.signed_bits(a), self.signed_bits(b));
        let bits = match op {
            Binary::Mul => a_bits + b_bits,
            // One more for the least number divided by -1.
            Binary::SDiv | Binary::SRem => a_bits.max(b_bits) + 1,
            _ => return None,
        };
        if bits + bits / 4 >= width {
            return None;
        }
        let [a, b] = [a, b].map(|t| self.extract(t, 0, bits));
        let narrow = self.binary(op, a, b);
        Some(self.sign_extend(narrow, width))
    }

    /// A number of bits that holds every value of the term as a signed number.
    pub(super) fn signed_bits(&self, t: Term) -> u32 {
        let unsigned_bits = 128 - self.upper_bound(t).leading_zeros();
        let by_value = self.as_constant(t).map(|value| {
            let value = crate::concrete::signed(self.width(t), value);
            129 - (value ^ value >> 127).leading_zeros()
        });
        match self.node(t) {
            Node::SignExtend(x) => self.width(x),
            _ => by_value.unwrap_or(unsigned_bits + 1).min(self.width(t)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_operations_on_small_numbers_become_narrow() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.variable(name, 8));
        let [a, b] = [x, y].map(|t| terms.sign_extend(t, 128));
        for (op, bits) in [(Binary::Mul, 16), (Binary::SDiv, 9), (Binary::SRem, 9)] {
            let wide = terms.binary(op, a, b);
            let Node::SignExtend(narrow) = terms.node(wide) else { panic!("{op:?} stays wide") };
            assert_eq!(terms.width(narrow), bits, "{op:?}");
        }
    }

    #[test]
    fn constants_need_as_many_bits_as_their_value() {
        let mut terms = Terms::new();
        for (value, bits) in [(0i128, 1), (1, 2), (-1, 1), (127, 8), (-128, 8), (128, 9), (i128::MAX, 128)] {
            let constant = terms.constant(128, value as u128);
            assert_eq!(terms.signed_bits(constant), bits, "{value}");
        }
    }

    #[test]
    fn narrow_results_are_the_wide_ones() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.variable(name, 3));
        let [a, b] = [x, y].map(|t| terms.sign_extend(t, 16));
        for op in [Binary::Mul, Binary::SDiv, Binary::SRem] {
            let wide = terms.binary(op, a, b);
            for (left, right) in (0..8).flat_map(|left| (0..8).map(move |right| (left, right))) {
                let mut model = crate::Model::default();
                model.set(x, left);
                model.set(y, right);
                let [l, r] = [a, b].map(|t| terms.evaluate(t, &model));
                let expected = crate::concrete::binary(op, 16, l, r);
                assert_eq!(terms.evaluate(wide, &model), expected, "{op:?} {l:x} {r:x}");
            }
        }
    }
}
