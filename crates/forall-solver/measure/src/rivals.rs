//! Who the embedded solver is held against.

use crate::contestants::Contestant;
use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use forall_solver::cnf::Encoder;
use forall_solver::{Answer, Embedded, Limit, Model, Process, Solver, Term, Terms, Unknown};

pub fn all() -> Vec<Contestant> {
    let mut all = vec![
        Contestant { name: "search only", start: || Box::new(Embedded::without_layers()) },
        Contestant { name: "from scratch", start: || Box::new(FromScratch) },
        Contestant { name: "batsat", start: || Box::new(Incremental::<Batsat>::default()) },
        Contestant { name: "cadical", start: || Box::new(Incremental::<Cadical>::default()) },
    ];
    match Process::start("z3") {
        Ok(_) => all.push(Contestant {
            name: "z3 process",
            start: || Box::new(Process::start("z3").expect("it could be started before")),
        }),
        Err(error) => eprintln!("NOTICE: {error}"),
    }
    all
}

/// Encodes every query anew, for the same search.
struct FromScratch;

impl Solver for FromScratch {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], limit: Limit) -> Answer {
        Embedded::without_layers().check(terms, assertions, limit)
    }
}

/// A SAT solver that takes clauses as they come, and assumptions.
trait Sat: Default {
    /// There are so many variables from now on.
    fn grow(&mut self, variables: usize);
    fn add(&mut self, clause: &[i32]);
    fn solve(&mut self, assumptions: &[i32]) -> Option<bool>;
}

/// Every term is encoded once, every query is a set of assumptions.
#[derive(Default)]
struct Incremental<S> {
    encoder: Encoder,
    sat: S,
}

impl<S: Sat> Solver for Incremental<S> {
    fn check(&mut self, terms: &mut Terms, assertions: &[Term], _: Limit) -> Answer {
        let consistency = terms.consistency(assertions);
        let assumptions: Vec<i32> = assertions
            .iter()
            .chain(&consistency)
            .map(|&assertion| self.encoder.literal(terms, assertion))
            .collect();
        self.sat.grow(self.encoder.variables());
        self.encoder.new_clauses(|clause| self.sat.add(clause));
        match self.sat.solve(&assumptions) {
            // The time to read off a model is small beside that of finding one.
            Some(true) => Answer::Sat(Model::new()),
            Some(false) => Answer::Unsat,
            None => Answer::Unknown(Unknown::Timeout),
        }
    }
}

#[derive(Default)]
struct Batsat {
    solver: BasicSolver,
    variables: Vec<Var>,
}

impl Batsat {
    fn literals(&self, numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit::new(self.variables[n.unsigned_abs() as usize - 1], n > 0)).collect()
    }
}

impl Sat for Batsat {
    fn grow(&mut self, variables: usize) {
        while self.variables.len() < variables {
            self.variables.push(self.solver.new_var_default());
        }
    }

    fn add(&mut self, clause: &[i32]) {
        let mut clause = self.literals(clause);
        self.solver.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[i32]) -> Option<bool> {
        let assumptions = self.literals(assumptions);
        match self.solver.solve_limited(&assumptions) {
            verdict if verdict == lbool::TRUE => Some(true),
            verdict if verdict == lbool::FALSE => Some(false),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Cadical(cadical::Solver);

impl Sat for Cadical {
    fn grow(&mut self, _: usize) {}

    fn add(&mut self, clause: &[i32]) {
        self.0.add_clause(clause.iter().copied());
    }

    fn solve(&mut self, assumptions: &[i32]) -> Option<bool> {
        self.0.solve_with(assumptions.iter().copied())
    }
}
