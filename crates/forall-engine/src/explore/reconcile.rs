//! Conditions that differ only in what no input on the path can see are one branch.
//!
//! A read at an address that depends on the inputs reads from every place it may be. Some of these hold
//! anything: the value behind a `None` is whatever was in that memory before. No input on this path leads
//! there, but the condition mentions it, as it was in the first run that came along; in another run it is
//! something else.
//!
//! See docs/decisions/equivalent-conditions-are-one-branch.md.

use super::search::PathSearch;
use crate::executor::ExecutorError;
use crate::reasons::Reasons;
use crate::tree::Step;
use forall_solver::{Answer, Binary, Evaluation, Limit, Unknown};

impl PathSearch<'_> {
    /// Looks at the first decision that is not the one that an earlier run made after the same decisions. If
    /// no input that comes there tells the two conditions apart, the earlier one takes the place of the
    /// other.
    pub(super) fn reconcile(
        &mut self,
        steps: &mut [Step],
        values: &[u128],
        reasons: &mut Reasons<'_>,
    ) -> Result<bool, ExecutorError> {
        let Some((side, known, depth)) = self.tree.disagreement(steps) else { return Ok(false) };
        let step = steps[depth];
        let mut evaluation = Evaluation::new(self.program.inputs().model_of(values));
        let differs = (evaluation.value(&self.program.terms, known.condition) == 1) != step.taken;
        if known.site != step.site || differs {
            return Ok(false);
        }
        // Cases are confirmed when the time of the search may be up.
        let limit = self.setting.options.bounds.of_a_query();
        let limit = Limit { time: limit.time.min(self.time_for_cases()), ..limit };
        let mut conditions = self.path_condition(side);
        let is_known = evaluation.all_true(&self.program.terms, &conditions);
        conditions.push(self.program.terms.binary(Binary::Xor, known.condition, step.condition));
        // One of its own: what others are told must not depend on what was asked here.
        let mut solver = (self.setting.environment.solvers)()?;
        let answer = match is_known {
            true => solver.check_last(&mut self.program.terms, &conditions, evaluation.model(), limit),
            false => solver.check(&mut self.program.terms, &conditions, limit),
        };
        if let Answer::Unknown(why @ Unknown::Timeout) = &answer {
            // Else nobody would know that a busy machine is to blame for what is said instead.
            let condition = self.program.terms.display(step.condition).to_string();
            reasons.solver(step.site, &condition, why, &self.setting.options.bounds);
        }
        if answer == Answer::Unsat {
            steps[depth].condition = known.condition;
        }
        Ok(answer == Answer::Unsat)
    }
}
