use forall::spec::{contract, loop_invariant};

#[contract]
#[decreases()]
fn nothing() {}

#[contract]
#[decreases(ret)]
fn result() -> u8 {
    0
}

#[contract]
#[decreases]
struct OfNoFunction;

#[contract]
trait Walk {
    #[decreases(steps)]
    fn walk(&self, steps: u8);
}

#[contract(all)]
fn argument() {}

fn looped(numbers: &[u8]) {
    for _ in numbers {
        loop_invariant!(old(numbers.len()) > 0);
        loop_invariant!();
    }
}

fn main() {}
