//! A call of a fake, as it is told.

use std::fmt::Debug;

/// What is known of a call, beside what the fake remembers of it.
pub struct Call<'a> {
    pub method: &'static str,
    /// The arguments as a reader would write them; asked for where somebody reads it, and never under exploration.
    pub arguments: &'a dyn Fn() -> String,
}

/// An argument: `(&&Shown(&argument)).shown()` takes the first of the traits below that fits.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

pub trait ByDebug {
    fn shown(&self) -> String;
}

impl<T: Debug + ?Sized> ByDebug for &Shown<'_, T> {
    fn shown(&self) -> String {
        format!("{:?}", self.0)
    }
}

pub trait ByName {
    fn shown(&self) -> String;
}

impl<T: ?Sized> ByName for Shown<'_, T> {
    fn shown(&self) -> String {
        "…".into()
    }
}
