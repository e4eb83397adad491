//! Elements of which nothing is known but how they compare.

use crate::fake::{Answers, Call, Fake};
use crate::input::{Input, Itself, MakeInput};
use crate::source::{Construction, Source};
use forall_protocol::value::Form;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// An element of a total order: it stands for `T` in `fn test<T: Ord>(..)`, also where `Eq`, `Hash`, `Copy` and the like are demanded.
///
/// Code that is generic in `T: Ord` can only compare, and any finite number of elements is ordered like some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(pub u32);

/// The same where only `PartialEq` or `PartialOrd` is demanded: `None` is equal to nothing, not even to itself, and neither less nor
/// greater than anything, like NaN among the floats. All others are in one order: where elements may be ordered in parts only, as sets are by inclusion,
/// list such a type with `types(…)`.
#[derive(Clone, Copy, Debug)]
pub struct PartialElement(pub Option<u32>);

impl PartialEq for PartialElement {
    fn eq(&self, other: &PartialElement) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for PartialElement {
    fn partial_cmp(&self, other: &PartialElement) -> Option<Ordering> {
        match (self.0, other.0) {
            (Some(key), Some(other)) => Some(key.cmp(&other)),
            _ => None,
        }
    }
}

macro_rules! made_of_a_key {
    ($($element:ident $path:literal)*) => { $(
        impl Input for $element {
            type By = Itself;
        }

        impl MakeInput<Itself> for $element {
            fn make(source: &mut Source<'_>) -> $element {
                const HOW: Construction =
                    Construction::of(Form::Parentheses, $path, "");
                source.built(&HOW, |source| $element(MakeInput::make(source)))
            }
        }
    )* };
}

made_of_a_key! { Element "forall::fakes::Element" PartialElement "forall::fakes::PartialElement" }

/// An element that breaks all laws: each comparison is a choice of its own, whatever was said before. With
/// `types(T = [ArbitraryElement])`, a test shows that code survives what wrong implementations of `Ord`, `Eq` or `Hash` do.
#[derive(Clone)]
pub struct ArbitraryElement {
    fake: Fake<()>,
    equal: Answers<bool>,
    partial: Answers<Option<Ordering>>,
    total: Answers<Ordering>,
    hashes: Answers<u64>,
}

impl ArbitraryElement {
    /// Gives the listed answers, in the order of the calls, and no others.
    pub fn answering() -> ArbitraryElement {
        ArbitraryElement::new(Fake::listed("ArbitraryElement"))
    }

    fn new(fake: Fake<()>) -> ArbitraryElement {
        ArbitraryElement {
            fake,
            equal: Answers::default(),
            partial: Answers::default(),
            total: Answers::default(),
            hashes: Answers::default(),
        }
    }

    /// The next answers of `eq`, asked as the left one.
    pub fn on_eq<const N: usize>(self, answers: [bool; N]) -> ArbitraryElement {
        self.equal.extend(answers);
        self
    }

    /// The next answers of `partial_cmp`, asked as the left one.
    pub fn on_partial_cmp<const N: usize>(self, answers: [Option<Ordering>; N]) -> ArbitraryElement {
        self.partial.extend(answers);
        self
    }

    /// The next answers of `cmp`, asked as the left one.
    pub fn on_cmp<const N: usize>(self, answers: [Ordering; N]) -> ArbitraryElement {
        self.total.extend(answers);
        self
    }

    /// What is hashed the next times.
    pub fn on_hash<const N: usize>(self, answers: [u64; N]) -> ArbitraryElement {
        self.hashes.extend(answers);
        self
    }

    #[track_caller]
    fn answer<T: Input>(&self, method: &'static str, answers: &Answers<T>) -> T {
        let call = Call { method, arguments: &|| "…".into(), key: None };
        self.fake.answer(&call, answers, T::make)
    }
}

impl PartialEq for ArbitraryElement {
    #[track_caller]
    fn eq(&self, _: &ArbitraryElement) -> bool {
        self.answer("eq", &self.equal)
    }
}

impl Eq for ArbitraryElement {}

#[allow(clippy::non_canonical_partial_ord_impl)]
impl PartialOrd for ArbitraryElement {
    #[track_caller]
    fn partial_cmp(&self, _: &ArbitraryElement) -> Option<Ordering> {
        self.answer("partial_cmp", &self.partial)
    }
}

impl Ord for ArbitraryElement {
    #[track_caller]
    fn cmp(&self, _: &ArbitraryElement) -> Ordering {
        self.answer("cmp", &self.total)
    }
}

impl Hash for ArbitraryElement {
    #[track_caller]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.answer("hash", &self.hashes));
    }
}

impl fmt::Debug for ArbitraryElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fake.fmt(f)
    }
}

impl MakeInput<Itself> for ArbitraryElement {
    fn make(source: &mut Source<'_>) -> ArbitraryElement {
        let make = |fake, _: &mut Source<'_>| ArbitraryElement::new(fake);
        Fake::drawn(source, "ArbitraryElement", "forall::fakes::ArbitraryElement", &[], make)
    }
}

impl Input for ArbitraryElement {
    type By = Itself;
}
