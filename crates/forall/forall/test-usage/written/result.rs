#[test]
fn zero() {
    result(0).unwrap();
}

#[test]
fn became_meaningless() {
    result(200).unwrap();
}
