#[forall]
fn same(x: u8) {
    assert!(x == x);
}
