//! Values of types that say themselves how they are made. The branches are here and not in the expansions, where they would count as
//! the user's own.

use super::Made;
use super::scalars::bits;
use crate::__private::discard;
use crate::nesting::nested;
use crate::source::{Construction, Source};
use std::ops::{Bound, RangeBounds};

/// What says which way is taken; no field can be called so.
pub(super) const VARIANT: &str = "variant()";

/// A value made in one of the ways, the plain ones first.
pub fn one_of<T>(
    source: &mut Source<'_>,
    plain: &[fn(&mut Source<'_>) -> T],
    recursive: &[fn(&mut Source<'_>) -> T],
) -> T {
    nested::<T, T>(source, |source, is_innermost| {
        let ways = match is_innermost && !plain.is_empty() {
            true => plain.len(),
            false => plain.len() + recursive.len(),
        };
        let way = source.part(VARIANT).way(ways);
        let make = plain.get(way).or_else(|| recursive.get(way - plain.len()));
        match make {
            Some(make) => make(source),
            // A type without variants has no values.
            None => discard(),
        }
    })
}

/// A value of a type that has one way to be made.
pub fn single<T>(source: &mut Source<'_>, make: impl FnOnce(&mut Source<'_>) -> T) -> T {
    nested::<T, T>(source, |source, _| make(source))
}

/// The parts of a value, and what they are put together to.
pub fn built<T>(source: &mut Source<'_>, how: &Construction, draw: impl FnOnce(&mut Source<'_>) -> T) -> T {
    source.built(how, draw)
}

/// A value for which the condition holds.
pub fn invariant<T>(value: T, holds: impl FnOnce(&T) -> bool) -> T {
    if !holds(&value) {
        discard();
    }
    value
}

/// A value in a range.
pub fn within<T, By>(source: &mut Source<'_>, range: impl RangeBounds<T>) -> T
where
    T: Made<By> + PartialOrd + Clone + 'static,
{
    let value = T::make(source);
    if range.contains(&value) {
        return value;
    }
    let limit = match (range.start_bound(), range.end_bound()) {
        (Bound::Included(limit), _) | (_, Bound::Included(limit)) => Some(limit),
        _ => None,
    };
    match limit {
        // Of what is made of several values, or otherwise, it is not known which make the limit.
        Some(limit)
            if !source.is_exact()
                && let Some(bits) = bits(limit) =>
        {
            source.instead(bits);
            limit.clone()
        }
        _ => discard(),
    }
}
