//! Terms over bit-vectors, IEEE floats and uninterpreted functions, and answers to "is there an assignment
//! that makes all of these true?".
//!
//! [`Terms`] holds the terms of one exploration: each is simplified when it is built, stored once and named by a [`Term`].
//! A [`Solver`] answers queries over them; [`Embedded`] is the one that needs nothing but this crate,
//! [`Process`] asks another program, [`Referee`] has one check the other. [`simplest`] turns the model of a
//! satisfiable query into one that a person likes to read, and [`told_apart`] makes values different that
//! need not be equal.
//!
//! ```
//! use forall_solver::{Answer, Binary, Embedded, Limit, Solver, Terms};
//!
//! let mut terms = Terms::new();
//! let x = terms.variable("x", 32);
//! let seven = terms.constant(32, 7);
//! let product = terms.binary(Binary::Mul, x, seven);
//! let wanted = terms.constant(32, 91);
//! let equal = terms.binary(Binary::Eq, product, wanted);
//!
//! let Answer::Sat(model) = Embedded::new().check(&mut terms, &[equal], Limit::default()) else { panic!() };
//! assert_eq!(model.get(x), 13);
//! ```
//!
//! A query passes through these stages, each a folder or file of its own:
//!
//! | stage | what it does |
//! |---|---|
//! | `terms`, `simplify` | hash-consed terms, simplified as they are built |
//! | `slicing` | conditions that share no variables are queries of their own |
//! | `embedded` | the layers around the search ([`Embedded::layers`] names them), one file each in `embedded/layers`, in the order of a list |
//! | `blast`, `circuit` | a term becomes gates, once for the lifetime of the solver |
//! | `sat` | conflict-driven search over the gates that the query depends on |
//! | `evaluate` | checks every model before it is handed out |
//!
//! Uninterpreted functions ([`Terms::function`], [`Terms::apply`]) have results of which nothing is known but
//! that equal arguments have equal ones. That is part of each query: two applications of one function make a
//! condition ([`Terms::consistency`]).
//!
//! Every operation is total. Division follows SMT-LIB where Rust would panic: `x / 0` is all ones (`SDiv`: 1
//! for negative `x`, else -1), `x % 0` is `x`, and the quotient `MIN / -1` wraps to `MIN`. Shifts by the
//! width or more yield zero (`AShr`: copies of the sign bit).

mod blast;
mod circuit;
pub mod cnf;
mod concrete;
mod display;
mod distance;
mod embedded;
mod evaluate;
pub mod hash;
mod listed;
mod meter;
mod model;
mod process;
pub mod recording;
mod referee;
mod sat;
mod simplest;
mod simplify;
mod slicing;
mod smtlib;
mod solver;
mod substitution;
mod terms;

pub use embedded::Embedded;
pub use evaluate::Evaluation;
pub use model::Model;
pub use process::{Process, StartError};
pub use referee::Referee;
pub use simplest::{Preference, simplest, told_apart};
pub use solver::{Answer, Cancel, Limit, Solver, Unknown};
pub use terms::{Binary, Float, Function, Rounding, Style, Term, Terms, Unary};
