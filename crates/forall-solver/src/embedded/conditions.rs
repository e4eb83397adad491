//! Assertions taken apart: each conjunct is a condition of its own.

use crate::terms::{Binary, Node, Term, Terms, Unary};

/// The conditions that hold exactly when all assertions do, in their order; `None` if one of them never holds.
pub(super) fn split(terms: &mut Terms, assertions: &[Term]) -> Option<Vec<Term>> {
    let mut conditions = Vec::with_capacity(assertions.len());
    let mut pending = Vec::new();
    for &assertion in assertions {
        assert_eq!(terms.width(assertion), 1, "an assertion is one bit wide");
        pending.push(assertion);
        while let Some(condition) = pending.pop() {
            match terms.node(condition) {
                Node::Constant(_) if terms.as_constant(condition) == Some(1) => {}
                Node::Constant(_) => return None,
                Node::Binary(Binary::And, a, b) => pending.extend([b, a]),
                // Neither alternative of an "or" that is false may be true.
                Node::Unary(Unary::Not, inner) => match terms.node(inner) {
                    Node::Binary(Binary::Or, a, b) => {
                        let (a, b) = (terms.not(a), terms.not(b));
                        pending.extend([b, a]);
                    }
                    _ => conditions.push(condition),
                },
                _ => conditions.push(condition),
            }
        }
    }
    Some(conditions)
}
