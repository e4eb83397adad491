#[test]
fn seven() {
    with_cases(7);
}

#[test]
fn eight() {
    with_cases(8);
}
