//! What a fake changes of what it is given by `&mut`.

use super::{Answer, panics};
use crate::__private::discard;
use crate::input::{Input, Made, Passing};
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Reach, Shape};
use std::marker::PhantomData;

/// What is written to the arguments, a tuple: `(&&Writer::<W>::new()).written(source, names)` takes the first of the traits below that fits.
pub struct Writer<W>(PhantomData<W>);

impl<W> Writer<W> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Writer<W> {
        Writer(PhantomData)
    }
}

/// Types of inputs are changed to something that is drawn.
pub trait Changed<W> {
    fn written(&self, source: &mut Source<'_>, names: &[&str]) -> Option<W>;
}

impl<W: Writes> Changed<W> for &Writer<W> {
    fn written(&self, source: &mut Source<'_>, names: &[&str]) -> Option<W> {
        Some(W::draw(source, names))
    }
}

/// All others stay as they are.
pub trait Unchanged<W> {
    fn written(&self, source: &mut Source<'_>, names: &[&str]) -> Option<W>;
}

impl<W> Unchanged<W> for Writer<W> {
    fn written(&self, _: &mut Source<'_>, _: &[&str]) -> Option<W> {
        None
    }
}

/// An answer, and what it writes.
pub fn writing<T, W>(
    source: &mut Source<'_>,
    value: impl FnOnce(&mut Source<'_>) -> T,
    written: impl FnOnce(&mut Source<'_>) -> Option<W>,
) -> Answer<T, W> {
    const HOW: Construction = Construction {
        form: Form::Chained,
        reach: Reach::Everywhere,
        path: "forall::answer",
        item: "",
        fields: &["", "writes"],
    };
    source.built(&HOW, |source| {
        let value = value(source);
        Answer::new(value, written(source))
    })
}

/// An answer, or a panic in its place.
pub fn or_panic<T, W>(
    source: &mut Source<'_>,
    answer: impl FnOnce(&mut Source<'_>) -> Answer<T, W>,
) -> Answer<T, W> {
    const HOW: Construction = Construction::of(Form::Parentheses, "forall::panics", "");
    match source.part("panics").choice() {
        true => source.built(&HOW, |_| panics()),
        false => answer(source),
    }
}

/// The first elements of a slice.
#[derive(Clone, Debug)]
pub struct Elements<T>(Vec<T>);

impl<T: Clone> From<&[T]> for Elements<T> {
    fn from(elements: &[T]) -> Elements<T> {
        Elements(elements.to_vec())
    }
}

impl<T: Clone, const N: usize> From<&[T; N]> for Elements<T> {
    fn from(elements: &[T; N]) -> Elements<T> {
        Elements(elements.to_vec())
    }
}

impl<T, const N: usize> From<[T; N]> for Elements<T> {
    fn from(elements: [T; N]) -> Elements<T> {
        Elements(elements.into())
    }
}

impl<T> From<Vec<T>> for Elements<T> {
    fn from(elements: Vec<T>) -> Elements<T> {
        Elements(elements)
    }
}

impl<T: Input> Input for Elements<T> {
    type By = T::By;
}

impl<T: Made<By>, By> Made<By> for Elements<T> {
    fn make(source: &mut Source<'_>) -> Elements<T> {
        Elements(Passing::Reference.draw::<[T], By>(source))
    }
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

impl<T> Overwrite<Elements<T>> for [T] {
    fn overwrite(&mut self, Elements(written): Elements<T>) {
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

/// A tuple of what is written, all of it drawn.
pub trait Writes: Sized {
    fn draw(source: &mut Source<'_>, names: &[&str]) -> Self;
}

/// A tuple of what is written to each of the arguments.
pub trait Each: Sized {
    type Options;

    fn each(written: Option<Self>) -> Self::Options;
}

impl<A: Input> Writes for (A,) {
    fn draw(source: &mut Source<'_>, names: &[&str]) -> Self {
        (A::make(&mut source.part(names[0])),)
    }
}

/// What is written, taken from what a case says: for several arguments a tuple.
pub trait Taken<X> {
    fn taken(written: X) -> Self;
}

impl<A, X: Into<A>> Taken<X> for (A,) {
    fn taken(written: X) -> Self {
        (written.into(),)
    }
}

impl<A> Each for (A,) {
    type Options = (Option<A>,);

    fn each(written: Option<Self>) -> Self::Options {
        (written.map(|(a,)| a),)
    }
}

macro_rules! tuples {
    ($(($($part:ident $from:ident $name:ident $index:literal),*))*) => { $(
        impl<$($part: Input),*> Writes for ($($part,)*) {
            fn draw(source: &mut Source<'_>, names: &[&str]) -> Self {
                source.whole(Shape::Tuple, |source| ($($part::make(&mut source.part(names[$index])),)*))
            }
        }

        impl<$($part, $from: Into<$part>),*> Taken<($($from,)*)> for ($($part,)*) {
            fn taken(($($name,)*): ($($from,)*)) -> Self {
                ($($name.into(),)*)
            }
        }

        impl<$($part),*> Each for ($($part,)*) {
            type Options = ($(Option<$part>,)*);

            fn each(written: Option<Self>) -> Self::Options {
                match written {
                    Some(($($name,)*)) => ($(Some($name),)*),
                    None => ($(None::<$part>,)*),
                }
            }
        }
    )* };
}

tuples! {
    (A X a 0, B Y b 1)
    (A X a 0, B Y b 1, C Z c 2)
    (A X a 0, B Y b 1, C Z c 2, D V d 3)
}

pub fn each<W: Each>(written: Option<W>) -> W::Options {
    W::each(written)
}

/// A `Result` that is never an error.
pub fn success<T, E>(source: &mut Source<'_>, make: impl FnOnce(&mut Source<'_>) -> T) -> Result<T, E> {
    Ok(source.whole(Shape::Ok, make))
}
