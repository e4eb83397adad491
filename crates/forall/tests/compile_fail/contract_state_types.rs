use forall::spec::contract;

#[derive(Clone)]
pub struct Secret;

pub struct Stack {
    items: Vec<u8>,
    secret: Secret,
    pub open: Secret,
}

#[contract]
impl Stack {
    #[modifies(self.open)]
    pub fn push(&mut self, item: u8) {
        self.items.push(item);
    }

    #[modifies(self.secret())]
    pub fn pop(&mut self) {}

    #[modifies(self.secret(), self.open, self.sise(), self.top)]
    pub fn misspelled(&mut self) {}

    #[modifies(self.secret(), self.open, self.take())]
    pub fn impure(&mut self) {}

    pub fn take(&mut self) -> u8 {
        0
    }

    #[pure]
    pub fn secret(&self) -> &Secret {
        &self.secret
    }
}

#[contract]
#[modifies()]
pub fn change(secret: &mut Secret, visit: &mut dyn FnMut()) {}

fn main() {}
