//! Values that functions of the user make, from parameters that are drawn.

use super::{MakeInput, Passing};
use crate::__private::discard;
use crate::source::{Construction, Source};
use forall_protocol::value::Form;
use std::fmt::Debug;

/// A value that the function returns: `Stack`, or `Option<Stack>` or `Result<Stack, _>`, of which a failure discards the input.
pub fn with<T, F: Function<T, Via>, Via>(source: &mut Source<'_>, function: F) -> T {
    function.call(source)
}

/// What a factory makes of the parameters that `call` draws.
pub fn factory<T, R: Yields<T, Via>, Via>(
    source: &mut Source<'_>,
    path: &'static str,
    item: &'static str,
    call: impl FnOnce(&mut Source<'_>) -> R,
) -> T {
    let how = Construction::of(R::FORM, path, item);
    value_of(source.made(&how, call))
}

/// How a candidate is written, and made.
type Candidate<T> = (&'static str, fn() -> T);

/// One of the candidates for a parameter.
pub fn values<T>(source: &mut Source<'_>, passing: Passing, candidates: &[Candidate<T>]) -> T {
    passing.enclose(source, |source| {
        let way = source.part("value").way(candidates.len());
        let (path, make) = candidates[way];
        source.built(&Construction::of(Form::Source, path, ""), |_| make())
    })
}

/// What a function returns, as something of which there may be a value.
#[diagnostic::on_unimplemented(
    message = "this function is to make a `{T}`, and returns `{Self}`",
    label = "returns something else",
    note = "it may return `{T}`, `Option<{T}>`, or a `Result<{T}, E>` whose `E` is `Debug`"
)]
pub trait Yields<T, Via> {
    const FORM: Form;

    fn value(self) -> Option<T>;
}

/// It is the value.
pub struct Always;

/// It is the value if all went well.
pub struct Perhaps;

impl<T> Yields<T, Always> for T {
    const FORM: Form = Form::Parentheses;

    fn value(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Yields<T, Perhaps> for Option<T> {
    const FORM: Form = Form::Unwrapped;

    fn value(self) -> Option<T> {
        self
    }
}

impl<T, E: Debug> Yields<T, Perhaps> for Result<T, E> {
    const FORM: Form = Form::Unwrapped;

    fn value(self) -> Option<T> {
        self.ok()
    }
}

/// The value of what was returned; without one the input is discarded.
pub fn value_of<T, R: Yields<T, Via>, Via>(returned: R) -> T {
    match returned.value() {
        Some(value) => value,
        None => discard(),
    }
}

/// A function all of whose parameters can be drawn.
#[diagnostic::on_unimplemented(
    message = "forall cannot call this to make a `{T}`",
    label = "not a function of inputs that returns a `{T}`",
    note = "write the name of a function whose parameters are types of inputs"
)]
pub trait Function<T, Via> {
    fn call(self, source: &mut Source<'_>) -> T;
}

macro_rules! functions {
    ($(($($part:ident $by:ident $name:literal),*))*) => { $(
        impl<T, F, R, Via, $($part, $by),*> Function<T, (R, Via, $($part, $by),*)> for F
        where
            F: Fn($($part),*) -> R,
            R: Yields<T, Via>,
            $($part: MakeInput<$by>,)*
        {
            fn call(self, source: &mut Source<'_>) -> T {
                let path = std::any::type_name::<F>();
                let how = Construction::of(R::FORM, path, "");
                let returned = source.made(&how, |source| {
                    #[allow(non_snake_case)]
                    let ($($part,)*) = ($($part::make(&mut source.part($name)),)*);
                    source.ready();
                    self($($part),*)
                });
                value_of(returned)
            }
        }
    )* };
}

functions! {
    ()
    (A ByA "0")
    (A ByA "0", B ByB "1")
    (A ByA "0", B ByB "1", C ByC "2")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4")
    (A ByA "0", B ByB "1", C ByC "2", D ByD "3", E ByE "4", G ByG "5")
}
