//! What the compiler knows of the user's source: the type of each expression, and which function each call means.
//!
//! It is read from the typed tree that `rustc -Zunpretty=thir-tree` prints while cargo checks the package; `docs/decisions/read-the-typed-tree.md` says why.
//! The text is large and never held: [`read`](fn@read) hands over body by body.
//!
//! 1. Cargo is called with [`wrap`], so that it calls a program that calls [`compile`]; that writes a model beside what cargo builds ([`model_of`]).
//! 2. [`Model::open`] reads which bodies there are, which of them are tests, and what each calls; [`reached`] follows the calls.
//! 3. [`written`](fn@written) finds the expressions of a block that `syn` has read. [`Model::around`] tells in which bodies one may be, [`Model::body`] reads
//!    such a body, and [`Body::of`] finds the expression in it: its type, before and after what the compiler adds, and what it means.
//! 4. [`Model::spelled`] writes a type as source text. [`sites`](fn@sites) and [`documented_panics`] tell where a function may panic.

mod body;
mod builder;
mod compiler;
mod cursor;
mod definition;
mod frame;
#[cfg(test)]
mod installed;
mod made;
mod place;
mod reach;
mod reader;
mod sites;
mod spelled;
mod stored;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod type_tests;
mod type_text;
mod types;
mod written;

pub use body::{Binding, BindingId, Body, Expression, ExpressionId, Kind, Parameter, TypeId};
pub use compiler::{compile, model_of, wrap};
pub use definition::{Definition, OF_RUST, Origin};
pub use place::{Place, Position, Range};
pub use reach::{find, reached};
pub use reader::{Failure, Unreadable, read};
pub use sites::{Condition, Hazard, Site, documented_panics, sites};
pub use stored::{Compiled, Model, Summary, Test};
pub use types::{Argument, Callee, Object, Type};
pub use written::{Form, Written, arguments, expressions, written};
