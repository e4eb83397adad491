use forall::forall;

#[forall(max_run = 10)]
fn unknown_key(x: u8) {}

#[forall(panics = "a", may_panic = "b")]
fn two_expectations(x: u8) {}

#[forall(panics)]
fn no_text(x: u8) {}

#[forall(may_panic = 1)]
fn not_a_text(x: u8) {}

#[forall(panics = "")]
fn empty_text(x: u8) {}

#[forall("panics")]
fn not_a_key(x: u8) {}
