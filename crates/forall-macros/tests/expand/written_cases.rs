#[forall]
fn abs_is_not_negative(mut x: i64) {
    x = x.abs();
    assert!(x >= 0);
}
