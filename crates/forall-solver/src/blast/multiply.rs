//! Multiplication.

use super::{Bits, Blaster, complement, extend, sign_extend};
use crate::circuit::Literal;

impl Blaster {
    pub(super) fn multiply(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let constants = |bits: &[Literal]| bits.iter().filter(|bit| bit.is_constant()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        if b.iter().all(|bit| bit.is_constant()) {
            self.multiply_constant(a, b)
        } else {
            self.shift_and_add(a, b)
        }
    }

    fn shift_and_add(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let width = a.len();
        let mut product = vec![Literal::FALSE; width];
        for (i, &selector) in b.iter().enumerate() {
            let row: Bits = a[..width - i].iter().map(|&bit| self.circuit.and(bit, selector)).collect();
            let sum = self.add(&product[i..], &row, Literal::FALSE).sum;
            product.splice(i.., sum);
        }
        product
    }

    /// A run of ones is a power of two less another: one subtraction instead of many additions.
    fn multiply_constant(&mut self, a: &[Literal], constant: &[Literal]) -> Bits {
        let width = a.len();
        let mut product = vec![Literal::FALSE; width];
        let mut carry = false;
        for i in 0..width {
            let bit = constant[i] == Literal::TRUE;
            let next = constant.get(i + 1) == Some(&Literal::TRUE);
            let odd = bit != carry;
            // An odd rest takes the digit 1 or -1, whichever leaves a multiple of four.
            let subtract = odd && next;
            carry = if odd { next } else { carry };
            if !odd {
                continue;
            }
            let row = &a[..width - i];
            let sum = match subtract {
                true => self.add(&product[i..], &complement(row), Literal::TRUE).sum,
                false => self.add(&product[i..], row, Literal::FALSE).sum,
            };
            product.splice(i.., sum);
        }
        product
    }

    /// If no two ones meet at or above the width, the product needs at most one bit more, and that one is
    /// computed. The lower bits are the gates of the product itself.
    pub(super) fn multiply_overflow(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let width = a.len();
        let meet = self.ones_meet(a, b, width);
        let product = self.multiply(
            &extend(a.to_vec(), width + 1, Literal::FALSE),
            &extend(b.to_vec(), width + 1, Literal::FALSE),
        );
        self.circuit.or(meet, product[width])
    }

    /// The same for signed numbers, where the ones that count are the bits that differ from the sign.
    pub(super) fn signed_multiply_overflow(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let width = a.len();
        let product = self.multiply(&sign_extend(a.to_vec(), width + 1), &sign_extend(b.to_vec(), width + 1));
        let outside = self.circuit.xor(product[width], product[width - 1]);
        let [a, b] = [a, b].map(|bits| -> Bits {
            let (&sign, rest) = bits.split_last().expect("terms have bits");
            rest.iter().map(|&bit| self.circuit.xor(bit, sign)).collect()
        });
        let meet = self.ones_meet(&a, &b, width - 1);
        self.circuit.or(meet, outside)
    }

    /// Is there a one in `a` and a one in `b` whose positions add up to `sum` or more?
    fn ones_meet(&mut self, a: &[Literal], b: &[Literal], sum: usize) -> Literal {
        let mut meet = Literal::FALSE;
        let mut above = Literal::FALSE;
        // The lower the bit of a, the higher those of b that it may meet.
        let mut unused = b.iter().enumerate().rev().peekable();
        for (i, &bit) in a.iter().enumerate() {
            while let Some((_, &other)) = unused.next_if(|&(j, _)| i + j >= sum) {
                above = self.circuit.or(above, other);
            }
            let both = self.circuit.and(bit, above);
            meet = self.circuit.or(meet, both);
        }
        meet
    }
}
