//! Values that can be changed while they are shared, values that may be borrowed, and the mark of a type.

use super::{Input, Itself, MakeInput};
use crate::source::Source;
use forall_protocol::value::Shape;
use std::any::type_name;
use std::borrow::{Borrow, Cow};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;

macro_rules! cells {
    ($($cell:ident $inside:ident)*) => { $(
        impl<T: Input> Input for $cell<T> {
            type By = T::By;
        }

        impl<T: MakeInput<By>, By> MakeInput<By> for $cell<T> {
            fn make(source: &mut Source<'_>) -> $cell<T> {
                source.whole(Shape::$cell, |source| $cell::new(source.$inside(T::make)))
            }
        }
    )* };
}

cells! { Cell in_cell RefCell in_ref_cell }

impl<B: ToOwned<Owned: Input> + ?Sized> Input for Cow<'_, B> {
    type By = <B::Owned as Input>::By;
}

/// What is borrowed is leaked: how long it has to live, nobody knows.
impl<'a, B: ToOwned<Owned: MakeInput<By>> + ?Sized, By> MakeInput<By> for Cow<'a, B> {
    fn make(source: &mut Source<'_>) -> Cow<'a, B> {
        // No field can be called so.
        if source.part("is_owned()").choice() {
            source.whole(Shape::CowOwned, |source| Cow::Owned(source.seen(B::Owned::make)))
        } else {
            source.whole(borrowed::<B>(), |source| {
                let owned: &'a B::Owned = Box::leak(Box::new(source.seen(B::Owned::make)));
                Cow::Borrowed(owned.borrow())
            })
        }
    }
}

/// How a borrowed value is written.
fn borrowed<B: ToOwned + ?Sized>() -> Shape {
    let (lent, owned) = (type_name::<B>(), type_name::<B::Owned>());
    if lent == owned {
        Shape::CowBorrowed
    } else if lent == "str" || lent.starts_with('[') {
        Shape::CowSlice
    } else {
        Shape::CowLent
    }
}

impl<T: ?Sized> Input for PhantomData<T> {
    type By = Itself;
}

impl<T: ?Sized> MakeInput<Itself> for PhantomData<T> {
    fn make(source: &mut Source<'_>) -> PhantomData<T> {
        source.whole(Shape::PhantomData, |_| PhantomData)
    }
}
