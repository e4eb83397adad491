use forall::spec::contract;

pub struct Stack {
    pub items: Vec<u8>,
}

#[contract]
#[invariant(ret > 0)]
impl Stack {}

fn main() {}
