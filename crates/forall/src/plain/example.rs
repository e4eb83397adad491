//! Examples: arguments that the author of a test wrote down.

use super::attempt::{attempt_example, problem};
use super::comes_back::comes_back;
use crate::test::Test;
use forall_protocol::inputs::InputKind;
use forall_spec::__private::{Leaf, Origin};
use std::sync::Arc;

/// Runs a test on one of its examples. Panics if it fails.
#[track_caller]
pub fn example(test: &Test, number: usize) {
    let example = &test.examples[number];
    let origin: Arc<dyn Origin> = Arc::new(Simplest);
    let (observation, _) = comes_back(test, || attempt_example(example, &origin));
    if let Some(problem) = problem(test, &observation) {
        let (name, arguments) = (test.function, example.arguments.join(", "));
        panic!("{name}({arguments}) failed: {problem}")
    }
}

/// How often a fake answers that the test chooses: one that may not would end the run.
pub const ANSWERS: u128 = 16;

/// What a test chooses beside its arguments.
struct Simplest;

impl Origin for Simplest {
    fn fill(&self, _: &str, kind: InputKind, leaf: &mut Leaf) {
        let value = if kind == InputKind::Answers { ANSWERS } else { 0 };
        leaf.0 = value.to_le_bytes();
    }
}
