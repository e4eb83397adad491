#[forall]
fn abs_is_not_negative(x: i64, strict: bool) {
    assert!(x.abs() >= 0 || !strict);
}
