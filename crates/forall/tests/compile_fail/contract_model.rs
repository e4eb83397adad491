use forall::spec::contract;

#[contract]
#[model(items: Vec<u8>, size: usize)]
#[represents(size = self.items.len())]
#[represents(size = old(self.items.len()))]
pub struct Unrepresented {
    items: Vec<u8>,
}

#[contract]
#[represents(items = self.0.clone())]
pub struct Undeclared(Vec<u8>);

#[contract]
#[model(items)]
#[represents(self.items)]
#[model]
impl Undeclared {
    #[model(size: usize)]
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

#[contract]
#[model(size: usize)]
#[represents(name = String::new())]
impl Clone for Undeclared {
    fn clone(&self) -> Undeclared {
        Undeclared(self.0.clone())
    }
}

#[contract]
#[model(size: usize)]
fn function() {}

fn main() {}
