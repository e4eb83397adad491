//! The examples of *Retrofitting Unit Tests for Parameterized Unit Testing* (Marri and others, 2011), in Rust: conventional tests, and the
//! parameterized ones that take their place. With the feature `defective` the code has the defects that only the latter find.

pub mod heap;
pub mod linked_list;
pub mod project;
pub mod settings;
pub mod uint_stack;
