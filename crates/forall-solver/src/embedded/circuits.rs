//! The gates of all conditions so far, and the search over them.

use super::layers::Step;
use crate::blast::Blaster;
use crate::circuit::{Circuit, Literal};
use crate::evaluate::Evaluation;
use crate::meter::Meter;
use crate::model::Model;
use crate::sat::{Budget, Sat, SatResult};
use crate::solver::{Answer, Cancel, Unknown};
use crate::terms::{Term, Terms};

/// Unless told otherwise, circuits may take so many bytes.
const MEMORY: usize = 1 << 30;

/// To make a gate, and to take it up into the search, takes as long as so many steps of the search.
const OF_A_GATE: u64 = 32;

pub(super) struct Circuits {
    blaster: Blaster,
    sat: Sat,
    pub memory: usize,
    pub cancel: Cancel,
}

impl Default for Circuits {
    fn default() -> Self {
        Circuits { blaster: Blaster::new(), sat: Sat::new(), memory: MEMORY, cancel: Cancel::default() }
    }
}

impl Circuits {
    /// Starts over when they take much memory: most of it is about terms that are asked about no more.
    pub fn make_room(&mut self) {
        if self.blaster.circuit.memory() > self.memory / 2 {
            (self.blaster, self.sat) = (Blaster::new(), Sat::new());
        }
    }

    /// Without any gate, within the same bounds.
    pub fn renewed(self) -> Circuits {
        Circuits { memory: self.memory, cancel: self.cancel, ..Circuits::default() }
    }

    pub fn gates(&self) -> &Circuit {
        &self.blaster.circuit
    }

    /// The literals that are true when the conditions hold. What was encoded before costs next to nothing.
    pub fn encode(&mut self, terms: &Terms, group: &[Term], meter: &Meter) -> Result<Vec<Literal>, Unknown> {
        let mut literals = Vec::with_capacity(group.len());
        for &condition in group {
            if self.cancel.is_cancelled() {
                return Err(Unknown::Cancelled);
            }
            if meter.is_over_after(0) {
                return Err(meter.why());
            }
            let before = self.blaster.circuit.len();
            literals.push(self.blaster.condition(terms, condition, self.memory).ok_or(Unknown::Memory)?);
            meter.spend(OF_A_GATE * (self.blaster.circuit.len() - before) as u64);
        }
        Ok(literals)
    }

    /// Can all assumptions hold at once? Gives up after so many conflicts.
    pub fn check(&mut self, assumptions: &[Literal], meter: &Meter, conflicts: u64) -> SatResult {
        let budget = Budget { meter, conflicts, cancel: Some(&self.cancel) };
        self.sat.check(&self.blaster.circuit, assumptions, budget)
    }

    /// The same, about the conditions that these assumptions stand for.
    pub fn search(
        &mut self,
        terms: &Terms,
        group: &[Term],
        assumptions: &[Literal],
        meter: &Meter,
        conflicts: u64,
    ) -> Step {
        match self.check(assumptions, meter, conflicts) {
            SatResult::Satisfiable => {
                let model = self.model(terms, group);
                if Evaluation::new(model.clone()).all_true(terms, group) {
                    return Step::Answer(Answer::Sat(model));
                }
                debug_assert!(false, "the search found a model that does not satisfy the conditions");
                Step::Answer(Answer::Unknown(Unknown::Internal))
            }
            SatResult::Contradiction => Step::Answer(Answer::Unsat),
            SatResult::Broken => Step::Answer(Answer::Unknown(Unknown::Internal)),
            SatResult::Undecided => Step::Open,
        }
    }

    /// The values that the last check found for the variables of a group.
    pub fn model(&self, terms: &Terms, group: &[Term]) -> Model {
        self.model_of(terms, group, |bit| self.sat.value(bit))
    }

    /// The values of the variables of a group, given those of their bits.
    pub fn model_of(&self, terms: &Terms, group: &[Term], found: impl Fn(Literal) -> Option<bool>) -> Model {
        let mut unknowns: Vec<Term> =
            group.iter().flat_map(|&condition| terms.variables_of(condition)).copied().collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        let value = |unknown: Term| {
            let bits = self.blaster.bits_of(terms, unknown).unwrap_or(&[]).iter().enumerate();
            bits.fold(0, |value, (i, &bit)| value | u128::from(found(bit).unwrap_or(false)) << i)
        };
        Model::of_values(terms, unknowns.into_iter().map(|unknown| (unknown, value(unknown))))
    }
}
