//! Other values for what becomes a case.
//!
//! See docs/decisions/equal-values-only-where-needed.md.

use super::search::PathSearch;
use super::worker::Worker;
use crate::executor::ExecutorError;
use crate::judge::Judgement;
use crate::tree::Side;
use crate::witnesses::{Witness, Witnesses};
use forall_solver::{Limit, Model, simplest, told_apart};
use std::time::Duration;

impl PathSearch<'_> {
    /// Cases are made simple in what the search left of the time, and a quarter more.
    pub(super) fn time_for_cases(&self) -> Duration {
        let end = self.deadline.saturating_add(self.deadline / 4);
        end.saturating_sub(self.setting.environment.clock.elapsed())
    }

    /// A whole series of queries, most of them about the same thing.
    fn limit_of_a_case(&self) -> Limit {
        let Limit { work, time } = self.setting.options.bounds.of_a_query();
        Limit { work: work.saturating_mul(4), time: time.saturating_mul(4).min(self.time_for_cases()) }
    }

    /// The simplest values that drive a witness's path to its end.
    fn simplest(&mut self, witness: &Witness, leaf: Side) -> Model {
        let conditions = self.path_condition(leaf);
        let limit = self.limit_of_a_case();
        let model = self.program.inputs().model(&witness.drawn, &witness.values);
        let mut preferences = self.program.inputs().preferences(&witness.drawn);
        if witness.failure.is_some() {
            let seed = self.setting.options.near().map_or(&[][..], Vec::as_slice);
            self.program.inputs().prefer(&mut preferences, seed);
        }
        simplest(&mut *self.solver, &mut self.program.terms, &conditions, model, &preferences, limit)
    }

    /// Values that are equal only where a witness's path needs it.
    fn told_apart(&mut self, witness: &Witness, leaf: Side) -> Model {
        let conditions = self.path_condition(leaf);
        let limit = self.limit_of_a_case();
        let model = self.program.inputs().model(&witness.drawn, &witness.values);
        let data = self.program.inputs().data(&witness.drawn);
        told_apart(&mut self.program.terms, &conditions, model, &data, limit)
    }
}

impl Worker<'_> {
    /// Gives a witness the simplest values that drive its path, provided that a run confirms them.
    pub(super) fn simplify(&mut self, witnesses: &mut Witnesses, number: usize) -> Result<(), ExecutorError> {
        let witness = &witnesses.all[number];
        let Some(leaf) = witness.leaf.filter(|_| !witness.is_seed) else { return Ok(()) };
        let model = self.search.simplest(witness, leaf);
        self.confirm(witnesses, number, leaf, &model)
    }

    /// Gives a witness values that are equal only where its path needs it, provided that a run confirms them.
    pub(super) fn tell_apart(
        &mut self,
        witnesses: &mut Witnesses,
        number: usize,
    ) -> Result<(), ExecutorError> {
        let witness = &witnesses.all[number];
        let Some(leaf) = witness.leaf.filter(|_| !witness.is_seed) else { return Ok(()) };
        let model = self.search.told_apart(witness, leaf);
        self.confirm(witnesses, number, leaf, &model)
    }

    /// Gives a witness other values if a run on them takes the same path, shows the same and ends the same.
    /// If it takes the path and ends otherwise, that is a reason to say less.
    fn confirm(
        &mut self,
        witnesses: &mut Witnesses,
        number: usize,
        leaf: Side,
        model: &Model,
    ) -> Result<(), ExecutorError> {
        // Where terms do not tell everything it is no wonder if it goes elsewhere, and the reasons say so
        // already.
        let is_no_wonder = self.findings.reasons.leave_inputs_out();
        let witness = witnesses.all[number].clone();
        let values = self.search.program.inputs().values(model);
        if witness.drawn.iter().zip(&witness.values).all(|(input, value)| values[*input as usize] == *value) {
            return Ok(());
        }
        let reasons = (witness.is_beyond || is_no_wonder).then(|| self.findings.set_reasons_aside());
        let (run, lesson) = self.observe(&values, Some(leaf))?;
        let inputs = self.search.program.inputs();
        let observed = self.findings.witness(&run, &values, &lesson.judgement, &lesson.end, inputs);
        if let Some(reasons) = reasons {
            // And what hinders it beyond the bounds is no reason to say less of what is within.
            self.findings.reasons = reasons;
        }
        let same_end = match (&lesson.judgement, witness.failure) {
            (Judgement::Passed, None) => true,
            (Judgement::Failed(blame), Some(failure)) => witnesses.is_failure(blame, failure),
            _ => false,
        };
        let same_path = observed.leaf == Some(leaf) && observed.drawn == witness.drawn;
        if same_path && !same_end && !is_no_wonder {
            let place = self.findings.judge.place_of_test();
            self.findings.reasons.divergence(place, "two runs on the same path ended differently");
        }
        if same_path && same_end {
            // Where terms do not tell everything, one path may take now this branch, now that.
            if witnesses.shown_by(&observed) == witness.covered {
                let Witness { failure, covered, is_beyond, .. } = witness;
                witnesses.all[number] = Witness { failure, covered, is_beyond, ..observed };
            }
        } else if matches!(lesson.judgement, Judgement::Failed(_)) {
            // A repetition that fails unlike the run before it is a finding too.
            witnesses.offer(observed, true);
        }
        Ok(())
    }
}
