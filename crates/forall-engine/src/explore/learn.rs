//! What is learnt from one run.

use super::findings::Findings;
use super::place::PathEnd;
use super::worker::Worker;
use crate::executor::{ExecutorError, Run};
use crate::judge::Judgement;
use crate::report::{Case, Failure};
use crate::tree::Side;
use crate::witnesses::Witness;

/// A run, judged and placed in the tree.
pub(super) struct Lesson {
    pub judgement: Judgement,
    pub end: PathEnd,
}

impl Worker<'_> {
    /// Runs the test on these values, which should lead through `predicted`, and learns from it.
    pub(super) fn observe(
        &mut self,
        values: &[u128],
        predicted: Option<Side>,
    ) -> Result<(Run, Lesson), ExecutorError> {
        let run = self.search.program.run(values)?;
        let lesson = self.learn(&run, values, predicted)?;
        Ok((run, lesson))
    }

    /// Learns from a run that was made already.
    pub(super) fn learn(
        &mut self,
        run: &Run,
        values: &[u128],
        predicted: Option<Side>,
    ) -> Result<Lesson, ExecutorError> {
        let judgement = self.findings.judge.judge(run);
        let shows_more = !self.findings.is_beyond || self.findings.grow_by(run, &judgement);
        self.findings.add(run, values, &judgement, self.search.program.inputs());
        self.explain_cut(run, &judgement);
        let reasons = &mut self.findings.reasons;
        let end = self.search.place(run, values, predicted, &judgement, reasons)?;
        if end.fresh {
            self.show_path(run, values, &judgement, end.leaf)?;
        }
        if end.fresh {
            self.findings.count(&judgement);
        }
        let is_known =
            judgement == Judgement::Passed && self.findings.witnesses.know_simpler(run, end.decisions);
        if judgement.is_meaningful() && shows_more && !is_known {
            let inputs = self.search.program.inputs();
            let witness = self.findings.witness(run, values, &judgement, &end, inputs);
            if let Some(blame) = witness.blame.clone()
                && self.findings.witnesses.failures.is_empty()
            {
                (self.setting.environment.on_failure)(self.case(&witness)?, Failure::of(blame, 0));
            }
            self.findings.witnesses.offer(witness, end.fresh);
        }
        Ok(Lesson { judgement, end })
    }

    /// If a run was cut off, that is a reason to say less.
    fn explain_cut(&mut self, run: &Run, judgement: &Judgement) {
        let Findings { judge, reasons, .. } = &mut self.findings;
        let busiest = || self.search.busiest(run).unwrap_or_else(|| (judge.place_of_test(), 0));
        match judgement {
            Judgement::OutOfBounds => {
                let (location, times) = busiest();
                reasons.max_branches(location, self.setting.options.bounds.max_branches, times);
            }
            Judgement::Exhausted { of_inputs: true } => reasons.too_many_inputs(judge.place_of_test()),
            Judgement::Exhausted { of_inputs: false } => reasons.no_room_for_run(busiest().0),
            Judgement::Refused { what, location } => reasons.refused(location.clone(), what),
            // Otherwise that is how it failed.
            Judgement::Passed | Judgement::Discarded if run.memory_denied => {
                reasons.max_memory(judge.place_of_test());
            }
            _ => {}
        }
    }

    /// A run as it is, before anything is made simpler.
    fn case(&self, witness: &Witness) -> Result<Case, ExecutorError> {
        let arguments = self.search.program.inputs().arguments(&witness.drawn, &witness.values)?;
        Ok(Case { arguments, end: witness.end.clone(), failure: Some(0), covered: Vec::new() })
    }
}
