//! Division and remainder: long division, one bit of the quotient a step.

use super::{Bits, Blaster, complement, extend};
use crate::circuit::Literal;

pub(super) struct Division {
    pub quotient: Bits,
    pub remainder: Bits,
}

impl Blaster {
    /// A zero divisor always fits and takes nothing away: the quotient is all ones, the remainder the dividend.
    pub(super) fn divide(&mut self, a: &[Literal], b: &[Literal]) -> Division {
        let width = a.len();
        // The remainder is less than a divisor that is not zero, so it needs no more bits. That makes small
        // constants cheap.
        let divisor_bits = match b.iter().rposition(|&bit| bit != Literal::FALSE) {
            Some(highest) if b.contains(&Literal::TRUE) => highest + 1,
            _ => width,
        };
        let mut quotient = vec![Literal::FALSE; width];
        let mut remainder: Bits = Vec::new();
        for (i, &next) in a.iter().enumerate().rev() {
            remainder.insert(0, next);
            let (low, high) = b.split_at(remainder.len().min(width));
            let too_big = self.any(high.iter().rev().copied());
            let low = extend(low.to_vec(), remainder.len(), Literal::FALSE);
            let difference = self.add(&remainder, &complement(&low), Literal::TRUE);
            // The carry of a subtraction says that nothing had to be borrowed.
            let fits = self.circuit.and(!too_big, difference.carry);
            quotient[i] = fits;
            remainder = self.choose(fits, &difference.sum, &remainder);
            remainder.truncate(divisor_bits);
        }
        Division { quotient, remainder: extend(remainder, width, Literal::FALSE) }
    }

    pub(super) fn signed_quotient(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (a, b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let quotient = self.divide(&a, &b).quotient;
        let negative = self.circuit.xor(sign_a, sign_b);
        self.negate_if(negative, &quotient)
    }

    pub(super) fn signed_remainder(&mut self, a: &[Literal], b: &[Literal]) -> Bits {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (a, b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let remainder = self.divide(&a, &b).remainder;
        self.negate_if(sign_a, &remainder)
    }
}
