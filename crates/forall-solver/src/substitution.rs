//! Variables of which the value is known: with it in their place, conditions often decide themselves.

use crate::hash::FastMap;
use crate::slicing::terms_below;
use crate::terms::{Term, Terms};

/// The conditions with values in place of these variables.
pub(crate) fn substituted(terms: &mut Terms, group: &[Term], known: &[(Term, u128)]) -> Vec<Term> {
    let mut replaced: FastMap<Term, Term> = FastMap::default();
    for &(variable, value) in known {
        let constant = terms.constant(terms.width(variable), value);
        replaced.insert(variable, constant);
    }
    for term in terms_below(terms, group) {
        let changes = |operand: Term| replaced.contains_key(&operand);
        if !replaced.contains_key(&term) && terms.node(term).operands().any(changes) {
            let rebuilt =
                terms.with_operands(term, |operand| replaced.get(&operand).copied().unwrap_or(operand));
            replaced.insert(term, rebuilt);
        }
    }
    group.iter().map(|condition| replaced.get(condition).copied().unwrap_or(*condition)).collect()
}
