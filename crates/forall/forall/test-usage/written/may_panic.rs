#[test]
fn zero() {
    let _ = may_panic(0);
}

#[test]
#[should_panic(expected = "too large")]
fn too_large() {
    let _ = may_panic(200);
}
