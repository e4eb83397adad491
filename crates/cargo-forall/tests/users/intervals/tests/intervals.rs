//! In a crate of its own, which has a prelude.

use forall::{assume, factory, forall};
use intervals::{merge, overlap, Interval};
use std::ops::{Range, RangeInclusive};

#[factory]
fn interval(low: i32, high: i32) -> Option<Interval> {
    Interval::new(low, high)
}

#[forall]
fn the_ends_are_inside(interval: Interval) {
    assert!(interval.contains(interval.low) && interval.contains(interval.high));
}

#[forall]
fn what_is_in_both_is_in_the_intersection(a: Interval, b: Interval, x: i32) {
    let inside = a.intersection(b).is_some_and(|both| both.contains(x));
    assert_eq!(inside, a.contains(x) && b.contains(x));
}

#[forall]
fn what_is_in_one_is_in_the_hull(a: Interval, b: Interval, x: i32) {
    assume!(a.contains(x) || b.contains(x));
    assert!(a.hull(b).contains(x));
}

/// And nothing else is.
#[forall]
fn the_hull_has_nothing_else(a: Interval, b: Interval, x: i32) {
    assume!(a.hull(b).contains(x));
    assert!(a.contains(x) || b.contains(x));
}

#[forall]
fn sizes_are_at_least_one(interval: Interval) {
    assert!(interval.size() >= 1);
}

#[forall]
fn the_middle_is_inside(interval: Interval) {
    assert!(interval.contains(interval.middle()));
}

#[forall]
fn the_middle_of_small_ones_is_inside(interval: Interval) {
    assume!(interval.low > -1_000_000 && interval.high < 1_000_000);
    assert!(interval.contains(interval.middle()));
}

#[forall]
fn overlapping_is_symmetric(a: Range<u8>, b: Range<u8>) {
    assert_eq!(overlap(&a, &b), overlap(&b, &a));
}

/// Ranges that overlap have a number in common.
#[forall]
fn overlapping_ranges_share_a_number(a: Range<u8>, b: Range<u8>) {
    assume!(overlap(&a, &b));
    let first = ::std::cmp::Ord::max(a.start, b.start);
    assert!(a.contains(&first) && b.contains(&first));
}

#[forall]
fn real_ranges_that_overlap_share_a_number(a: Range<u8>, b: Range<u8>) {
    assume!(!a.is_empty() && !b.is_empty() && overlap(&a, &b));
    let first = ::std::cmp::Ord::max(a.start, b.start);
    assert!(a.contains(&first) && b.contains(&first));
}

#[forall(max_len = 3)]
fn merging_makes_fewer(ranges: Vec<RangeInclusive<u8>>) {
    assert!(merge(&ranges).len() <= ranges.len());
}

#[forall(max_len = 3)]
fn merged_ranges_have_the_same_numbers(ranges: Vec<RangeInclusive<u8>>, x: u8) {
    assume!(ranges.iter().all(|range| range.start() <= range.end() && *range.end() < 255));
    assume!(ranges.windows(2).all(|pair| pair[0].start() <= pair[1].start()));
    let before = ranges.iter().any(|range| range.contains(&x));
    assert_eq!(merge(&ranges).iter().any(|range| range.contains(&x)), before);
}
