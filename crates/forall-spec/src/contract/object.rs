//! Objects whose types may have an invariant.

use super::call::Call;
use super::met::Met;

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
