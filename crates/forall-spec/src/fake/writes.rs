//! What a fake changes of what it is given by `&mut`.

use super::Answer;
use crate::__private::discard;
use crate::input::Input;
use crate::source::{How, Source};
use forall_protocol::value::{Form, Reach, Shape};
use std::marker::PhantomData;

/// What is written: `(&&Writer::<W>::new()).written(source, name)` takes the first of the traits below that fits.
pub struct Writer<W>(PhantomData<W>);

impl<W> Writer<W> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Writer<W> {
        Writer(PhantomData)
    }
}

/// Types of inputs are changed to something that is drawn.
pub trait Changed<W> {
    fn written(&self, source: &mut Source<'_>, name: &str) -> Option<W>;
}

impl<W: Input> Changed<W> for &Writer<W> {
    fn written(&self, source: &mut Source<'_>, name: &str) -> Option<W> {
        Some(W::make(&mut source.part(name)))
    }
}

/// All others stay as they are.
pub trait Unchanged<W> {
    fn written(&self, source: &mut Source<'_>, name: &str) -> Option<W>;
}

impl<W> Unchanged<W> for Writer<W> {
    fn written(&self, _: &mut Source<'_>, _: &str) -> Option<W> {
        None
    }
}

/// An answer, and what it writes.
pub fn writing<T, W>(
    source: &mut Source<'_>,
    value: impl FnOnce(&mut Source<'_>) -> T,
    written: impl FnOnce(&mut Source<'_>) -> Option<W>,
) -> Answer<T, W> {
    const HOW: How = How {
        form: Form::Chained,
        reach: Reach::Everywhere,
        path: "forall::answer",
        item: "",
        fields: &["", "writes"],
    };
    source.built(&HOW, |source| Answer { value: value(source), written: written(source) })
}

/// Something that can be passed as `&mut`, and what is written there.
pub trait Overwrite<W> {
    fn overwrite(&mut self, written: W);
}

impl<T> Overwrite<T> for T {
    fn overwrite(&mut self, written: T) {
        *self = written;
    }
}

impl<T> Overwrite<Vec<T>> for [T] {
    fn overwrite(&mut self, written: Vec<T>) {
        if written.len() > self.len() {
            discard();
        }
        for (place, value) in self.iter_mut().zip(written) {
            *place = value;
        }
    }
}

/// Changes an argument.
pub fn overwrite<T: Overwrite<W> + ?Sized, W>(argument: &mut T, written: Option<W>) {
    if let Some(written) = written {
        argument.overwrite(written);
    }
}

/// What is written to each of several arguments.
pub trait Each {
    type Options;

    fn each(written: Option<Self>) -> Self::Options
    where
        Self: Sized;
}

macro_rules! each {
    ($(($($part:ident),*))*) => { $(
        impl<$($part),*> Each for ($($part),*) {
            type Options = ($(Option<$part>),*);

            #[allow(non_snake_case)]
            fn each(written: Option<Self>) -> Self::Options {
                match written {
                    Some(($($part),*)) => ($(Some($part)),*),
                    None => ($(each!(@none $part)),*),
                }
            }
        }
    )* };
    (@none $part:ident) => { None };
}

each! { (A, B) (A, B, C) (A, B, C, D) }

pub fn each<W: Each>(written: Option<W>) -> W::Options {
    W::each(written)
}

/// A `Result` that is never an error.
pub fn success<T, E>(source: &mut Source<'_>, make: impl FnOnce(&mut Source<'_>) -> T) -> Result<T, E> {
    Ok(source.whole(Shape::Ok, make))
}
