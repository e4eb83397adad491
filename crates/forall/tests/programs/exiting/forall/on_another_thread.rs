#[test]
fn seven() {
    on_another_thread(7);
}

#[test]
fn eight() {
    on_another_thread(8);
}
