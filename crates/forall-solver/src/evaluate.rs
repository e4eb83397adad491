//! The value of terms under an assignment, remembered as long as the assignment lives.

use crate::concrete;
use crate::hash::FastMap;
use crate::model::Model;
use crate::terms::{Binary, Node, Term, Terms};

/// An assignment and the values of the terms that were asked for, each computed once.
pub struct Evaluation {
    model: Model,
    values: FastMap<Term, u128>,
    pending: Vec<Term>,
}

impl Evaluation {
    pub fn new(model: Model) -> Self {
        // Most paths have a few dozen terms; to grow step by step would cost more than this.
        let values = FastMap::with_capacity_and_hasher(64, Default::default());
        Evaluation { model, values, pending: Vec::new() }
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many values were computed.
    pub(crate) fn computed(&self) -> usize {
        self.values.len()
    }

    pub fn all_true(&mut self, terms: &Terms, assertions: &[Term]) -> bool {
        assertions.iter().all(|&assertion| self.value(terms, assertion) == 1)
    }

    /// Walks the term with a stack of its own: terms may be deeper than a thread's stack.
    pub fn value(&mut self, terms: &Terms, wanted: Term) -> u128 {
        if let Some(value) = self.value_of(terms, wanted) {
            return value;
        }
        self.pending.push(wanted);
        while let Some(&term) = self.pending.last() {
            let before = self.pending.len();
            for operand in terms.node(term).operands() {
                if self.value_of(terms, operand).is_none() {
                    self.pending.push(operand);
                }
            }
            if self.pending.len() == before {
                let of = |operand| self.value_of(terms, operand).expect("operands are evaluated first");
                let value = apply(terms, term, &self.model, of);
                self.values.insert(term, value);
                self.pending.pop();
            }
        }
        self.values[&wanted]
    }

    fn value_of(&self, terms: &Terms, term: Term) -> Option<u128> {
        terms.as_constant(term).or_else(|| self.values.get(&term).copied())
    }
}

/// The value of a term whose operands have these values; of a variable under a model.
pub(crate) fn apply(terms: &Terms, term: Term, model: &Model, of: impl Fn(Term) -> u128) -> u128 {
    let width = terms.width(term);
    match terms.node(term) {
        Node::Constant(_) => terms.as_constant(term).expect("a constant has a value"),
        Node::Variable(_) => model.get(term) & concrete::mask(width),
        Node::Unary(op, a) => concrete::unary(op, width, of(a)),
        Node::Binary(Binary::Concat, a, b) => concrete::concat(of(a), terms.width(b), of(b)),
        Node::Binary(op, a, b) => concrete::binary(op, terms.width(a), of(a), of(b)),
        Node::Extract(a, low) => concrete::extract(of(a), low, width),
        Node::ZeroExtend(a) => of(a),
        Node::SignExtend(a) => concrete::sign_extend(terms.width(a), width, of(a)),
        Node::Float(op, operands) => concrete::float(op, terms.width(operands[0]), width, operands.map(of)),
        Node::Apply(function, arguments) => {
            let arguments = arguments.map(of);
            model.result(function, &arguments[..function.arity()]) & concrete::mask(width)
        }
        Node::Ite(condition, then, otherwise) => of(if of(condition) == 1 { then } else { otherwise }),
    }
}
