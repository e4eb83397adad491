use forall::spec::contract;

pub struct Stack {
    items: Vec<u8>,
}

#[contract]
impl Stack {
    #[modifies]
    pub fn nothing(&mut self) {}

    #[modifies(self.size() + 1)]
    pub fn no_place(&mut self) {}

    #[modifies(self)]
    #[modifies(self.size())]
    pub fn twice(&mut self) {}

    #[modifies(other.size(), limit)]
    pub fn of_others(&mut self, limit: u8) {}

    #[modifies(self)]
    pub fn new() -> Self {
        Stack { items: Vec::new() }
    }

    #[modifies(self.size())]
    pub fn lent(&mut self) -> &mut u8 {
        &mut self.items[0]
    }

    #[modifies()]
    pub fn unnamed(&self, [a, b]: &mut [u8; 2]) {}

    #[pure]
    pub fn size(&self) -> usize {
        self.items.len()
    }
}

#[contract]
#[modifies(self.size())]
struct Type;

fn main() {}
