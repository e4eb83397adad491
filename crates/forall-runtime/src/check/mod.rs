//! A run that checks its own terms: what a term says of the run's inputs must be what the run computed.
//!
//! Off, unless the environment asks for it: it costs more than the run itself. Hooks hand over every value
//! whose term they see. The values of terms are kept in memory of its own, because the heap is the explored
//! program's.
//!
//! See docs/decisions/self-checking-runs.md.

pub mod floats;
pub mod meaning;

use crate::host::CHECK_TERMS_VARIABLE;
use crate::inputs;
use crate::mapping::Zeroed;
use crate::terms::{Terms, truncate};
use forall_protocol::shared::{MAX_TERMS, Shared};
use forall_protocol::terms::TermId;
use std::cell::Cell;
use std::io;

pub struct Check {
    shared: Shared,
    /// By term, valid where `known`.
    values: Zeroed<[Cell<u128>; MAX_TERMS]>,
    known: Zeroed<[Cell<u8>; MAX_TERMS]>,
}

impl Check {
    pub fn if_asked(shared: Shared) -> io::Result<Option<Check>> {
        if std::env::var_os(CHECK_TERMS_VARIABLE).is_none() {
            return Ok(None);
        }
        Check::new(shared).map(Some)
    }

    fn new(shared: Shared) -> io::Result<Check> {
        // SAFETY: integers may be zero.
        let (values, known) = unsafe { (Zeroed::new()?, Zeroed::new()?) };
        Ok(Check { shared, values, known })
    }

    /// Does the term say that the run computed this value?
    pub fn agrees(&self, terms: &Terms, term: TermId, value: u128) -> bool {
        self.value(terms, term) == truncate(value, terms.width(term))
    }

    /// The value of a term in this run.
    pub fn value(&self, terms: &Terms, term: TermId) -> u128 {
        let (value, known) = (&self.values[term as usize], &self.known[term as usize]);
        if known.get() == 0 {
            value.set(meaning::value(
                terms,
                term,
                |index| inputs::value(self.shared, index),
                &mut |operand| self.value(terms, operand),
            ));
            known.set(1);
        }
        value.get()
    }
}

/// The value of a term for given inputs.
#[cfg(test)]
pub fn evaluate(terms: &Terms, term: TermId, inputs: &[u128]) -> u128 {
    let of = &mut |operand| evaluate(terms, operand, inputs);
    meaning::value(terms, term, |input| inputs[input as usize], of)
}

#[cfg(test)]
mod tests;
