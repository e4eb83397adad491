//! Intervals of numbers. Nothing is in scope that is not named.
#![no_implicit_prelude]

use ::std::clone::Clone;
use ::std::cmp::{Eq, Ord, PartialEq};
use ::std::fmt::Debug;
use ::std::marker::Copy;
use ::std::ops::{Range, RangeInclusive};
use ::std::option::Option::{self, None, Some};
use ::std::prelude::v1::derive;
use ::std::vec::Vec;

/// From `low` to `high`, with both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    pub low: i32,
    pub high: i32,
}

impl Interval {
    /// The interval, if it is not upside down.
    pub fn new(low: i32, high: i32) -> Option<Interval> {
        if low <= high {
            Some(Interval { low, high })
        } else {
            None
        }
    }

    pub fn contains(self, x: i32) -> bool {
        self.low <= x && x <= self.high
    }

    /// What is in both.
    pub fn intersection(self, other: Interval) -> Option<Interval> {
        Interval::new(Ord::max(self.low, other.low), Ord::min(self.high, other.high))
    }

    /// The smallest that has both in it.
    pub fn hull(self, other: Interval) -> Interval {
        Interval { low: Ord::min(self.low, other.low), high: Ord::max(self.high, other.high) }
    }

    /// How many numbers there are in it.
    pub fn size(self) -> u32 {
        (self.high - self.low + 1) as u32
    }

    pub fn middle(self) -> i32 {
        (self.low + self.high) / 2
    }
}

/// Whether two ranges have something in common.
pub fn overlap(a: &Range<u8>, b: &Range<u8>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Puts ranges together that touch; they must be in order.
pub fn merge(ranges: &[RangeInclusive<u8>]) -> Vec<RangeInclusive<u8>> {
    let mut merged: Vec<RangeInclusive<u8>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if *range.start() <= *last.end() + 1 => {
                *last = *last.start()..=Ord::max(*last.end(), *range.end());
            }
            _ => merged.push(Clone::clone(range)),
        }
    }
    merged
}
