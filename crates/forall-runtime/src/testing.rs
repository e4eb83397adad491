//! What the unit tests share: memory laid out like that of an exploration, and a reference evaluation of terms.

use crate::arena::Arena;
use crate::ending::Report;
use crate::mapping::Mapping;
use crate::shadow::Shadow;
use crate::terms::Terms;
use forall_protocol::hooks::TAG_COUNT;
use forall_protocol::shared::{Shared, layout};
use forall_protocol::terms::{Op, TermId};
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

    pub fn shadow(&self) -> Shadow {
        // SAFETY: new tags are zero, and never given back.
        unsafe { Shadow::new(self.arena(), Memory::tags()) }
    }

    /// Tags as a library brings them.
    pub fn tags() -> *const [AtomicU8; TAG_COUNT] {
        Box::leak(Box::new([const { AtomicU8::new(0) }; TAG_COUNT]))
    }
}

/// The value of a term, from the meaning the protocol gives the operations.
pub fn evaluate(terms: &Terms, term: TermId, inputs: &[u128]) -> u128 {
    let record = terms.record(term);
    let width = u32::from(record.width);
    let of = |term| evaluate(terms, term, inputs);
    let value = match terms.op(term).unwrap() {
        Op::Const => u128::from(record.a) | u128::from(record.b) << 32,
        Op::Input => inputs[record.a as usize],
        Op::Add => of(record.a).wrapping_add(of(record.b)),
        Op::And => of(record.a) & of(record.b),
        Op::Or => of(record.a) | of(record.b),
        Op::Xor => of(record.a) ^ of(record.b),
        Op::Eq => u128::from(of(record.a) == of(record.b)),
        Op::Ne => u128::from(of(record.a) != of(record.b)),
        Op::ULt => u128::from(of(record.a) < of(record.b)),
        Op::ULe => u128::from(of(record.a) <= of(record.b)),
        Op::Concat => of(record.a) << terms.width(record.b) | of(record.b),
        Op::Extract => of(record.a) >> record.b,
        Op::ZExt => of(record.a),
        Op::SExt => {
            let unused = 128 - terms.width(record.a);
            ((of(record.a) << unused) as i128 >> unused) as u128
        }
        Op::Ite => of(if of(record.a) == 1 { record.b } else { record.c }),
        op => panic!("no test evaluates {op:?}"),
    };
    if width == 128 { value } else { value & ((1 << width) - 1) }
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
