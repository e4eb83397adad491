use forall::spec as forall_spec;
use forall_spec::contract;

#[contract]
#[requires(matches("[a-z", name))]
#[requires(matches("^a$", name))]
#[requires(forall_spec::matches(pattern, name))]
fn patterns(name: &str, pattern: &str) {}

#[contract]
#[requires(matches("a", *number))]
#[requires(for_all(0..*number, |i| i))]
#[requires(for_all(*number, |i| i > 3))]
fn types(number: &u8) {}

#[contract]
#[ensures(|_| for_all(0..numbers.len(), |i| numbers[i] == old(numbers[i])))]
fn elements(numbers: &mut [u8]) {}

fn main() {}
