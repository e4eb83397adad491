//! Loops and recursion without an end in sight: there is always one more path, and nobody should wait for the
//! last one.

use super::Exploration;
use super::search::PathSearch;
use crate::tree::Step;
use std::collections::HashMap;
use std::time::Duration;

/// What bounded collections demand is less than that; what a number demands has soon reached it.
const OFTEN: usize = 256;

impl Exploration<'_> {
    /// How long the search may take, as far as it is known.
    pub(super) fn time(&self) -> Duration {
        let times = self.workers.iter().map(|worker| worker.search.deadline);
        times.min().unwrap_or(self.setting.options.bounds.max_time)
    }
}

impl PathSearch<'_> {
    /// Sees whether some place comes up very often on one path; then there is less time.
    pub(super) fn notice_loop(&mut self, steps: &[Step]) {
        let loop_time = self.setting.options.bounds.loop_time;
        if self.deadline <= loop_time || steps.len() <= OFTEN {
            return;
        }
        let mut times: HashMap<u32, usize> = HashMap::new();
        for step in steps {
            *times.entry(step.site).or_default() += 1;
        }
        if times.into_values().any(|times| times > OFTEN) {
            self.deadline = loop_time;
        }
    }
}
