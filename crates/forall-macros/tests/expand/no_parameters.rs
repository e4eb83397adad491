#[forall]
fn constants_agree() {
    assert_eq!(A, B);
}
