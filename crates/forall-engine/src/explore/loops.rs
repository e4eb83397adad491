//! Loops and recursion without an end in sight: there is always one more path, and nobody should wait for the last one.

use super::Exploration;
use super::part::Part;
use crate::tree::Step;
use std::collections::HashMap;
use std::time::Duration;

/// What bounded collections demand is less than that; what a number demands has soon reached it.
const OFTEN: usize = 256;

impl Exploration<'_> {
    /// How long the search may take, as far as it is known.
    pub(super) fn time(&self) -> Duration {
        let times = self.parts.iter().map(|part| part.deadline);
        times.min().unwrap_or(self.setting.options.bounds.max_time)
    }
}

impl Part<'_> {
    /// Sees whether some place comes up very often on one path; then there is less time.
    pub(super) fn notice_loop(&mut self, steps: &[Step]) {
        if self.has_long_loop || steps.len() <= OFTEN {
            return;
        }
        let mut times: HashMap<u32, usize> = HashMap::new();
        for step in steps {
            *times.entry(step.site).or_default() += 1;
        }
        if times.into_values().any(|times| times > OFTEN) {
            self.has_long_loop = true;
            self.deadline = self.deadline.min(self.options.bounds.loop_time);
        }
    }
}
