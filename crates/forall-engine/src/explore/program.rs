//! The program under exploration: runs of its test, and what they recorded as terms of the solver.

use super::Setting;
use crate::domains::Domains;
use crate::executor::{Decision, End, Executor, ExecutorError, Run};
use crate::import::Import;
use crate::inputs::Inputs;
use crate::reasons::Reasons;
use crate::tree::Step;
use forall_protocol::shared::Ending;
use forall_solver::Terms;

pub(super) struct Program<'a> {
    executor: Box<dyn Executor + Send + 'a>,
    import: Import,
    pub terms: Terms,
    /// How many decisions a run may make.
    max_branches: u32,
}

impl<'a> Program<'a> {
    pub fn start(setting: Setting<'a>) -> Result<Program<'a>, ExecutorError> {
        let bounds = &setting.options.bounds;
        Ok(Program {
            executor: (setting.environment.executors)()?,
            import: Import::new(Inputs::new(Domains::new(bounds))),
            terms: Terms::new(),
            max_branches: bounds.max_branches,
        })
    }

    /// The inputs that runs have asked for so far.
    pub fn inputs(&self) -> &Inputs {
        &self.import.inputs
    }

    /// From here on lengths may be greater than those that proofs are about.
    pub fn allow_lengths(&mut self, length: u64) {
        self.import.inputs.allow(length, &mut self.terms);
    }

    /// Runs the test on these values, up to as many decisions as it may make.
    pub fn run(&mut self, values: &[u128]) -> Result<Run, ExecutorError> {
        let run = self.record(values, self.max_branches)?;
        self.bounded(run, values)
    }

    /// Runs the test on one input after the other, as far as the executor goes without a pause.
    pub fn run_series(&mut self, series: &[&[u128]]) -> Result<Vec<Run>, ExecutorError> {
        let runs = self.executor.run_some(series, self.max_branches)?;
        for run in &runs {
            self.import.extend(run, &mut self.terms)?;
        }
        runs.into_iter().zip(series).map(|(run, values)| self.bounded(run, values)).collect()
    }

    /// Runs the test on these values, and cuts it off after so many records of decisions.
    pub fn record(&mut self, values: &[u128], decisions: u32) -> Result<Run, ExecutorError> {
        let run = self.executor.run(values, decisions)?;
        self.import.extend(&run, &mut self.terms)?;
        Ok(run)
    }

    /// A run on these values, of which the executor recorded as many decisions as it may make, up to these.
    /// Conditions that cannot come out otherwise are no decisions: if there are any, the run is made again.
    fn bounded(&mut self, mut run: Run, values: &[u128]) -> Result<Run, ExecutorError> {
        let most = self.max_branches;
        let mut recorded = most;
        loop {
            if run.decisions.len() < most as usize {
                return Ok(run);
            }
            let was_cut = matches!(run.end, End::Reported { ending: Ending::OutOfBounds, .. });
            match self.position_of_decision(&run, most as usize)? {
                Some(position) => {
                    run.decisions.truncate(position);
                    run.end = End::Reported {
                        ending: Ending::OutOfBounds,
                        message: String::new(),
                        location: String::new(),
                    };
                    return Ok(run);
                }
                None if was_cut && recorded < u32::MAX => {
                    recorded = recorded.saturating_mul(2);
                    run = self.record(values, recorded)?;
                }
                None => return Ok(run),
            }
        }
    }

    /// Where in a run the decision of this number is, counted from 0.
    fn position_of_decision(&self, run: &Run, number: usize) -> Result<Option<usize>, ExecutorError> {
        let mut decisions = 0;
        for (position, decision) in run.decisions.iter().enumerate() {
            let condition = self.import.condition(decision.condition, &self.terms)?;
            if self.terms.as_constant(condition).is_some() {
                continue;
            }
            if decisions == number {
                return Ok(Some(position));
            }
            decisions += 1;
        }
        Ok(None)
    }

    /// Could a decision have come out otherwise?
    pub fn is_open(&self, decision: &Decision) -> bool {
        let condition = self.import.condition(decision.condition, &self.terms);
        condition.is_ok_and(|condition| self.terms.as_constant(condition).is_none())
    }

    /// The decisions of a run whose conditions can be both true and false.
    pub fn steps(&self, run: &Run, reasons: &mut Reasons<'_>) -> Result<Vec<Step>, ExecutorError> {
        let mut steps = Vec::with_capacity(run.decisions.len());
        for decision in &run.decisions {
            let condition = self.import.condition(decision.condition, &self.terms)?;
            match self.terms.as_constant(condition) {
                None => steps.push(Step { site: decision.site, condition, taken: decision.taken }),
                Some(value) if (value == 1) != decision.taken && !run.left_what_is_followed() => {
                    reasons.contradiction(decision.site, "a run took a side that no input can take");
                }
                Some(_) => {}
            }
        }
        Ok(steps)
    }
}
