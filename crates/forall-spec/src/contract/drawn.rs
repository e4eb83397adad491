//! Parameters of functions whose contract is tested. Not of all types there are inputs, and nobody is to be kept from stating a contract
//! by that.

use crate::input::{Passing, Pointee};
use crate::source::Source;
use std::marker::PhantomData;

/// A type of which there may be inputs: `(&&Drawn::<T>::NEW).draw(..)` takes the first of the traits below that fits.
pub struct Drawn<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Drawn<T> {
    pub const NEW: Drawn<T> = Drawn(PhantomData);
}

pub trait Drawable<By> {
    type Owned;

    fn draw(&self, passing: Passing, source: &mut Source<'_>) -> Self::Owned;

    fn known(&self) -> Known {
        Known
    }
}

impl<T: Pointee<By> + ?Sized, By> Drawable<By> for &Drawn<T> {
    type Owned = T::Owned;

    fn draw(&self, passing: Passing, source: &mut Source<'_>) -> T::Owned {
        passing.draw::<T, By>(source)
    }
}

pub trait Undrawable {
    type Type: ?Sized;

    fn draw(&self, _: Passing, _: &mut Source<'_>) -> Self::Type
    where
        Self::Type: Sized,
    {
        never_run()
    }

    fn draw_lent(&self, _: Passing, _: &mut Source<'_>) -> Box<Self::Type> {
        never_run()
    }

    fn known(&self) -> Unknown {
        Unknown
    }
}

impl<T: ?Sized> Undrawable for Drawn<T> {
    type Type = T;
}

fn never_run() -> ! {
    unreachable!("nobody runs the test of a contract for which something is missing")
}

/// There are inputs, or not: as types, so that constants can tell.
pub struct Known;
pub struct Unknown;

pub trait IsMissing {
    const MISSING: u64;
}

impl IsMissing for Known {
    const MISSING: u64 = 0;
}

impl IsMissing for Unknown {
    const MISSING: u64 = 1;
}

/// What the function would say; it is not called.
pub const fn missing<K: IsMissing>(_: &impl Fn() -> K) -> u64 {
    K::MISSING
}
