#[test]
fn seven() {
    forks(7);
}

#[test]
fn eight() {
    forks(8);
}
