//! What is said in the end: reasons, cases with simple values, the verdict.

use super::{Exploration, Stop};
use crate::cases::cases;
use crate::judge::Judgement;
use crate::report::{Report, Verdict};
use crate::target::TargetError;
use crate::witnesses::Witness;
use forall_solver::{Limit, simplest};
use std::time::Duration;

impl Exploration<'_> {
    pub(super) fn explain(&mut self, stop: Stop) {
        let bounds = &self.options.bounds;
        let open = self.frontier.len();
        match stop {
            Stop::Exhausted => {}
            Stop::MaxRuns => self.reasons.max_runs(bounds.max_runs, open),
            Stop::MaxTime => self.reasons.max_time(bounds.max_time, open),
            Stop::Interrupted => self.reasons.interrupted(open),
            Stop::Full => self.reasons.no_room_for_paths(),
        }
        if !self.assumptions_hold && self.runs > 0 {
            let certain = self.reasons.is_empty();
            self.reasons.vacuous(self.judge.place_of_test(), certain);
        }
    }

    pub(super) fn conclude(mut self, stop: Stop) -> Result<Report, TargetError> {
        let mut selection = self.witnesses.selection();
        if stop != Stop::Interrupted {
            for number in selection.clone() {
                if self.time_for_cases().is_zero() {
                    break;
                }
                if self.show_progress().is_break() {
                    self.reasons.interrupted_while_simplifying();
                    break;
                }
                self.simplify(number)?;
            }
        }
        // A repetition that fails unlike the run before it is a finding too.
        let late = self.witnesses.failures.iter().map(|failure| failure.witness);
        let late: Vec<usize> = late.filter(|witness| !selection.contains(witness)).collect();
        selection.extend(late);

        let (cases, failures) = cases(self.witnesses, &selection, &self.import)?;
        let exhausted = stop == Stop::Exhausted && self.tree.is_settled() && self.reasons.is_empty();
        let verdict = match (failures.is_empty(), exhausted) {
            (false, _) => Verdict::Failed,
            (true, true) => Verdict::Proved,
            (true, false) => Verdict::Incomplete,
        };
        Ok(Report {
            verdict,
            paths: self.paths,
            runs: self.runs,
            cases,
            failures,
            bounds: self.import.bounds(),
            reasons: self.reasons.into_vec(),
            branches: self.coverage.branches(self.manifest),
        })
    }

    /// Cases are made simple in what the search left of the time, and a quarter more.
    fn time_for_cases(&self) -> Duration {
        let max_time = self.options.bounds.max_time;
        max_time.saturating_add(max_time / 4).saturating_sub(self.clock.elapsed())
    }

    /// Gives a witness the simplest values that drive its path, provided that a run confirms them.
    fn simplify(&mut self, number: usize) -> Result<(), TargetError> {
        let witness = self.witnesses.all[number].clone();
        let Some(leaf) = witness.leaf else { return Ok(()) };
        let assertions = self.assertions(leaf);
        // A whole series of queries, most of them about the same thing.
        let time = self.options.bounds.solver_time.saturating_mul(4).min(self.time_for_cases());
        let model = self.import.model(&witness.drawn, &witness.values);
        let preferences = self.import.preferences(&witness.drawn);
        let model = simplest(self.solver, &mut self.terms, &assertions, model, &preferences, Limit { time });
        let values = self.import.values(&model);
        if witness.drawn.iter().zip(&witness.values).all(|(input, value)| values[*input as usize] == *value) {
            return Ok(());
        }
        let observed = self.observe(&values, Some(leaf))?;
        let same_end = match (&observed.judgement, witness.failure) {
            (Judgement::Passed, None) => true,
            (Judgement::Failed(blame), Some(failure)) => self.witnesses.is_failure(blame, failure),
            _ => false,
        };
        let same_path = observed.witness.leaf == Some(leaf) && observed.witness.drawn == witness.drawn;
        if same_path && !same_end {
            let place = self.judge.place_of_test();
            self.reasons.divergence(place, "two runs on the same path ended differently");
        }
        if !(same_path && same_end) {
            return Ok(());
        }
        if let (Judgement::Failed(blame), Some(failure)) = (observed.judgement, witness.failure)
            && self.witnesses.failures[failure].witness == number
        {
            self.witnesses.failures[failure].blame = blame;
        }
        let simple = observed.witness;
        self.witnesses.all[number] = Witness { failure: witness.failure, covered: witness.covered, ..simple };
        Ok(())
    }
}
