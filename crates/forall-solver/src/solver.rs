//! The interface between those who ask and those who answer.

use std::time::Duration;

use crate::model::Model;
use crate::terms::{Term, Terms};

/// Finds an assignment that makes terms true.
pub trait Solver {
    /// Is there an assignment under which every assertion, one bit wide each, is 1?
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer;

    /// Tells the solver of an assignment that is worth trying on later queries, such as the inputs of a run that took the path
    /// whose conditions come next. It changes no answer, only the time it takes and which of several models is found.
    fn remember(&mut self, _terms: &Terms, _model: &Model) {}
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The model has been checked: it makes every assertion true.
    Sat(Model),
    Unsat,
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    Timeout,
    /// The solver contradicted itself: a model it found does not satisfy the assertions. A defect of the solver, never an answer.
    Internal,
}

/// How much a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub time: Duration,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { time: Duration::from_secs(10) }
    }
}
