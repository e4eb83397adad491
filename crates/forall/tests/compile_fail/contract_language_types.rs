use forall::spec::{contract, loop_invariant};

#[contract]
#[decreases(name)]
fn text(name: &str) {
    let _ = name;
}

#[contract(infer)]
fn changes(mut numbers: Vec<u8>) {
    assert!(numbers.pop().is_some());
}

fn looped(numbers: &[u8]) {
    let mut sum = 0;
    for number in numbers {
        loop_invariant!(sum);
        sum += usize::from(*number);
    }
}

fn main() {}
