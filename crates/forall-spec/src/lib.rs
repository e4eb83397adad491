//! What production code says for its parameterized tests: how values of a type are drawn, and which traits have fakes.
//!
//! The tests themselves are written with the crate `forall`, a dev-dependency. What stands on production code comes from here, and this crate
//! is an ordinary dependency. Without its feature `checked`, its attributes expand to nothing, and it contains nothing but the empty [`Ghost`]. `forall` asks for
//! the feature, so that inputs and fakes are there whenever tests are built, for unit tests, for `tests/` and for other crates alike.
//!
//! Cargo decides in one build for all what features a crate has. What follows from that:
//!
//! - Examples and benchmarks are built with dev-dependencies, and so with fakes, and binaries, too, when they are built together with these or
//!   with tests (`cargo test`, `cargo build --all-targets`).
//! - Under `resolver = "1"`, the default of the editions 2015 and 2018, dev-dependencies count in every build: `cargo build` has the fakes in
//!   it. Set `resolver = "2"`.
//!
//! # Fakes
//!
//! `#[fake]` on a trait makes a type that implements it, `Fake` and the name of the trait. Whenever a method of it is called, the exploration
//! chooses the answer: a `Result` may be an error, an `Option` none, and what is passed as `&mut` is changed to something chosen.
//!
//! ```
//! # fn main() {}
//! #[forall_spec::fake]
//! pub trait Storage {
//!     fn load(&self, key: &str) -> Option<u8>;
//!     fn save(&mut self, key: &str, value: u8) -> Result<(), String>;
//! }
//!
//! pub fn count(storage: &mut impl Storage) -> Result<u8, String> {
//!     let next = storage.load("count").unwrap_or(0).saturating_add(1);
//!     storage.save("count", next)?;
//!     Ok(next)
//! }
//!
//! #[cfg(test)]
//! mod tests {
//!     use super::*;
//!     use forall::forall;
//!
//!     #[forall]
//!     fn counting_starts_at_one(mut storage: FakeStorage) {
//!         assert_ne!(count(&mut storage), Ok(0));
//!         assert!(storage.calls().contains(&StorageCall::Load { key: "count".into() }));
//!     }
//! }
//! ```
//!
//! A proof then says *for all answers of FakeStorage*. A case lists the answers it needs, and runs without the tool:
//!
//! ```
//! # #[forall_spec::fake]
//! # pub trait Storage {
//! #     fn load(&self, key: &str) -> Option<u8>;
//! #     fn save(&mut self, key: &str, value: u8) -> Result<(), String>;
//! # }
//! let mut storage = FakeStorage::answering().on_load([None]).on_save([Err("full".into())]);
//! assert_eq!(storage.load("count"), None);
//! assert_eq!(storage.save("count", 1), Err("full".into()));
//! ```
//!
//! A call for which no answer is listed panics, and says which. `calls()` are the calls so far, with their arguments. An argument of a type
//! that the macro does not know is kept as an [`Argument`]: its value if it can be cloned, else its `Debug` text, which under exploration is
//! made at the time of the call. Calls are compared with `==` if such types are `Clone + PartialEq`; `value.into()` makes the argument if they are `Debug`, too. Type parameters of the trait that are arguments must be `Clone + Debug`. References in results refer to
//! something that is kept for ever.
//!
//! Methods with a body of their own keep it. On a method:
//!
//! | attribute | |
//! |---|---|
//! | `#[fake]` | it is faked although it has a body |
//! | `#[fake(pure)]` | equal arguments have equal answers, as the keys of a map are equal |
//! | `#[fake(property)]` | it answers the same until `set_…` is called, and then what was set; `property = name` names another setter |
//! | `#[fake(never_fails)]` | a `Result` is always `Ok` |
//! | `#[fake(may_panic = "text")]` | instead of an answer there may be a panic |
//! | `#[fake(answers = expression)]` | what it answers; the arguments can be used, and nothing is chosen |
//! | `#[fake(answers = \|found: bool\| …)]` | the same, made of what is drawn; also for types that have no inputs |
//! | `#[fake(unchanged)]` | what is passed as `&mut` stays as it is |
//! | `#[requires(condition)]` | what callers owe: a call that violates it fails the test |
//! | `#[ensures(\|ret\| condition)]` | what answers are possible; `old(…)` is the value before the call |
//!
//! An associated type is a parameter of the fake, unless `#[fake(type = u8)]` says what it is; an associated constant needs
//! `#[fake(value = 3)]`. Clones of a fake are the same fake. A fake answers so often in one run as `max_answers` says; a proof for which that
//! matters names it. For traits of others there is `forall::fake!`.
//!
//! # Fakes as parameters
//!
//! Wherever a parameter of a test is a trait, its fake is drawn:
//!
//! ```
//! # fn main() {}
//! #[forall_spec::fake]
//! pub trait Clock {
//!     fn now(&self) -> u64;
//! }
//!
//! # #[cfg(test)]
//! # mod tests {
//! # use super::*;
//! # use forall::forall;
//! # use std::sync::Arc;
//! #[forall]
//! fn objects(lent: &mut dyn Clock, owned: Box<dyn Clock>, shared: Arc<dyn Clock + Send + Sync>) { /* .. */ }
//!
//! #[forall]
//! fn generic<C: Clock>(clocks: Vec<C>, other: impl Clock) { /* .. */ }
//! # }
//! ```
//!
//! For traits of others, `#[fake(objects)]` on the `impl` in `forall::fake!` says that the fake is to be found in this way, and for several traits
//! at once, as in `impl Read + Seek`, `#[fake(together)]` on the `impl` of each of them. Where a trait is implemented for all types that can be one
//! (`impl<T: Read + Seek> ReadSeek for T`), `#[fake(objects, blanket)] impl ReadSeek for FakeFile {}` only says that the fake is to be found. A function that is a parameter can have fakes as arguments.
//!
//! The compiler finds the fake by the trait's objects. A trait that is not dyn-compatible has none: there the parameter is the fake itself,
//! `store: FakeStore`. Of supertraits outside of the standard library it is not known whether there can be objects:
//! `#[fake(objects)]` says that there can.

#[cfg(feature = "checked")]
mod choose;
#[cfg(all(feature = "checked", not(forall_explore)))]
mod chosen;
#[cfg(feature = "checked")]
mod contract;
#[cfg(all(feature = "checked", not(forall_explore)))]
mod discard;
#[cfg(all(feature = "checked", forall_explore))]
mod explored;
#[cfg(feature = "checked")]
mod fake;
#[cfg(feature = "checked")]
pub mod fakes;
mod ghost;
#[cfg(feature = "checked")]
mod input;
#[cfg(all(feature = "checked", not(forall_explore)))]
mod leaves;
#[cfg(feature = "checked")]
mod nesting;
#[cfg(feature = "checked")]
mod parts;
#[cfg(feature = "checked")]
mod reserved;
#[cfg(feature = "checked")]
mod shared;
#[cfg(feature = "checked")]
mod shown;
#[cfg(feature = "checked")]
mod source;
#[cfg(feature = "checked")]
mod tell;

#[cfg(feature = "checked")]
pub use choose::{choose, choose_as};
#[cfg(all(feature = "checked", not(forall_explore)))]
pub use chosen::{Choices, choices};
#[cfg(feature = "checked")]
pub use contract::{exists, exists_one, for_all};
#[cfg(feature = "checked")]
pub use fake::{Answer, Argument, Function, answer, function, panics};
pub use forall_macros::{Input, contract, contract_for, fake, loop_invariant};
pub use ghost::Ghost;
#[cfg(feature = "checked")]
pub use ghost::ghost;
#[cfg(feature = "checked")]
pub use input::{Arguments, Input, MadeOf};
#[cfg(all(feature = "checked", unix))]
pub use input::{leaked_os_str, leaked_path, os_string, path};
#[cfg(feature = "checked")]
pub use parts::from_parts;
#[cfg(feature = "checked")]
pub use source::Source;

/// Discards the input unless the condition holds: `assume!(condition)`, or `assume!(condition, "reason, formatted like a panic")`.
///
/// A discarded input neither passes nor fails the test.
///
/// ```
/// # fn main() {}
/// # #[cfg(test)]
/// # mod tests {
/// # use forall::{assume, forall};
/// #[forall]
/// fn a_divisor_leaves_no_rest(a: u8, b: u8) {
///     assume!(b != 0, "{a} cannot be divided by zero");
///     assert_eq!(a - a % b, a / b * b);
/// }
/// # }
/// ```
#[cfg(feature = "checked")]
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::__private::discard()
        }
    };
    ($condition:expr, $($reason:tt)+) => {
        if !$condition {
            // The reason is for those who read the test: it is compiled and never computed.
            if false {
                let _ = ::core::format_args!($($reason)+);
            }
            $crate::__private::discard()
        }
    };
}

/// What expansions and the crate `forall` use. Not for use by hand: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::{__checked as checked, __contracted as contracted};
    #[cfg(feature = "checked")]
    pub use checked_builds::*;

    #[cfg(feature = "checked")]
    mod checked_builds {
        pub use crate::__drawn_answer as drawn_answer;
        pub use crate::__plain as plain;
        pub use crate::choose::{choose_made, chosen_by_type};
        #[cfg(not(forall_explore))]
        pub use crate::chosen::{Decider, choosing_from, chosen};
        #[cfg(not(forall_explore))]
        pub use crate::discard::{discard, is_discarded};
        #[cfg(forall_explore)]
        pub use crate::explored::{Decider, Explored, chosen, discard};
        pub use crate::input::{
            Itself, KeptArgument, MakeInput, Passing, PatternState, Pointee, Text, built, factory, invariant,
            invariant_of_lent, material, one_of, or_else, single, value_of, values, with, within,
        };
        #[cfg(not(forall_explore))]
        pub use crate::leaves::{ByLeaves, Gathered, Leaves, Probe, Sink, WithoutLeaves};
        pub use crate::parts::FromParts;
        pub use crate::shown::shown;
        pub use crate::source::{Construction, Leaf, Origin, Room};
        pub use crate::tell::Tell;
        pub use forall_protocol::value::{Form, Reach};

        pub mod contract {
            pub use crate::ghost::{update, value_of_ghost};

            pub use crate::contract::{
                ByCopy, ByCopyInside, ByItself, Call, Clause, Comparable, Drawable, Drawn,
                DrawnWithInvariant, DrawnWithoutInvariant, Function, Inherited, Invariant, Kind, Known, Lent,
                LentOption, Lost, Measure, Measured, Met, NotAtAll, Object, Observation, OnlyLent, Owned,
                Panic, Payload, Stays, Undrawable, Unknown, WithInvariant, WithoutInvariant, all_meet,
                compared, element, exists, exists_one, for_all, held, held_of, loop_invariant, matches,
                missing, named, never, one_meets, only_one_meets, tested, tested_to_panic, title,
                uninherited,
            };
        }

        pub mod fake {
            pub use crate::fake::{
                Answer, Answers, Argument, Both, ByClone, ByCloneAndText, ByDebug, ByName, ByNothing, ByText,
                ByValue, Call, Changed, Elements, Fake, Faked, Keyed, Memo, Opaque, Property, Recorder,
                Shown, Unchanged, Writer, each, keep, kept, or_panic, overwrite, required, room, success,
                writing,
            };
        }
    }
}

/// Code that is there only where tests are built as `cargo test` builds them.
#[cfg(all(feature = "checked", not(forall_explore)))]
#[doc(hidden)]
#[macro_export]
macro_rules! __plain {
    ($($code:tt)*) => { $($code)* };
}

#[cfg(all(feature = "checked", forall_explore))]
#[doc(hidden)]
#[macro_export]
macro_rules! __plain {
    ($($code:tt)*) => {};
}

/// Code that is there only where tests are built.
#[cfg(feature = "checked")]
#[doc(hidden)]
#[macro_export]
macro_rules! __checked {
    ($($code:tt)*) => { $($code)* };
}

#[cfg(not(feature = "checked"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __checked {
    ($($code:tt)*) => {};
}

/// What stands under `#[contract]`: with checks where tests are built, else as it was written.
#[cfg(feature = "checked")]
#[doc(hidden)]
#[macro_export]
macro_rules! __contracted {
    ({ $($plain:tt)* } { $($checked:tt)* }) => { $($checked)* };
}

#[cfg(not(feature = "checked"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __contracted {
    ({ $($plain:tt)* } { $($checked:tt)* }) => { $($plain)* };
}
