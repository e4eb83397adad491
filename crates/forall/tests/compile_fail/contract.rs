use forall::spec::contract;

struct Stack {
    items: Vec<u8>,
}

#[contract]
#[invariant(self.items.len() <= old(self.items.len()))]
impl Stack {
    #[requires(ret > 0)]
    fn result(&self) -> u8 {
        0
    }

    #[requires(old(self.items.len()) > 0)]
    fn before(&self) {}

    #[requires(|ret| *ret > 0)]
    fn closure(&self) -> u8 {
        0
    }

    #[ensures(self.items.len() > 0)]
    fn no_closure(&self) {}

    #[ensures(|ret| *ret == old(*ret))]
    fn old_result(&self) -> u8 {
        0
    }

    #[ensures(|_| self.items.len() == old(old(self.items.len())))]
    fn nested(&self) {}

    #[requires]
    fn nothing(&self) {}

    #[requires(x = 1)]
    fn changes(&self, x: u8) {}

    #[requires(return true)]
    fn leaves(&self) {}

    #[behavior(ensures(|_| true), promises(true))]
    fn without_precondition(&self) {}

    #[behavior]
    fn no_behavior(&self) {}

    #[panics(true)]
    fn without_text(&self) {}

    #[panics(old(1) > 0, "", requires(true))]
    fn any_panic(&self) {}

    #[pure]
    fn impure(&mut self) {}

    #[invariant(self.items.is_empty())]
    fn invariant(&self) {}

    #[requires(x > 0)]
    const fn in_the_compiler(&self, x: u8) {}

    #[requires(true)]
    async fn later(&self) {}
}

#[contract]
#[requires(true)]
struct OfNoFunction;

#[contract(checked)]
fn argument() {}

#[contract]
mod module {}

fn main() {}
