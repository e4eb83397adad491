//! What the compiler knows of the user's source: the type of each expression, and which function each call means.
//!
//! It is read from the typed tree that `rustc -Zunpretty=thir-tree` prints while cargo checks the package; `docs/decisions/read-the-typed-tree.md` says why.
//! The text is large and never held: [`read`](fn@read) hands over body by body.

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
pub use written::{Form, Written, expressions, written};
