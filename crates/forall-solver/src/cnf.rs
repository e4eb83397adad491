//! Queries for any SAT solver: clauses that are added once, and a literal to assume for each condition.

use crate::blast::Blaster;
use crate::circuit::Literal;
use crate::terms::{Term, Terms};

/// Turns terms into clauses, each once, as DIMACS writes them: variables count from 1, negative numbers are
/// negations.
pub struct Encoder {
    blaster: Blaster,
    /// How many gates have been handed out as clauses.
    told: usize,
}

impl Encoder {
    pub fn new() -> Self {
        Encoder { blaster: Blaster::new(), told: 0 }
    }

    /// The literal that is true exactly when the condition, one bit wide, holds, once the clauses are known.
    pub fn literal(&mut self, terms: &Terms, condition: Term) -> i32 {
        assert_eq!(terms.width(condition), 1, "a condition is one bit wide");
        number(self.blaster.condition(terms, condition, usize::MAX).expect("there is no bound on memory"))
    }

    /// The clauses that are new since this was called last.
    pub fn new_clauses(&mut self, mut clause: impl FnMut(&[i32])) {
        let circuit = &self.blaster.circuit;
        if self.told == 0 && circuit.len() > 0 {
            clause(&[number(Literal::TRUE)]);
        }
        for wire in self.told..circuit.len() {
            let output = Literal::of_wire(wire as u32);
            circuit.gate(wire as u32).clauses(output, |a, b, c| match c {
                Literal::FALSE => clause(&[number(a), number(b)]),
                _ => clause(&[number(a), number(b), number(c)]),
            });
        }
        self.told = circuit.len();
    }

    /// How many variables the clauses have.
    pub fn variables(&self) -> usize {
        self.blaster.circuit.len()
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder::new()
    }
}

fn number(literal: Literal) -> i32 {
    let variable = literal.wire() as i32 + 1;
    if literal.is_negated() { -variable } else { variable }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Binary;
    use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};

    #[test]
    fn another_solver_decides_the_clauses_as_it_should() {
        let mut terms = Terms::new();
        let x = terms.variable("x", 8);
        let square = terms.binary(Binary::Mul, x, x);
        let mut encoder = Encoder::new();
        let mut solver = BasicSolver::default();
        let mut variables: Vec<Var> = Vec::new();
        // No square ends in the bits 10.
        for (value, expected) in [(49, lbool::TRUE), (6, lbool::FALSE), (144, lbool::TRUE)] {
            let value = terms.constant(8, value);
            let condition = terms.binary(Binary::Eq, square, value);
            let literal = encoder.literal(&terms, condition);
            while variables.len() < encoder.variables() {
                variables.push(solver.new_var_default());
            }
            let of = |number: i32| Lit::new(variables[number.unsigned_abs() as usize - 1], number > 0);
            encoder.new_clauses(|clause| {
                let mut clause: Vec<Lit> = clause.iter().map(|&number| of(number)).collect();
                solver.add_clause_reuse(&mut clause);
            });
            assert_eq!(solver.solve_limited(&[of(literal)]), expected);
        }
    }
}
