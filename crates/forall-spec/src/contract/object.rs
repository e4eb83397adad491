//! Objects whose types may have an invariant.

use super::Function;
use super::call::Call;
use super::met::Met;
use crate::input::{invariant, invariant_of_lent};
use crate::source::Source;
use std::marker::PhantomData;

/// What holds of an object wherever no function of its type is at work on it.
pub trait Invariant {
    fn invariant(&self, call: &Call) -> Met;
}

/// An object: `(&&Object(&object)).before(&call)` takes the first of the traits below that fits.
pub struct Object<'a, T: ?Sized>(pub &'a T);

pub trait WithInvariant {
    fn before(&self, call: &Call);
    fn after(&self, call: &Call);
}

impl<T: Invariant + ?Sized> WithInvariant for &Object<'_, T> {
    #[track_caller]
    fn before(&self, call: &Call) {
        call.invariant_before(|| self.0.invariant(call));
    }

    #[track_caller]
    fn after(&self, call: &Call) {
        call.invariant_after(|| self.0.invariant(call));
    }
}

pub trait WithoutInvariant {
    fn before(&self, _: &Call) {}
    fn after(&self, _: &Call) {}
}

impl<T: ?Sized> WithoutInvariant for Object<'_, T> {}

/// A type of which values are drawn: `(&&Kind::<T>::NEW).draw(..)` takes the first of the traits below that fits.
pub struct Kind<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Kind<T> {
    pub const NEW: Kind<T> = Kind(PhantomData);
}

/// Only what satisfies the invariant is drawn.
pub trait DrawnWithInvariant<T> {
    fn draw(
        &self,
        source: &mut Source<'_>,
        ty: &'static Function,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T
    where
        T: 'static;

    /// The same, of a type that may be lent for some time only.
    fn draw_lent(
        &self,
        source: &mut Source<'_>,
        ty: &'static Function,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T;
}

impl<T: Invariant> DrawnWithInvariant<T> for &Kind<T> {
    #[track_caller]
    fn draw(
        &self,
        source: &mut Source<'_>,
        ty: &'static Function,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T
    where
        T: 'static,
    {
        let call = Call::of_test(ty);
        invariant(source, draw, move |value| call.is_kept(|| value.invariant(&call)))
    }

    #[track_caller]
    fn draw_lent(
        &self,
        source: &mut Source<'_>,
        ty: &'static Function,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        let call = Call::of_test(ty);
        invariant_of_lent(source, draw, |value| call.is_kept(|| value.invariant(&call)))
    }
}

pub trait DrawnWithoutInvariant<T> {
    fn draw(
        &self,
        source: &mut Source<'_>,
        _: &'static Function,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        draw(source)
    }

    fn draw_lent(
        &self,
        source: &mut Source<'_>,
        _: &'static Function,
        draw: impl FnOnce(&mut Source<'_>) -> T,
    ) -> T {
        draw(source)
    }
}

impl<T> DrawnWithoutInvariant<T> for Kind<T> {}
