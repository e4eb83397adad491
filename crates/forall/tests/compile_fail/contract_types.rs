use forall::spec::contract;

struct Stack {
    items: Vec<u8>,
}

#[contract]
#[invariant(capacity > 0)]
impl Stack {
    #[requires(self.items.push(1) == ())]
    pub fn changes(&mut self) {}

    #[requires(self.items.len())]
    pub fn no_condition(&self) {}

    #[requires(unknown > 0)]
    pub fn unknown(&self) {}

    #[ensures(|ret| ret.len() == self.items.len())]
    pub fn lent(&mut self) -> &mut [u8] {
        &mut self.items
    }

    #[ensures(|_| items.is_empty())]
    pub fn taken(&self, items: Vec<u8>) {
        drop(items);
    }
}

fn main() {}
