//! From terms to gates, each term once.

mod arithmetic;
mod compare;
mod count;
mod divide;
mod float;
mod multiply;
mod quotient;
mod shift;

use crate::circuit::{Circuit, Literal};
use crate::terms::{Binary, Node, Term, Terms, Unary};
use quotient::Comparison;

/// The bits of a term, the lowest first.
type Bits = Vec<Literal>;

/// The circuit of all terms met so far.
pub(crate) struct Blaster {
    pub circuit: Circuit,
    bits: Vec<Literal>,
    /// By term: where its bits start, or [`ABSENT`].
    starts: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

/// Is this a condition on a quotient that takes no division? See [`quotient`].
pub(crate) fn is_decided_without_dividing(terms: &Terms, condition: Term) -> bool {
    Comparison::of(terms, condition).is_some_and(|comparison| !comparison.divides())
}

impl Blaster {
    pub fn new() -> Self {
        Blaster { circuit: Circuit::new(), bits: Vec::new(), starts: Vec::new() }
    }

    /// The bit of a condition; `None` if the circuit would take more memory than this.
    pub fn condition(&mut self, terms: &Terms, condition: Term, memory: usize) -> Option<Literal> {
        self.encode(terms, condition, memory);
        self.bits_of(terms, condition).map(|bits| bits[0])
    }

    /// The bits of a term, if it has been met.
    pub fn bits_of(&self, terms: &Terms, t: Term) -> Option<&[Literal]> {
        let start = self.starts.get(t.index()).copied().filter(|&start| start != ABSENT)? as usize;
        Some(&self.bits[start..start + terms.width(t) as usize])
    }

    /// Walks the term with a stack of its own: terms may be deeper than a thread's stack. Stops when there is
    /// no memory left.
    fn encode(&mut self, terms: &Terms, wanted: Term, memory: usize) {
        self.starts.resize(terms.len(), ABSENT);
        let mut pending = vec![wanted];
        while let Some(&t) = pending.last() {
            if self.starts[t.index()] != ABSENT {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let is_missing = |operand: &Term| self.starts[operand.index()] == ABSENT;
            match Comparison::of(terms, t) {
                Some(comparison) => {
                    pending.extend([comparison.dividend, comparison.divisor].into_iter().filter(is_missing));
                }
                None => pending.extend(terms.node(t).operands().filter(is_missing)),
            }
            if pending.len() == before {
                if self.circuit.memory() > memory {
                    return;
                }
                let bits = self.build(terms, t);
                debug_assert_eq!(bits.len(), terms.width(t) as usize);
                self.starts[t.index()] = u32::try_from(self.bits.len()).expect("fewer than 2^32 bits");
                self.bits.extend(bits);
                pending.pop();
            }
        }
    }

    /// The operands have been encoded.
    fn build(&mut self, terms: &Terms, t: Term) -> Bits {
        let width = terms.width(t) as usize;
        let of = |operand: Term| self.bits_of(terms, operand).expect("operands are encoded first").to_vec();
        if let Some(comparison) = Comparison::of(terms, t) {
            let (dividend, divisor) = (of(comparison.dividend), of(comparison.divisor));
            return vec![self.compare_quotient(comparison, &dividend, &divisor)];
        }
        match terms.node(t) {
            Node::Constant(_) => {
                let value = terms.as_constant(t).expect("a constant has a value");
                (0..width).map(|i| Literal::of_bool(value >> i & 1 == 1)).collect()
            }
            // That equal arguments have equal results is part of the query.
            Node::Variable(_) | Node::Apply(..) => (0..width).map(|_| self.circuit.input()).collect(),
            Node::Extract(a, low) => of(a)[low as usize..][..width].to_vec(),
            Node::ZeroExtend(a) => extend(of(a), width, Literal::FALSE),
            Node::SignExtend(a) => sign_extend(of(a), width),
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise) = (of(condition)[0], of(then), of(otherwise));
                self.choose(condition, &then, &otherwise)
            }
            Node::Float(op, operands) => {
                let [a, b, c] = operands.map(of);
                self.float(op, [&a, &b, &c], width)
            }
            Node::Unary(op, a) => {
                let a = of(a);
                self.unary(op, &a)
            }
            Node::Binary(op, a, b) => {
                let (a, b) = (of(a), of(b));
                self.binary(op, &a, &b)
            }
        }
    }

    fn unary(&mut self, op: Unary, a: &[Literal]) -> Bits {
        match op {
            Unary::Not => complement(a),
            Unary::Neg => self.negate(a),
            Unary::CtPop => self.count_ones(a),
            Unary::CtLz => self.count_zeros(a.iter().rev().copied(), a.len()),
            Unary::CtTz => self.count_zeros(a.iter().copied(), a.len()),
            Unary::BSwap => a.chunks(8).rev().flatten().copied().collect(),
            Unary::BitReverse => a.iter().rev().copied().collect(),
        }
    }

    fn binary(&mut self, op: Binary, a: &[Literal], b: &[Literal]) -> Bits {
        match op {
            Binary::Add => self.add(a, b, Literal::FALSE).sum,
            Binary::Sub => self.subtract(a, b),
            Binary::Mul => self.multiply(a, b),
            Binary::UDiv => self.divide(a, b).quotient,
            Binary::URem => self.divide(a, b).remainder,
            Binary::SDiv => self.signed_quotient(a, b),
            Binary::SRem => self.signed_remainder(a, b),
            Binary::Shl => self.shift_left(a, b),
            Binary::LShr => self.shift_right(a, b, Literal::FALSE),
            Binary::AShr => self.shift_right(a, b, a[a.len() - 1]),
            Binary::And => self.each(a, b, Circuit::and),
            Binary::Or => self.each(a, b, Circuit::or),
            Binary::Xor => self.each(a, b, Circuit::xor),
            Binary::Eq => vec![self.equal(a, b)],
            Binary::Ne => vec![!self.equal(a, b)],
            Binary::ULt => vec![self.less(a, b)],
            Binary::ULe => vec![!self.less(b, a)],
            Binary::SLt => vec![self.signed_less(a, b)],
            Binary::SLe => vec![!self.signed_less(b, a)],
            Binary::UAddOverflow => vec![self.add(a, b, Literal::FALSE).carry],
            Binary::SAddOverflow => vec![self.add(a, b, Literal::FALSE).overflow],
            Binary::USubOverflow => vec![self.less(a, b)],
            Binary::SSubOverflow => vec![self.add(a, &complement(b), Literal::TRUE).overflow],
            Binary::UMulOverflow => vec![self.multiply_overflow(a, b)],
            Binary::SMulOverflow => vec![self.signed_multiply_overflow(a, b)],
            Binary::Concat => [b, a].concat(),
        }
    }

    fn each(
        &mut self,
        a: &[Literal],
        b: &[Literal],
        gate: fn(&mut Circuit, Literal, Literal) -> Literal,
    ) -> Bits {
        a.iter().zip(b).map(|(&a, &b)| gate(&mut self.circuit, a, b)).collect()
    }

    fn choose(&mut self, condition: Literal, then: &[Literal], otherwise: &[Literal]) -> Bits {
        then.iter().zip(otherwise).map(|(&t, &e)| self.circuit.mux(condition, t, e)).collect()
    }

    fn any(&mut self, bits: impl IntoIterator<Item = Literal>) -> Literal {
        bits.into_iter().fold(Literal::FALSE, |any, bit| self.circuit.or(any, bit))
    }
}

fn complement(a: &[Literal]) -> Bits {
    a.iter().map(|&bit| !bit).collect()
}

fn extend(mut a: Bits, width: usize, with: Literal) -> Bits {
    a.resize(width, with);
    a
}

fn sign_extend(a: Bits, width: usize) -> Bits {
    let sign = a[a.len() - 1];
    extend(a, width, sign)
}
