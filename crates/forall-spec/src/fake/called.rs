//! A call of a fake, as it is told.

use crate::shown::shown;
use crate::tell::Tell;
use forall_protocol::value::Value;
use std::fmt::Debug;

/// What is known of a call, beside what the fake remembers of it.
pub struct Call<'a> {
    pub method: &'static str,
    /// The arguments as a reader would write them; asked for where somebody reads it, and never under exploration.
    pub arguments: &'a dyn Fn() -> String,
    /// The arguments as values, where equal ones have equal answers and all can be written as code.
    pub key: Option<&'a dyn Fn() -> Option<Vec<Value>>>,
}

/// An argument that decides an answer: `(&&Keyed(&argument)).value()` takes the first of the traits below that fits.
pub struct Keyed<'a, T>(pub &'a T);

pub trait ByValue {
    fn value(&self) -> Option<Value>;
}

impl<T: Tell> ByValue for &Keyed<'_, T> {
    fn value(&self) -> Option<Value> {
        Some(self.0.tell())
    }
}

pub trait Opaque {
    fn value(&self) -> Option<Value>;
}

impl<T> Opaque for Keyed<'_, T> {
    fn value(&self) -> Option<Value> {
        None
    }
}

/// An argument: `(&&Shown(&argument)).shown()` takes the first of the traits below that fits.
pub struct Shown<'a, T: ?Sized>(pub &'a T);

pub trait ByDebug {
    fn shown(&self) -> String;
}

impl<T: Debug + ?Sized> ByDebug for &Shown<'_, T> {
    fn shown(&self) -> String {
        shown(&self.0).0
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
