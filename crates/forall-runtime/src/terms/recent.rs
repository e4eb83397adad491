//! Terms that were built lately. One run after the other builds the same ones, and to find out which term an
//! operation makes takes several looks into the arena: here it takes one.

use crate::mapping::Zeroed;
use forall_protocol::terms::TermId;
use std::cell::Cell;
use std::io;
use std::ops::Range;

/// What the program does, as it tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub op: u32,
    pub terms: [TermId; 2],
    /// Of the operand that has no term.
    pub value: u64,
}

/// All zero is a free place.
#[repr(C)]
struct Place {
    asked: Cell<Asked>,
    /// One more than the term.
    answer: Cell<u32>,
}

/// A power of two.
const PLACES: usize = 512;

struct Table {
    places: [Place; PLACES],
    /// The exploration that these terms belong to.
    epoch: Cell<u32>,
}

/// Says nothing that is not in the arena, and outlives a run.
pub struct Recent(Zeroed<Table>);

impl Recent {
    pub fn new() -> io::Result<Recent> {
        // SAFETY: all zero are free places, and the first epoch.
        Ok(Recent(unsafe { Zeroed::new() }?))
    }

    pub fn memory(&self) -> Range<usize> {
        self.0.range()
    }

    /// Forgets the terms of other explorations.
    pub fn refresh(&mut self, epoch: u32) -> io::Result<()> {
        if epoch != self.0.epoch.get() {
            self.0.reset()?;
            self.0.epoch.set(epoch);
        }
        Ok(())
    }

    /// What `build` makes of it, which depends on nothing else.
    #[inline]
    pub fn or_build(&self, asked: Asked, build: impl FnOnce() -> TermId) -> TermId {
        let place = &self.0.places[index(asked)];
        if place.asked.get() == asked && place.answer.get() != 0 {
            return place.answer.get() - 1;
        }
        let term = build();
        // Never another's answer.
        place.answer.set(0);
        place.asked.set(asked);
        place.answer.set(term + 1);
        term
    }
}

fn index(Asked { op, terms: [first, second], value }: Asked) -> usize {
    let terms = u64::from(first) | u64::from(second) << 32;
    let mixed = (terms ^ value.rotate_left(20) ^ u64::from(op) << 44).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> (u64::BITS - PLACES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_is_not_built_again() {
        let recent = Recent::new().unwrap();
        let asked = Asked { op: 3, terms: [7, 0], value: 9 };
        assert_eq!(recent.or_build(asked, || 0), 0);
        assert_eq!(recent.or_build(asked, || unreachable!()), 0);
        for other in [
            Asked { op: 4, ..asked },
            Asked { terms: [7, 1], ..asked },
            Asked { terms: [0, 7], ..asked },
            Asked { value: 8, ..asked },
        ] {
            assert_eq!(recent.or_build(other, || 5), 5);
        }
    }

    #[test]
    fn what_shares_a_place_is_told_apart() {
        let recent = Recent::new().unwrap();
        let asked = |number: u64| Asked { op: 1, terms: [number as u32 % 50, 2], value: number };
        for round in 0..2 {
            for number in 0..10_000 {
                let term = number as u32 + 1;
                assert_eq!(recent.or_build(asked(number), || term), term, "in round {round}");
            }
        }
    }

    #[test]
    fn another_exploration_begins_with_nothing() {
        let mut recent = Recent::new().unwrap();
        let asked = Asked { op: 3, terms: [7, 0], value: 9 };
        recent.or_build(asked, || 1);
        recent.refresh(1).unwrap();
        assert_eq!(recent.or_build(asked, || 2), 2);
        recent.refresh(1).unwrap();
        assert_eq!(recent.or_build(asked, || unreachable!()), 2);
    }

    #[test]
    fn nothing_is_known_from_the_start() {
        let recent = Recent::new().unwrap();
        assert_eq!(recent.or_build(Asked::default(), || 1), 1);
    }
}
