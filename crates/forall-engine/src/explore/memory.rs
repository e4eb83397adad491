//! How much memory what is known of a test takes. It is counted, not measured, so that the same exploration
//! ends at the same point everywhere.

use super::Exploration;
use super::worker::Worker;

/// Bytes, with what a growing table leaves unused.
const OF_A_DECISION: usize = 40;
/// Here, and in the memory shared with the program.
const OF_A_TERM: usize = 160;
const OF_A_SIDE: usize = 24;
const OF_A_WITNESS: usize = 400;

impl Exploration<'_> {
    pub(super) fn memory(&self) -> u64 {
        self.workers.iter().map(Worker::memory).sum()
    }

    /// Deals out what is left before anybody starts: how much one takes must not depend on who is quicker.
    pub(super) fn deal_out_memory(&mut self) {
        let left = self.setting.options.bounds.max_search_memory.saturating_sub(self.memory());
        let share = left / self.workers.len() as u64;
        for worker in &mut self.workers {
            worker.max_memory = worker.memory() + share;
        }
    }
}

impl Worker<'_> {
    pub(super) fn memory(&self) -> u64 {
        let counted = OF_A_DECISION * self.search.tree.len()
            + OF_A_TERM * self.search.program.terms.len()
            + OF_A_SIDE * self.open()
            + OF_A_WITNESS * self.findings.witnesses.all.len()
            + self.search.origins.memory();
        counted as u64
    }
}
