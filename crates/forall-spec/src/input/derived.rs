//! Values of types that say themselves how they are made. The branches are here and not in the expansions, where they would count as
//! the user's own.

use super::MakeInput;
use super::scalars::bits;
use crate::__private::discard;
use crate::nesting::nested;
use crate::shared::NoUnwinding;
use crate::source::{Construction, Source};
use std::ops::{Bound, RangeBounds};

/// What says which way is taken; no field can be called so.
pub(crate) const VARIANT: &str = "variant()";

/// A value made in one of the ways, the plain ones first.
pub fn one_of<T>(
    source: &mut Source<'_>,
    plain: &[fn(&mut Source<'_>) -> T],
    recursive: &[fn(&mut Source<'_>) -> T],
) -> T {
    nested::<T, T>(source, |source, is_innermost| {
        // The innermost can have others of its type inside that are there already.
        let ways = match is_innermost && !plain.is_empty() && !source.shares() {
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

/// A value of an enum that has a variant without fields: this one.
pub fn or_else<T>(
    source: &mut Source<'_>,
    path: &'static str,
    variant: &'static str,
    draw: impl FnOnce(&mut Source<'_>) -> T,
) -> T {
    source.or_else(path, variant, draw)
}

/// A value for which the condition holds.
pub fn invariant<T: 'static>(
    source: &mut Source<'_>,
    draw: impl FnOnce(&mut Source<'_>) -> T,
    holds: impl FnOnce(&T) -> bool + 'static,
) -> T {
    source.satisfying(draw, holds)
}

/// The same, of a type that may be lent for some time only.
pub fn invariant_of_lent<T>(
    source: &mut Source<'_>,
    draw: impl FnOnce(&mut Source<'_>) -> T,
    holds: impl FnOnce(&T) -> bool,
) -> T {
    let _guard = NoUnwinding;
    let value = source.seen(draw);
    if !holds(&value) {
        discard();
    }
    value
}

/// A value in a range.
pub fn within<T, By>(source: &mut Source<'_>, range: impl RangeBounds<T>) -> T
where
    T: MakeInput<By> + PartialOrd + Clone + 'static,
{
    let _guard = NoUnwinding;
    let value = source.seen(T::make);
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
