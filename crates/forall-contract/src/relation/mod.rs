//! What a contract means: a relation between the state before a call, its arguments, the state after it, and how it ends.
//!
//! Chapter 4 of seed 002. What can be known of an object from outside is its *virtual state* (`state`, definition 4): model fields, public
//! fields, and each pure observer with each argument that occurs (definitions 7 and 8), as variables (`variable`). Conditions become terms
//! over them (`reader`, `scope`, `looks`). The relation of a function (`derived`) has what it requires and ensures, and what is ensured of
//! everything that is observed in it (`chained`, definition 9), what stays as it is (`framed`, definitions 10 to 12), and which objects
//! there are (definition 13). Relations follow each other (`composed`, definition 6), have a normal form (`normal`), become the steps of
//! plans (`steps`), and text (`text`, `page`).
//!
//! Nothing is dropped or approximated without a word: a condition that is not understood, or of which a part is not, is among
//! `Relation::unclear` with its reason.
//!
//! # Values
//!
//! Integers are those of mathematics, within their types. What panics in Rust has no value: an operation whose result its type does not have
//! (`+` that overflows, `/` by zero, `pow`, `abs`, `-`), an index out of bounds, `unwrap` of nothing, an observation whose precondition does
//! not hold. A condition that meets such a thing does not hold; `&&`, `||`, `==>`, `if`, `any` and `all` look from left to right, and no
//! further than they must. (Where contracts are checked, it is reported as a defect of the contract.) `wrapping_…`, `saturating_…` and `as`
//! compute as the machine does, in the type of what they are called on. Floats are those of IEEE 754, and always have a value. `==`, `<` and
//! so on of any other type are its own.

mod chained;
mod composed;
mod consistent;
mod defined;
mod derived;
mod framed;
mod instance;
mod looks;
mod normal;
mod objects;
mod observed;
mod owed;
mod page;
mod places;
mod reader;
mod scope;
mod sign;
mod simplified;
mod state;
mod steps;
mod term;
mod text;
mod types;
mod updates;
mod variable;

pub use composed::{composed, numbered, without_middle};
pub use consistent::consistent;
pub use derived::relation;
pub use instance::{Instance, instantiated};
pub use normal::{TooLarge, normal_form};
pub use observed::observations;
pub use page::page;
pub use sign::{Operator, Sign};
pub use simplified::simplified;
pub use state::{Element, state, unchanged};
pub use steps::{Steps, goal, relevant_objects};
pub use term::{Domain, Literal, Quantifier, Term};
pub use types::Typed;
pub use variable::{Root, Step, Variable, When};

use proc_macro2::Span;
use std::path::Path;
use std::sync::Arc;

/// The relation of a function.
pub struct Relation {
    /// `Stack::pop`
    pub function: String,
    /// `fn pop(&mut self) -> i64`
    pub signature: String,
    pub place: Place,
    /// What has a virtual state.
    pub objects: Vec<Acting>,
    /// Plain data that it is called with, with types as written.
    pub arguments: Vec<(String, String)>,
    /// The type of what it returns, if that is plain data.
    pub result: Option<String>,
    /// How a call can end. The first is that it returns.
    pub outcomes: Vec<Outcome>,
    /// The virtual state that it speaks of, at no particular time.
    pub state: Vec<Element>,
    pub changes: Changes,
    /// What is returned can be used to change what was lent.
    pub lends: bool,
    pub unclear: Vec<Unclear>,
}

/// An object that takes part in a call.
#[derive(Clone)]
pub struct Acting {
    pub variable: Variable,
    /// The name of its type.
    pub subject: String,
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Behind `&`.
    Lent,
    /// Behind `&mut`.
    Changed,
    /// Given away.
    Given,
    /// Returned.
    Made,
}

/// One way in which a call ends, and all that holds then.
pub struct Outcome {
    pub ends: Ends,
    pub parts: Vec<Part>,
    /// What has to be so before the call: what callers owe, and what follows from that.
    pub guard: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ends {
    Returns,
    /// With this text in its message.
    Panics(String),
}

/// A condition of a relation, and where it comes from.
#[derive(Clone)]
pub struct Part {
    pub term: Term,
    pub origin: Origin,
    pub place: Option<Place>,
}

#[derive(Clone)]
pub struct Place {
    pub span: Span,
    pub file: Option<Arc<Path>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// What callers owe.
    Required,
    /// What the function owes; of which of its behaviors, where it has several.
    Ensured(Option<usize>),
    /// When it panics, or must not.
    Panics,
    Invariant,
    /// Objects are made before they are used.
    Instantiated,
    /// It stays as it is.
    Framed,
    /// The contract of what is observed: `self.size()`.
    Observed(String),
    /// Conditions may observe this only where it is allowed.
    Defined(String),
    /// Equal arguments, equal observations.
    Same,
}

/// What a function may change of the objects that it can change.
#[derive(Clone, Debug, PartialEq)]
pub enum Changes {
    Nothing,
    /// It does not say.
    Everything,
    Only(Vec<Variable>),
}

/// What is not understood.
#[derive(Clone)]
pub struct Unclear {
    pub text: String,
    pub why: String,
    pub span: Span,
    pub file: Option<Arc<Path>>,
}

impl Outcome {
    /// The understood conditions of it, in one.
    pub fn formula(&self) -> Term {
        Term::all(self.parts.iter().filter(|part| part.term.is_understood()).map(|part| part.term.clone()))
    }

    /// What has to be so before the call, in one.
    pub fn guard(&self) -> Term {
        let understood = self.guard.iter().filter(|part| part.term.is_understood());
        Term::all(understood.map(|part| part.term.clone()))
    }
}

impl Relation {
    pub fn returns(&self) -> &Outcome {
        &self.outcomes[0]
    }

    /// What it depends on: what is observed before the call, frames apart. Where nothing changes, that is all that is observed.
    pub fn reads(&self) -> Vec<Variable> {
        match self.changes {
            Changes::Nothing => self.mentioned(&[When::Before, When::After]),
            _ => self.mentioned(&[When::Before]),
        }
    }

    /// What it says of the state after the call, and may change.
    pub fn writes(&self) -> Vec<Variable> {
        let mut mentioned = self.mentioned(&[When::After]);
        mentioned.retain(|variable| !framed::may_change(&self.changes, variable).is(false));
        mentioned
    }

    fn mentioned(&self, times: &[When]) -> Vec<Variable> {
        let mut found: Vec<Variable> = Vec::new();
        let parts = self.outcomes.iter().flat_map(|outcome| &outcome.parts);
        let own = parts.filter(|part| {
            matches!(part.origin, Origin::Required | Origin::Ensured(_) | Origin::Panics | Origin::Invariant)
        });
        for part in own {
            for variable in part.term.variables() {
                let is_state = !variable.path.is_empty() && variable.root != Root::Function;
                let when = variable.when;
                let variable = variable.at(When::Before).anonymous();
                let is_known = found.contains(&variable) || variable.is_instantiated();
                if is_state && times.contains(&when) && !is_known {
                    found.push(variable);
                }
            }
        }
        found
    }
}
