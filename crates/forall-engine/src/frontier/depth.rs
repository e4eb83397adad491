//! Depth first: the solver's questions stay close to each other, and few sides wait at any time.

use super::{Branch, Frontier, OpenSide};

#[derive(Default)]
pub struct DepthFirst {
    waiting: Vec<OpenSide>,
}

impl Frontier for DepthFirst {
    fn add(&mut self, open: OpenSide) {
        self.waiting.push(open);
    }

    fn reached(&mut self, _: Branch) {}

    fn next(&mut self) -> Option<OpenSide> {
        self.waiting.pop()
    }

    fn len(&self) -> usize {
        self.waiting.len()
    }
}
