use forall::spec::contract;

pub struct Stack {
    list: Vec<u8>,
}

#[contract]
#[model(items: Vec<u8>)]
#[represents(items = self.list.len())]
#[invariant(self.items > 0)]
impl Stack {
    #[ensures(|_| self.items.push(1) == () && self.size > 0)]
    pub fn misuse(&mut self) {
        self.items.clear();
    }

    #[ensures(|_| self.list.pop().is_none())]
    pub fn impure(&mut self) {}
}

#[contract]
#[requires(stack.items.is_empty() && model(stack.size) == 0)]
pub fn use_of(stack: &Stack) {}

fn main() {}
