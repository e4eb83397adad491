//! Inputs that the search begins with: the examples of a test, as far as they lie within the bounds.
//!
//! Their runs are like all others: they are placed in the tree, and the sides that they pass are opened. Only their
//! values are kept as they are.

use super::Stop;
use super::worker::Worker;
use crate::executor::ExecutorError;
use crate::options::Seed;

/// An input is known only once a run has asked for it, and what is asked for depends on the values: a seed takes as
/// many runs as it is nested deep.
const ATTEMPTS: usize = 16;

impl Worker<'_> {
    /// Runs all seeds. Says why it stopped, if it did.
    pub(super) fn run_seeds(&mut self) -> Result<Option<Stop>, ExecutorError> {
        let options = self.setting.options;
        for seed in options.seeds.iter().filter(|seed| options.bounds.hold(seed)) {
            if (self.setting.environment.observer)(&self.progress()).is_break() {
                return Ok(Some(Stop::Interrupted));
            }
            if self.search.clock_is_up() {
                return Ok(Some(Stop::MaxTime));
            }
            if let Some(stop) = self.run_seed(seed)? {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    fn run_seed(&mut self, seed: &Seed) -> Result<Option<Stop>, ExecutorError> {
        // As long as nobody has asked for anything, they are likely to be asked for in this order.
        let mut values: Vec<u128> = match self.search.program.inputs().all() {
            [] => seed.iter().map(|(_, value)| *value).collect(),
            _ => self.values_of(seed),
        };
        for attempt in 1.. {
            if self.search.runs >= self.setting.options.bounds.max_runs {
                return Ok(Some(Stop::MaxRuns));
            }
            self.search.runs += 1;
            let run = self.search.program.run(&values)?;
            let meant = self.values_of(seed);
            let value = |values: &[u128], input: u32| values.get(input as usize).copied().unwrap_or(0);
            let is_meant = run.drawn.iter().all(|input| value(&values, *input) == value(&meant, *input));
            if is_meant || attempt == ATTEMPTS {
                self.findings.is_seed = is_meant;
                let lesson = self.learn(&run, &values, None);
                self.findings.is_seed = false;
                return Ok(lesson?.end.full.then_some(Stop::Full));
            }
            values = meant;
        }
        Ok(None)
    }

    /// The values of a seed by input index.
    fn values_of(&self, seed: &Seed) -> Vec<u128> {
        let inputs = self.search.program.inputs();
        let (values, _) = inputs.indexed(seed);
        let bounds = &self.setting.options.bounds;
        values.into_iter().zip(inputs.all()).map(|(value, input)| bounds.within(input, value)).collect()
    }
}
