#[test]
fn zero() {
    unit(0, true);
}

#[test]
fn became_meaningless() {
    unit(200, false);
}
