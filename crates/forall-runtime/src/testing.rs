//! What the unit tests share: memory laid out like that of an exploration.

use crate::arena::Arena;
use crate::ending::Report;
use crate::mapping::Mapping;
use crate::run_state::RunState;
use crate::shadow::Shadow;
use crate::terms::Terms;
use forall_protocol::hooks::TAG_COUNT;
use forall_protocol::manifest::Manifest;
use forall_protocol::shared::{Shared, layout};
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

pub struct Memory(Mapping);

impl Memory {
    pub fn new() -> Memory {
        let memory = Memory(Mapping::anonymous(layout::LENGTH).unwrap());
        memory.shared().initialise();
        memory
    }

    pub fn shared(&self) -> Shared {
        // SAFETY: the mapping has the right length and outlives everything the test makes from it.
        unsafe { Shared::new(self.0.start()) }
    }

    pub fn report(&self) -> Report {
        // SAFETY: null is allowed.
        unsafe { Report::new(self.shared(), std::ptr::null()) }
    }

    pub fn terms(&self) -> Terms {
        Terms::new(self.shared(), self.report())
    }

    pub fn arena(&self) -> Arc<Arena> {
        Arc::new(Arena::new(self.report()).unwrap())
    }

    pub fn state(&self) -> RunState {
        let (shared, report) = (self.shared(), self.report());
        // SAFETY: new tags are zero, and never given back.
        unsafe { RunState::new(shared, report, &Manifest::default(), &[], Memory::tags()) }.unwrap()
    }

    pub fn shadow(&self) -> Shadow {
        // SAFETY: new tags are zero, and never given back.
        unsafe { Shadow::new(self.arena(), Memory::tags()) }
    }

    /// Tags as a library brings them.
    pub fn tags() -> *const [AtomicU8; TAG_COUNT] {
        Box::leak(Box::new([const { AtomicU8::new(0) }; TAG_COUNT]))
    }
}

/// Reproducible numbers for randomised tests.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}
