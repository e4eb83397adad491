#[forall(may_panic = "out of \"range\"")]
fn index_within(r#type: usize) -> Result<(), Error> {
    checked_index(r#type)
}
