//! Values that can be changed while they are shared, values that may be borrowed, and the mark of a type.

use super::{Input, Itself, Made};
use crate::source::Source;
use forall_protocol::value::Shape;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

macro_rules! cells {
    ($($cell:ident)*) => { $(
        impl<T: Input> Input for $cell<T> {
            type By = T::By;
        }

        impl<T: Made<By>, By> Made<By> for $cell<T> {
            fn make(source: &mut Source<'_>) -> $cell<T> {
                source.whole(Shape::$cell, |source| $cell::new(T::make(source)))
            }
        }
    )* };
}

cells! { Cell RefCell }

impl<B: ToOwned<Owned: Input> + ?Sized> Input for Cow<'_, B> {
    type By = <B::Owned as Input>::By;
}

/// What it is made of is owned: nothing lives long enough to lend it.
impl<B: ToOwned<Owned: Made<By>> + ?Sized, By> Made<By> for Cow<'_, B> {
    fn make(source: &mut Source<'_>) -> Self {
        source.whole(Shape::Cow, |source| Cow::Owned(B::Owned::make(source)))
    }
}

impl<T: ?Sized> Input for PhantomData<T> {
    type By = Itself;
}

impl<T: ?Sized> Made<Itself> for PhantomData<T> {
    fn make(source: &mut Source<'_>) -> PhantomData<T> {
        source.whole(Shape::PhantomData, |_| PhantomData)
    }
}
