//! Iterators.

use crate::fake::{Answers, Call, Fake, Faked};
use crate::input::{Input, Itself, MakeInput};
use crate::source::Source;
use std::fmt;

/// An iterator that gives any items, and ends whenever it likes; after its end it may go on, as iterators may that are not fused.
///
/// ```
/// use forall::fakes::FakeIterator;
///
/// let numbers = FakeIterator::answering().on_next([Some(1), Some(2), None]);
/// assert_eq!(numbers.sum::<i32>(), 3);
/// ```
pub struct FakeIterator<T> {
    fake: Fake<()>,
    items: Answers<Option<T>>,
}

impl<T> FakeIterator<T> {
    /// Gives the listed answers, in the order of the calls, and no others.
    pub fn answering() -> FakeIterator<T> {
        FakeIterator { fake: Fake::listed("FakeIterator"), items: Answers::default() }
    }

    /// The next answers of `next`.
    pub fn on_next<const N: usize>(self, answers: [Option<T>; N]) -> FakeIterator<T> {
        self.items.extend(answers);
        self
    }
}

/// Nothing is known of how many items there are, and `size_hint` says so.
impl<T: Input> Iterator for FakeIterator<T> {
    type Item = T;

    #[track_caller]
    fn next(&mut self) -> Option<T> {
        let call = Call { method: "next", arguments: &String::new, key: None };
        self.fake.answer(&call, &self.items, MakeInput::<T::By>::make)
    }
}

impl<T> Clone for FakeIterator<T> {
    fn clone(&self) -> FakeIterator<T> {
        FakeIterator { fake: self.fake.clone(), items: self.items.clone() }
    }
}

impl<T> fmt::Debug for FakeIterator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fake.fmt(f)
    }
}

impl<T> MakeInput<Itself> for FakeIterator<T> {
    fn make(source: &mut Source<'_>) -> FakeIterator<T> {
        let make = |fake, _: &mut Source<'_>| FakeIterator { fake, items: Answers::default() };
        Fake::drawn(source, "FakeIterator", "forall::fakes::FakeIterator", &[], make)
    }
}

impl<T> Input for FakeIterator<T> {
    type By = Itself;
}

impl<T> Faked<FakeIterator<T>> for dyn Iterator<Item = T> {
    type Fake = FakeIterator<T>;
}

impl<T: Input + 'static> MakeInput<FakeIterator<T>> for Box<dyn Iterator<Item = T>> {
    fn make(source: &mut Source<'_>) -> Box<dyn Iterator<Item = T>> {
        <Box<FakeIterator<T>> as MakeInput<Itself>>::make(source)
    }
}

impl<T: Input + Send + 'static> MakeInput<FakeIterator<T>> for Box<dyn Iterator<Item = T> + Send> {
    fn make(source: &mut Source<'_>) -> Box<dyn Iterator<Item = T> + Send> {
        <Box<FakeIterator<T>> as MakeInput<Itself>>::make(source)
    }
}
