use forall::{factory, forall};

struct Machine;

#[factory]
fn machine(step: fn(u8) -> u8) -> Machine {
    step(1);
    Machine
}

#[forall]
fn without_inputs(f: impl Fn(u8) -> Machine) {
    f(1);
}

#[forall]
fn with_a_lifetime(f: impl for<'a> Fn(&'a str) -> u8) {
    f("a");
}

#[forall]
fn never_back(f: fn(u8) -> !) {
    let _ = f;
}

#[forall]
fn perhaps<F: Fn(u8) -> u8>(function: Option<F>, other: (impl Fn(u8) -> u8, u8)) {
    let _ = (function, other);
}

#[forall]
fn several(functions: Vec<Box<dyn Fn(u8) -> u8>>) {
    let _ = functions;
}
