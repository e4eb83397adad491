#[test]
#[should_panic(expected = "small")]
fn eight() {
    should_panic(8);
}
