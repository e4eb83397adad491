//! Factories of one type in two modules.

use forall::forall;

pub struct Stack(Vec<u8>);

mod full {
    use super::Stack;

    #[forall::factory]
    pub fn full(items: Vec<u8>) -> Stack {
        Stack(items)
    }
}

mod empty {
    use super::Stack;

    #[forall::factory]
    pub fn empty() -> Stack {
        Stack(Vec::new())
    }
}

#[forall]
fn stacks_are_short(stack: Stack, other: &Stack) {
    assert!(stack.0.len() + other.0.len() < 20);
}

fn main() {}
