//! Examples of a study that made parameterized tests of those of the xUnit framework, in Rust: assertions, and a command that runs a
//! test. With the feature `defective` the code has the defect that the study found.

pub mod contains;
pub mod equal;
pub mod in_range;
pub mod theory;
pub mod truth;
