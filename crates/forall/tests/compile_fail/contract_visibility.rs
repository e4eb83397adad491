use forall::spec::contract;

pub struct Stack {
    items: Vec<u8>,
    pub capacity: usize,
    pub(crate) limit: usize,
}

#[contract]
#[invariant(self.items.len() <= self.capacity)]
impl Stack {
    #[requires(self.items.len() < self.capacity)]
    #[ensures(|_| !self.items.is_empty())]
    pub fn push(&mut self, item: u8) {
        self.items.push(item);
    }

    #[requires(!self.is_empty() && Self::is_allowed(self.limit))]
    pub fn pop(&mut self) -> Option<u8> {
        self.items.pop()
    }

    /// The method can be seen, if not the field.
    #[requires(self.items().is_empty() && self.items.is_empty())]
    pub fn items(&self) -> &[u8] {
        &self.items
    }

    /// What callers in the crate can see.
    #[requires(self.limit > 0)]
    #[behavior(requires(self.elsewhere()), ensures(|_| true))]
    pub(crate) fn within(&self) {}

    #[requires(self.items.is_empty())]
    fn private(&self) {}

    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(crate) fn is_allowed(limit: usize) -> bool {
        limit > 0
    }
}

impl Stack {
    fn elsewhere(&self) -> bool {
        true
    }
}

/// Nobody sees it from outside.
struct Inner {
    items: Vec<u8>,
}

#[contract]
impl Inner {
    #[requires(self.items.is_empty())]
    pub fn push(&mut self) {}
}

fn main() {}
