//! What operators work on.

use forall_spec::{Input, contract};

#[derive(Clone, Debug, Default, PartialEq, Eq, Input)]
pub struct Stack {
    items: Vec<i64>,
}

#[contract]
impl Stack {
    #[ensures(|ret| ret.is_empty())]
    pub fn new() -> Self {
        Stack { items: Vec::new() }
    }

    #[pure]
    pub fn size(&self) -> usize {
        self.items.len()
    }

    #[pure]
    #[ensures(|ret| *ret == (self.size() == 0))]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    #[pure]
    #[requires(self.size() > 0)]
    #[ensures(|ret| *ret == self.below(0))]
    pub fn peek(&self) -> i64 {
        self.items[self.items.len() - 1]
    }

    /// The value so many places below the top.
    #[pure]
    #[requires(depth < self.size())]
    pub fn below(&self, depth: usize) -> i64 {
        self.items[self.items.len() - 1 - depth]
    }

    #[ensures(|_| self.size() == old(self.size()) + 1 && self.peek() == item)]
    pub fn push(&mut self, item: i64) {
        self.items.push(item);
    }

    #[requires(self.size() > 0)]
    #[ensures(|ret| self.size() == old(self.size()) - 1 && *ret == old(self.peek()))]
    pub fn pop(&mut self) -> i64 {
        self.items.pop().expect("there is one")
    }

    #[requires(self.size() >= 2)]
    #[ensures(|ret| ret.0 == old(self.below(1)) && ret.1 == old(self.peek()))]
    #[ensures(|_| self.size() == old(self.size()) - 2)]
    pub fn pop_two(&mut self) -> (i64, i64) {
        let second = self.pop();
        (self.pop(), second)
    }

    #[ensures(|_| self.is_empty())]
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// The lowest first.
    pub fn values(&self) -> &[i64] {
        &self.items
    }
}
