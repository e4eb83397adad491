//! Where no input within the bounds satisfies what a test assumes: one that is longer is sought, length by length.
//!
//! `text.len() == n && n > 32` depends on the length as a plain number, so nothing tells the solver how long the
//! text has to be. The input that came furthest is made longer, and what it fails at then is put to the solver:
//! the last decision of the run, which is mostly the assumption itself.

use super::lengths::{DECISIONS, LONGEST, NamedLengths, is_too_much};
use super::worker::Worker;
use super::{Exploration, Stop};
use crate::executor::{ExecutorError, Run};
use crate::judge::Judgement;
use forall_protocol::inputs::InputKind;
use forall_solver::{Answer, Term};

/// So many assumptions are satisfied one after the other, with one length.
const STEPS: usize = 8;
/// So many decisions are turned round before the next length is tried.
const TURNED: usize = 3;

/// What came of a length.
enum Tried {
    Satisfied,
    Nothing,
    /// Greater ones are too great.
    TooMuch,
}

impl Exploration<'_> {
    pub(super) fn satisfy_beyond(&mut self) -> Result<Option<Stop>, ExecutorError> {
        let left = self.setting.options.bounds.max_runs - self.runs();
        let furthest = self.workers.iter_mut().max_by_key(|worker| worker.findings.furthest.0);
        furthest.map_or(Ok(None), |worker| worker.satisfy_beyond(left))
    }

    /// The lengths beyond the bounds of an input that satisfies what none within them does.
    pub(super) fn demanded(&self) -> NamedLengths {
        for worker in &self.workers {
            let Some(witness) = worker.findings.witnesses.all.iter().find(|witness| witness.is_beyond) else {
                continue;
            };
            let inputs = worker.search.program.inputs();
            let is_longer = |input: u32, value: u128| {
                let bounds = &self.setting.options.bounds;
                inputs.is(input, InputKind::Length)
                    && inputs.get(input).is_ok_and(|input| value > bounds.max_len_of(input).into())
            };
            let drawn = witness.drawn.iter().zip(&witness.values);
            let longer = drawn.filter(|(input, value)| is_longer(**input, **value));
            return longer
                .filter_map(|(input, value)| Some((inputs.length_in_words(*input)?, *value)))
                .collect();
        }
        NamedLengths::new()
    }
}

impl Worker<'_> {
    fn satisfy_beyond(&mut self, left: u64) -> Result<Option<Stop>, ExecutorError> {
        self.search.forget_queries()?;
        self.search.program.allow_lengths(LONGEST);
        let most = self.search.runs + left;
        for collection in self.collections() {
            for length in self.setting.options.bounds.max_len + 1..=LONGEST {
                if self.search.clock_is_up() {
                    return Ok(Some(Stop::MaxTime));
                }
                if (self.setting.environment.observer)(&self.progress()).is_break() {
                    return Ok(Some(Stop::Interrupted));
                }
                if self.search.runs + STEPS as u64 > most {
                    return Ok(Some(Stop::MaxRuns));
                }
                match self.satisfy_with(collection, length)? {
                    Tried::Satisfied => return Ok(None),
                    Tried::Nothing => {}
                    Tried::TooMuch => break,
                }
            }
        }
        Ok(None)
    }

    fn satisfy_with(&mut self, collection: usize, length: u64) -> Result<Tried, ExecutorError> {
        let mut values = self.findings.furthest.1.clone();
        if values.len() <= collection {
            values.resize(collection + 1, 0);
        }
        values[collection] = length.into();
        for _ in 0..STEPS {
            let run = self.run_shortly(&values)?;
            if is_too_much(&run) || run.decisions.len() >= DECISIONS as usize {
                return Ok(Tried::TooMuch);
            }
            let judgement = self.findings.judge.judge(&run);
            if judgement.is_meaningful() {
                self.learn_anywhere(&run, &values)?;
                return Ok(Tried::Satisfied);
            }
            match self.turned(&run, &judgement)? {
                Some(turned) => values = turned,
                None => break,
            }
        }
        Ok(Tried::Nothing)
    }

    /// Values that make one of the last decisions of a run the other way.
    fn turned(&mut self, run: &Run, judgement: &Judgement) -> Result<Option<Vec<u128>>, ExecutorError> {
        if *judgement != Judgement::Discarded {
            return Ok(None);
        }
        let steps = self.search.program.steps(run, &mut self.findings.reasons)?;
        for at in (0..steps.len()).rev().take(TURNED) {
            // What is fixed there is the length.
            if self.setting.fixes_values(steps[at].site) {
                break;
            }
            let mut conditions: Vec<Term> = self.search.program.inputs().domains.conditions().to_vec();
            for (number, step) in steps[..=at].iter().enumerate() {
                let mut step = *step;
                step.taken ^= number == at;
                conditions.push(self.search.condition(&step));
            }
            let limit = self.search.query_limit;
            let search = &mut self.search;
            if let Answer::Sat(model) = search.solver.check(&mut search.program.terms, &conditions, limit) {
                return Ok(Some(search.program.inputs().values(&model)));
            }
        }
        Ok(None)
    }
}
