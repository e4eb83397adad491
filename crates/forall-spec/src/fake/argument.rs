//! Arguments that a fake remembers.

use crate::shown::shown;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// An argument of a type of which little is known: it is kept if it can be cloned, and its text if it can only be shown.
pub struct Argument<T> {
    value: Option<Arc<T>>,
    shown: Text<T>,
}

enum Text<T> {
    Known(String),
    Asked(fn(&T) -> String),
}

impl<T> Argument<T> {
    /// The argument, if its type is `Clone`.
    pub fn value(&self) -> Option<&T> {
        self.value.as_deref()
    }

    fn text(&self) -> String {
        match (&self.shown, self.value()) {
            (Text::Asked(shown), Some(value)) => shown(value),
            (Text::Known(text), _) => text.clone(),
            (Text::Asked(_), None) => nameless::<T>(),
        }
    }
}

fn nameless<T: ?Sized>() -> String {
    std::any::type_name::<T>().into()
}

impl<T> Clone for Argument<T> {
    fn clone(&self) -> Argument<T> {
        let shown = match &self.shown {
            Text::Known(text) => Text::Known(text.clone()),
            Text::Asked(shown) => Text::Asked(*shown),
        };
        Argument { value: self.value.clone(), shown }
    }
}

impl<T> Debug for Argument<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// What the calls of a fake are compared with.
impl<T: Debug> From<T> for Argument<T> {
    fn from(value: T) -> Argument<T> {
        Argument { value: Some(Arc::new(value)), shown: Text::Asked(|value: &T| shown(value).0) }
    }
}

/// Only what is `Clone` is kept, so only that can be compared.
impl<T: Clone + PartialEq> PartialEq for Argument<T> {
    fn eq(&self, other: &Argument<T>) -> bool {
        self.value() == other.value()
    }
}

impl<T: Clone + PartialEq> PartialEq<T> for Argument<T> {
    fn eq(&self, other: &T) -> bool {
        self.value() == Some(other)
    }
}

/// How an argument is remembered, a slice as a vector: `(&&&&Recorder(&argument)).recorded()` takes the first of the traits below that fits.
pub struct Recorder<'a, T: ?Sized>(pub &'a T);

pub trait ByCloneAndText<O> {
    fn recorded(&self) -> Argument<O>;
}

impl<T: ToOwned<Owned = O> + ?Sized, O: Debug> ByCloneAndText<O> for &&&Recorder<'_, T> {
    fn recorded(&self) -> Argument<O> {
        Argument::from(self.0.to_owned())
    }
}

pub trait ByClone<O> {
    fn recorded(&self) -> Argument<O>;
}

impl<T: ToOwned<Owned = O> + ?Sized, O> ByClone<O> for &&Recorder<'_, T> {
    fn recorded(&self) -> Argument<O> {
        Argument { value: Some(Arc::new(self.0.to_owned())), shown: Text::Known(nameless::<T>()) }
    }
}

pub trait ByText<O> {
    fn recorded(&self) -> Argument<O>;
}

impl<T: Debug + ?Sized, O> ByText<O> for &Recorder<'_, T> {
    fn recorded(&self) -> Argument<O> {
        Argument { value: None, shown: Text::Known(shown(&self.0).0) }
    }
}

pub trait ByNothing<O> {
    fn recorded(&self) -> Argument<O>;
}

impl<T: ?Sized, O> ByNothing<O> for Recorder<'_, T> {
    fn recorded(&self) -> Argument<O> {
        Argument { value: None, shown: Text::Known(nameless::<T>()) }
    }
}
