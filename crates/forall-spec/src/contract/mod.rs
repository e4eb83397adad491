//! Contracts, where they are checked.
//!
//! `#[contract]` puts a [`Call`] around the body of a function. All that decides anything is here and not in the expansions, where branches
//! would count as the user's own.
//!
//! Where conditions are evaluated, no other conditions are, but for what observers require: a contract may use the functions that it is about,
//! and must not call them as nobody may.

mod call;
mod drawn;
mod frame;
mod inherited;
mod inside;
mod lasting;
mod level;
mod matching;
mod measure;
mod met;
mod object;
mod panics;
mod quantifiers;
mod repeated;

pub use call::Call;
pub use drawn::{Drawable, Drawn, Known, Undrawable, Unknown, missing};
pub use frame::{Stays, element, named};
pub use inherited::{Inherited, never, title, uninherited};
pub use inside::tested;
pub use lasting::{
    ByCopy, ByCopyInside, ByItself, Comparable, Lent, LentOption, Lost, NotAtAll, Observation, OnlyLent,
    Owned,
};
pub use matching::matches;
pub use measure::{Measure, Measured};
pub use met::{Clause, Met, compared, held, held_of};
pub use object::{
    DrawnWithInvariant, DrawnWithoutInvariant, Invariant, Kind, Object, WithInvariant, WithoutInvariant,
};
pub use panics::{Panic, Payload, tested_to_panic};
pub use quantifiers::{all_meet, exists, exists_one, for_all, one_meets, only_one_meets};
pub use repeated::loop_invariant;

/// A function with a contract.
pub struct Function {
    /// `Stack::pop`
    pub name: &'static str,
    /// Where others may be called so, too.
    pub module: &'static str,
}
