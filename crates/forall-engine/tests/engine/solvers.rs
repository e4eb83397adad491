//! Solvers that give up, that answer in their own way, or that keep count.

use forall_solver::{Answer, Embedded, Limit, Model, Solver, Term, Terms, Unknown};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Answers the first queries, then no more.
pub struct GivesUp {
    pub after: usize,
    pub why: Unknown,
    solver: Embedded,
}

impl GivesUp {
    pub fn after(after: usize) -> GivesUp {
        GivesUp { after, why: Unknown::Work, solver: Embedded::new() }
    }
}

impl Solver for GivesUp {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        match self.after.checked_sub(1) {
            Some(left) => {
                self.after = left;
                self.solver.check(terms, assertions, limit)
            }
            None => Answer::Unknown(self.why.clone()),
        }
    }
}

/// Gives a value of its own choice in its first answer, then the simplest it finds.
pub struct FarFetched {
    first: Option<(&'static str, u32, u128)>,
    solver: Embedded,
}

impl FarFetched {
    /// The first answer is that the input of this name and width has this value.
    pub fn first(name: &'static str, width: u32, value: u128) -> FarFetched {
        FarFetched { first: Some((name, width, value)), solver: Embedded::new() }
    }
}

impl Solver for FarFetched {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        let Some((name, width, value)) = self.first.take() else {
            return self.solver.check(terms, assertions, limit);
        };
        let mut model = Model::default();
        model.set(terms.variable(name, width), value);
        assert!(assertions.iter().all(|assertion| terms.evaluate(*assertion, &model) == 1));
        Answer::Sat(model)
    }
}

/// Writes down every query.
pub struct Counting<'a> {
    pub queries: &'a Mutex<Vec<Vec<Term>>>,
    solver: Embedded,
}

impl<'a> Counting<'a> {
    pub fn new(queries: &'a Mutex<Vec<Vec<Term>>>) -> Counting<'a> {
        Counting { queries, solver: Embedded::new() }
    }
}

impl Solver for Counting<'_> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        self.queries.lock().unwrap().push(assertions.to_vec());
        self.solver.check(terms, assertions, limit)
    }
}

/// Counts the questions about all of a path, where nobody knows values that lead to its end.
pub struct Whole<'a> {
    pub count: &'a AtomicU64,
    pub solver: Embedded,
}

impl Solver for Whole<'_> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.solver.check(terms, assertions, limit)
    }

    fn check_last(&mut self, terms: &mut Terms, assertions: &[Term], known: &Model, limit: Limit) -> Answer {
        self.solver.check_last(terms, assertions, known, limit)
    }
}
