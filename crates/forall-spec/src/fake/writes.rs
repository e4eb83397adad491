//! What a fake changes of what it is given by `&mut`.

use super::{Answer, panics};
use crate::input::Input;
use crate::source::{Construction, Source};
use forall_protocol::value::{Form, Reach, Shape};
use std::marker::PhantomData;

/// What is written to the arguments, a tuple: `(&&Writer::<W>::new()).written(source, places)` takes the first of the traits below that fits.
pub struct Writer<W>(PhantomData<W>);

impl<W> Writer<W> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Writer<W> {
        Writer(PhantomData)
    }
}

/// An argument that is changed: its name, and how many elements it has, if it is a slice.
pub type Place = (&'static str, usize);

/// Types of inputs are changed to something that is drawn.
pub trait Changed<W> {
    fn written(&self, source: &mut Source<'_>, places: &[Place]) -> Option<W>;
}

impl<W: Writes> Changed<W> for &Writer<W> {
    fn written(&self, source: &mut Source<'_>, places: &[Place]) -> Option<W> {
        Some(W::draw(source, places))
    }
}

/// All others stay as they are.
pub trait Unchanged<W> {
    fn written(&self, source: &mut Source<'_>, places: &[Place]) -> Option<W>;
}

impl<W> Unchanged<W> for Writer<W> {
    fn written(&self, _: &mut Source<'_>, _: &[Place]) -> Option<W> {
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

/// What is written to one argument.
pub trait Written: Sized {
    fn draw(source: &mut Source<'_>, room: usize) -> Self;
}

impl<T: Input> Written for T {
    fn draw(source: &mut Source<'_>, _: usize) -> T {
        T::make(source)
    }
}

impl<T: Input> Written for Elements<T> {
    fn draw(source: &mut Source<'_>, room: usize) -> Elements<T> {
        // A few are all written: to keep one is to write what is there.
        const FEW: usize = 32;
        let elements = |source: &mut Source<'_>| {
            let count = if room <= FEW { room } else { source.part("len").count_within(room) };
            (0..count).map(|index| T::make(&mut source.element(index))).collect()
        };
        Elements(source.whole(Shape::Reference, |source| source.whole(Shape::Slice, elements)))
    }
}

/// Something that can be passed as `&mut`, and what is written there.
pub trait Overwrite<W> {
    /// How many elements it has, if it is a slice.
    fn room(&self) -> usize;

    fn overwrite(&mut self, written: W);
}

impl<T> Overwrite<T> for T {
    fn room(&self) -> usize {
        0
    }

    fn overwrite(&mut self, written: T) {
        *self = written;
    }
}

impl<T> Overwrite<Elements<T>> for [T] {
    fn room(&self) -> usize {
        self.len()
    }

    #[track_caller]
    fn overwrite(&mut self, Elements(written): Elements<T>) {
        assert!(
            written.len() <= self.len(),
            "the case writes {} elements to a slice of {}\nhelp: renew the cases with `cargo forall`",
            written.len(),
            self.len()
        );
        for (place, value) in self.iter_mut().zip(written) {
            *place = value;
        }
    }
}

pub fn room<T: Overwrite<W> + ?Sized, W>(argument: &T) -> usize {
    argument.room()
}

/// Changes an argument.
#[track_caller]
pub fn overwrite<T: Overwrite<W> + ?Sized, W>(argument: &mut T, written: Option<W>) {
    if let Some(written) = written {
        argument.overwrite(written);
    }
}

/// A tuple of what is written, all of it drawn.
pub trait Writes: Sized {
    fn draw(source: &mut Source<'_>, places: &[Place]) -> Self;
}

fn written<W: Written>(source: &mut Source<'_>, (name, room): Place) -> W {
    W::draw(&mut source.part(name), room)
}

/// A tuple of what is written to each of the arguments.
pub trait Each: Sized {
    type Options;

    fn each(written: Option<Self>) -> Self::Options;
}

impl<A: Written> Writes for (A,) {
    fn draw(source: &mut Source<'_>, places: &[Place]) -> Self {
        (written(source, places[0]),)
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
        impl<$($part: Written),*> Writes for ($($part,)*) {
            fn draw(source: &mut Source<'_>, places: &[Place]) -> Self {
                source.whole(Shape::Tuple, |source| ($(written::<$part>(source, places[$index]),)*))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_writes_no_more_than_there_is_room_for() {
        let mut buffer = [0; 2];
        overwrite(&mut buffer[..], Some(Elements::from(b"a")));
        assert_eq!(buffer, [b'a', 0]);
        let refused =
            std::panic::catch_unwind(move || overwrite(&mut buffer[..], Some(Elements::from(b"abc"))));
        let message = *refused.unwrap_err().downcast::<String>().unwrap();
        assert!(message.starts_with("the case writes 3 elements to a slice of 2"), "{message}");
    }
}
