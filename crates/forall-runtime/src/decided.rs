//! How a run has decided the conditions it met so far.

use crate::arena::Arena;
use crate::by_term::{ByTerm, Entry};
use forall_protocol::terms::TermId;
use std::sync::Arc;

pub struct Decided(ByTerm<Sense>);

/// `term << 2 | sense`
#[derive(Clone, Copy)]
struct Sense(u32);

const FALSE: u32 = 1;
const TRUE: u32 = 2;

// SAFETY: a zero belongs to no term.
unsafe impl Entry for Sense {
    const FIRST_SLOTS: usize = 1024;

    #[inline]
    fn key(&self) -> u32 {
        self.0 >> 2
    }
}

impl Decided {
    pub fn new(arena: Arc<Arena>) -> Decided {
        Decided(ByTerm::new(arena))
    }

    #[inline]
    pub fn get(&self, condition: TermId) -> Option<bool> {
        self.0.get(condition).map(|Sense(sense)| sense & 3 == TRUE)
    }

    pub fn set(&self, condition: TermId, holds: bool) {
        self.0.set(Sense(condition << 2 | if holds { TRUE } else { FALSE }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Memory;

    #[test]
    fn the_last_sense_counts() {
        let memory = Memory::new();
        let decided = Decided::new(memory.arena());
        decided.set(5, true);
        decided.set(6, false);
        assert_eq!([5, 6, 7].map(|term| decided.get(term)), [Some(true), Some(false), None]);
        decided.set(5, false);
        assert_eq!(decided.get(5), Some(false));
    }
}
