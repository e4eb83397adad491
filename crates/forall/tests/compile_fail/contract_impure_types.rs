use forall::spec::{contract, loop_invariant};

pub struct Stack {
    pub items: Vec<u8>,
}

/// What conditions call changes nothing.
#[contract]
#[invariant(self.pop() == 0)]
impl Stack {
    #[requires(self.pop() > 0)]
    #[ensures(|_| self.pop() > 0)]
    #[ensures(|_| old(self.pop()) > 0)]
    pub fn change(&mut self) {}

    pub fn pop(&mut self) -> u8 {
        self.items.pop().unwrap_or_default()
    }
}

#[contract]
#[requires(numbers.pop().is_some())]
fn lent(numbers: &mut Vec<u8>) {
    let mut count = 0;
    for _ in numbers {
        loop_invariant!({
            count += 1;
            true
        });
        count += 1;
    }
}

/// A parameter is nothing that an invariant knows.
#[contract]
#[invariant(size > 0)]
pub struct Parameters {
    size: u8,
}

fn main() {}
