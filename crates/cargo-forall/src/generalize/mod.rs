//! From closed tests to parameterized ones. `forall_generalize` says what to try and what to conclude; here it is tried, in a copy of the workspace.
//!
//! 1. [`tests`] finds the closed tests that are meant.
//! 2. [`rounds`] asks for drafts and tells what came of them, until there is nothing more to ask.
//! 3. A [`round`] puts all drafts of all tests into their files, takes out what does not [compile](check), and explores the rest.
//! 4. [`report`] says what came of each test, for programs as [data](told), and [`proposal`] makes it a patch, which is [written](writing) if the user says so.

mod check;
mod dependency;
mod explored;
mod format;
pub mod interactive;
mod placed;
pub mod proposal;
pub mod report;
mod round;
pub mod rounds;
pub mod tests;
pub mod told;
pub mod writing;
