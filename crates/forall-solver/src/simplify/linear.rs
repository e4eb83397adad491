//! Sums in one form: each operand once, with its factor, in order of creation.
//!
//! `c + (a + b) - a` and `b + c` are the same sum; to a SAT solver they are two towers of adders whose
//! equality it has to prove bit by bit.

use crate::concrete;
use crate::terms::{Binary, Node, Term, Terms, Unary};

/// Longer sums keep the form in which they were built: bringing them into order again and again would cost
/// more than it gains.
const MAX_PARTS: usize = 12;

/// How many terms are looked at to find the parts. Differences of differences share their steps: all ways
/// down are far more than the terms.
const MAX_STEPS: u32 = 50;

/// The sum of `factor * term` over its parts, and a constant, modulo the width.
pub(super) struct Sum {
    /// Ordered by term; factors are not zero.
    parts: Vec<(Term, u128)>,
    constant: u128,
    width: u32,
    /// How many terms have been looked at.
    steps: u32,
}

impl Sum {
    fn zero(width: u32) -> Sum {
        Sum { parts: Vec::new(), constant: 0, width, steps: 0 }
    }

    fn add(&mut self, term: Term, factor: u128) {
        let mask = concrete::mask(self.width);
        match self.parts.binary_search_by_key(&term, |part| part.0) {
            Ok(index) => {
                let factor = self.parts[index].1.wrapping_add(factor) & mask;
                if factor == 0 {
                    self.parts.remove(index);
                } else {
                    self.parts[index].1 = factor;
                }
            }
            Err(index) if factor & mask != 0 => self.parts.insert(index, (term, factor & mask)),
            Err(_) => {}
        }
    }
}

impl Sum {
    /// No part is taken more than once.
    fn is_plain(&self) -> bool {
        self.parts.len() <= 1 || self.parts.iter().all(|part| magnitude(part.1, self.width) == 1)
    }

    /// How often a term is taken.
    fn factor(&self, term: Term) -> u128 {
        self.parts.binary_search_by_key(&term, |part| part.0).map_or(0, |index| self.parts[index].1)
    }

    /// How many additions it takes to write the sum without factors.
    fn weight(&self) -> f64 {
        self.parts.iter().map(|part| magnitude(part.1, self.width) as f64).sum()
    }
}

impl Terms {
    /// `a + sign * b` in its one form. `None` when it has too many parts, or when nothing cancels out and
    /// factors appear: then the steps by which the sum grew are terms already, which conditions speak of, and
    /// one more adder says how they are related.
    pub(super) fn linear(&mut self, a: Term, b: Term, sign: u128) -> Option<Term> {
        let sum = self.difference(a, b, sign)?;
        let worthwhile = sum.is_plain() || sum.weight() < self.sum_of(a)?.weight() + self.sum_of(b)?.weight();
        worthwhile.then(|| self.build_sum(sum))
    }

    /// What `a == b` says when parts of it cancel out.
    pub(super) fn equal_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let is_sum =
            |t: Term| matches!(self.node(t), Node::Binary(Binary::Add | Binary::Sub | Binary::Mul, ..));
        if !is_sum(a) && !is_sum(b) {
            return None;
        }
        let before = self.sum_of(a)?.weight() + self.sum_of(b)?.weight();
        let difference = self.difference(a, b, u128::MAX)?;
        if difference.parts.is_empty() {
            return Some(self.truth(difference.constant == 0));
        }
        if difference.weight() >= before {
            return None;
        }
        let Sum { parts, constant, width, .. } = difference;
        let (positive, negative) = parts.into_iter().partition(|part| !is_negative(part.1, width));
        let left = self.build_sum(Sum { parts: positive, ..Sum::zero(width) });
        let negated: Vec<(Term, u128)> = negate_factors(negative, width);
        let constant = constant.wrapping_neg() & concrete::mask(width);
        let right = self.build_sum(Sum { parts: negated, constant, ..Sum::zero(width) });
        Some(self.binary(Binary::Eq, left, right))
    }

    /// What `a < b` says, unsigned, when parts of it cancel out. Only for sums that do not wrap.
    pub(super) fn less_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let is_sum = |t: Term| matches!(self.node(t), Node::Binary(Binary::Add, ..));
        if !is_sum(a) && !is_sum(b) {
            return None;
        }
        let (left, right) = (self.sum_of(a)?, self.sum_of(b)?);
        if !self.fits(&left) || !self.fits(&right) {
            return None;
        }
        let width = left.width;
        let (mut less, mut more) = (Sum::zero(width), Sum::zero(width));
        for &(term, factor) in &left.parts {
            let other = right.factor(term);
            less.add(term, factor.saturating_sub(other));
            more.add(term, other.saturating_sub(factor));
        }
        for &(term, factor) in right.parts.iter().filter(|part| left.factor(part.0) == 0) {
            more.add(term, factor);
        }
        less.constant = left.constant.saturating_sub(right.constant);
        more.constant = right.constant.saturating_sub(left.constant);
        let weight = |a: &Sum, b: &Sum| a.weight() + b.weight() + a.constant as f64 + b.constant as f64;
        if weight(&less, &more) >= weight(&left, &right) {
            return None;
        }
        let (less, more) = (self.build_sum(less), self.build_sum(more));
        Some(self.binary(Binary::ULt, less, more))
    }

    /// Is every value of the sum, without wrapping, in the range of its width?
    fn fits(&self, sum: &Sum) -> bool {
        let most = sum.parts.iter().try_fold(sum.constant, |most, &(term, factor)| {
            most.checked_add(self.upper_bound(term).checked_mul(factor)?)
        });
        most.is_some_and(|most| most <= concrete::mask(sum.width))
    }

    fn sum_of(&self, t: Term) -> Option<Sum> {
        let mut sum = Sum::zero(self.width(t));
        self.collect(t, 1, &mut sum)?;
        Some(sum)
    }

    fn difference(&self, a: Term, b: Term, sign: u128) -> Option<Sum> {
        let mut sum = self.sum_of(a)?;
        self.collect(b, sign, &mut sum)?;
        Some(sum)
    }

    fn collect(&self, t: Term, factor: u128, sum: &mut Sum) -> Option<()> {
        sum.steps += 1;
        if sum.steps > MAX_STEPS {
            return None;
        }
        if let Some(value) = self.as_constant(t) {
            sum.constant = sum.constant.wrapping_add(factor.wrapping_mul(value)) & concrete::mask(sum.width);
            return Some(());
        }
        match self.node(t) {
            Node::Binary(Binary::Add, a, b) => {
                self.collect(a, factor, sum)?;
                self.collect(b, factor, sum)
            }
            Node::Binary(Binary::Sub, a, b) => {
                self.collect(a, factor, sum)?;
                self.collect(b, factor.wrapping_neg(), sum)
            }
            Node::Binary(Binary::Mul, a, b) if self.as_constant(b).is_some() => {
                self.collect(a, factor.wrapping_mul(self.as_constant(b).unwrap_or(1)), sum)
            }
            // !x is -1 - x.
            Node::Unary(Unary::Not, x) if sum.width > 1 => {
                sum.constant = sum.constant.wrapping_sub(factor) & concrete::mask(sum.width);
                self.collect(x, factor.wrapping_neg(), sum)
            }
            _ => match self.doubled(t) {
                Some((x, power)) => self.collect(x, factor.wrapping_mul(1 << power), sum),
                None => {
                    sum.add(t, factor);
                    (sum.parts.len() <= MAX_PARTS).then_some(())
                }
            },
        }
    }

    /// `x` and `n` of `x << n`, which is stored as the low bits of `x` before zeros.
    fn doubled(&self, t: Term) -> Option<(Term, u32)> {
        let Node::Binary(Binary::Concat, high, low) = self.node(t) else { return None };
        let Node::Extract(x, 0) = self.node(high) else { return None };
        let whole = self.width(x) == self.width(t);
        (whole && self.as_constant(low) == Some(0)).then(|| (x, self.width(low)))
    }

    /// Builds the one form directly: the rules of addition would take it apart again.
    fn build_sum(&mut self, sum: Sum) -> Term {
        let Sum { parts, constant, width, .. } = sum;
        let (positive, negative) = parts.into_iter().partition(|part| !is_negative(part.1, width));
        let positive = self.add_up(positive, width);
        let negative = self.add_up(negate_factors(negative, width), width);
        let with_constant = |terms: &mut Terms, sum: Term| {
            if constant == 0 {
                return sum;
            }
            let constant = terms.constant(width, constant);
            terms.intern(Node::Binary(Binary::Add, sum, constant), width)
        };
        match (positive, negative) {
            (None, None) => self.constant(width, constant),
            (Some(positive), None) => with_constant(self, positive),
            (None, Some(negative)) => {
                let constant = self.constant(width, constant);
                self.intern(Node::Binary(Binary::Sub, constant, negative), width)
            }
            (Some(positive), Some(negative)) => {
                let difference = self.intern(Node::Binary(Binary::Sub, positive, negative), width);
                with_constant(self, difference)
            }
        }
    }

    fn add_up(&mut self, parts: Vec<(Term, u128)>, width: u32) -> Option<Term> {
        let mut sum: Option<Term> = None;
        for (term, factor) in parts {
            let part = self.scaled(term, factor, width);
            sum = Some(match sum {
                Some(sum) => self.intern_commutative(Binary::Add, sum, part),
                None => part,
            });
        }
        sum
    }

    fn scaled(&mut self, term: Term, factor: u128, width: u32) -> Term {
        if factor == 1 {
            return term;
        }
        if factor.is_power_of_two() {
            let distance = self.constant(width, u128::from(factor.trailing_zeros()));
            return self.shift_left(term, distance);
        }
        let factor = self.constant(width, factor);
        self.intern(Node::Binary(Binary::Mul, term, factor), width)
    }
}

fn magnitude(factor: u128, width: u32) -> u128 {
    concrete::signed(width, factor).unsigned_abs()
}

fn is_negative(factor: u128, width: u32) -> bool {
    factor >> (width - 1) & 1 == 1
}

fn negate_factors(parts: Vec<(Term, u128)>, width: u32) -> Vec<(Term, u128)> {
    let negated = |(term, factor): (Term, u128)| (term, factor.wrapping_neg() & concrete::mask(width));
    parts.into_iter().map(negated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(check: impl Fn(&mut Terms, [Term; 3])) {
        let mut terms = Terms::new();
        let variables = ["a", "b", "c"].map(|name| terms.variable(name, 32));
        check(&mut terms, variables);
    }

    #[test]
    fn sums_of_the_same_parts_are_one_term() {
        sums(|terms, [a, b, c]| {
            let ab = terms.binary(Binary::Add, a, b);
            let cab = terms.binary(Binary::Add, c, ab);
            let without_a = terms.binary(Binary::Sub, cab, a);
            let cb = terms.binary(Binary::Add, c, b);
            assert_eq!(without_a, cb);
            let bac = terms.binary(Binary::Add, cb, a);
            assert_eq!(cab, bac);
        });
    }

    #[test]
    fn what_stands_on_both_sides_of_an_equation_goes() {
        sums(|terms, [a, b, c]| {
            let [ab, bc] = [[a, b], [b, c]].map(|[x, y]| terms.binary(Binary::Add, x, y));
            let (equal, simple) = (terms.binary(Binary::Eq, ab, bc), terms.binary(Binary::Eq, a, c));
            assert_eq!(equal, simple);
            let one = terms.constant(32, 1);
            let more = terms.binary(Binary::Add, ab, one);
            let never = terms.binary(Binary::Eq, ab, more);
            assert_eq!(terms.as_constant(never), Some(0));
        });
    }

    #[test]
    fn differences_of_differences_keep_their_steps() {
        sums(|terms, [a, b, _]| {
            let first = terms.binary(Binary::Sub, a, b);
            let second = terms.binary(Binary::Sub, b, first);
            assert_eq!(terms.node(second), Node::Binary(Binary::Sub, b, first));
            let third = terms.binary(Binary::Sub, first, second);
            assert_eq!(terms.node(third), Node::Binary(Binary::Sub, first, second));
            assert_eq!(terms.binary(Binary::Add, third, second), first);
        });
    }

    #[test]
    fn long_chains_of_differences_are_built_in_no_time() {
        sums(|terms, [mut a, mut b, _]| {
            for _ in 0..100_000 {
                (a, b) = (b, terms.binary(Binary::Sub, a, b));
            }
            assert_eq!(terms.width(b), 32);
        });
    }

    #[test]
    fn factors_meet() {
        sums(|terms, [a, b, _]| {
            let three = terms.constant(32, 3);
            let triple = terms.binary(Binary::Mul, a, three);
            let quadruple = terms.binary(Binary::Add, triple, a);
            let four = terms.constant(32, 4);
            let direct = terms.binary(Binary::Mul, a, four);
            assert_eq!(quadruple, direct);
            let with_b = terms.binary(Binary::Add, b, quadruple);
            let b_again = terms.binary(Binary::Sub, with_b, direct);
            assert_eq!(b_again, b);
        });
    }
}
