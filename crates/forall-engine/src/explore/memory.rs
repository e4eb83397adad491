//! How much memory what is known of a test takes. It is counted, not measured, so that the same exploration ends at the same point everywhere.

use super::Exploration;
use super::part::Part;

/// Bytes, with what a growing table leaves unused.
const OF_A_DECISION: usize = 40;
/// Here, and in the memory shared with the program.
const OF_A_TERM: usize = 160;
const OF_A_SIDE: usize = 24;
const OF_A_WITNESS: usize = 400;

impl Exploration<'_> {
    pub(super) fn memory(&self) -> u64 {
        self.parts.iter().map(Part::memory).sum()
    }

    /// Deals out what is left before anybody starts: how much one takes must not depend on who is quicker.
    pub(super) fn deal_out_memory(&mut self) {
        let left = self.setting.options.bounds.max_search_memory.saturating_sub(self.memory());
        let share = left / self.parts.len() as u64;
        for part in &mut self.parts {
            part.max_memory = part.memory() + share;
        }
    }
}

impl Part<'_> {
    pub(super) fn memory(&self) -> u64 {
        let counted = OF_A_DECISION * self.tree.len()
            + OF_A_TERM * self.terms.len()
            + OF_A_SIDE * self.open()
            + OF_A_WITNESS * self.witnesses.all.len()
            + self.origins.memory();
        counted as u64
    }
}
