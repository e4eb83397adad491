#[test]
#[should_panic(expected = "too large")]
fn too_large() {
    panics(200);
}

#[test]
#[should_panic(expected = "too large")]
fn became_meaningless() {
    panics(0);
}
