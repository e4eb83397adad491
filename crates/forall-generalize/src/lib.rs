//! From closed tests to parameterized ones.
//!
//! Everything here is about text: source and what the compiler knows of it come in, drafts of tests go out, and what was found about the drafts
//! comes in again. Nothing here knows cargo, processes, or how a test is explored.
//!
//! 1. [`Closed::read`] finds a test in its file, with its constants and its assertions, or says why it cannot be generalized.
//! 2. A [`Generalizer`] makes of it [`Draft`]s, round by round. All drafts of a round, of all tests, are put into their files by [`assemble`], built
//!    together and explored; [`Generalizer::learn`] is told what came of each.
//! 3. [`Generalizer::result`] is the parameterized test with the reasons for its oracle and its assumptions.

mod asked;
mod assemble;
mod assertion;
mod before;
mod binding;
mod cases;
mod closed;
mod column;
mod constant;
pub mod derive;
mod draft;
mod drawn;
mod edited;
mod expectation;
pub mod factory;
mod findings;
mod fixed;
mod generalizer;
mod helper;
mod known;
mod law;
mod literal;
mod making;
mod meaning;
mod object;
mod observed;
mod oracle;
mod order;
mod original;
mod outcome;
mod parameter;
mod precondition;
mod recorded;
mod refusal;
mod relation;
mod rendered;
mod repeated;
mod result;
mod role;
mod split;
mod table;
mod types;
mod variants;

pub use assemble::{Assembled, Line, assemble};
pub use closed::{Closed, Refusal, Subject};
pub use draft::Draft;
pub use factory::Factory;
pub use generalizer::{Generalizer, ROUNDS};
pub use making::Making;
pub use object::Object;
pub use outcome::{Explored, Fault, FaultPlace, Generalized, Grade, Question};
pub use variants::Variants;
