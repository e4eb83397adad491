#[forall(panics = "attempt to divide by zero")]
fn division_by_zero_panics(a: i32) {
    let _ = a / (a ^ a);
}
