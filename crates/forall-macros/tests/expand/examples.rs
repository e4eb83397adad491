#[forall(examples((1, "a"), (super::ONE, self::TEXT)))]
fn examples(x: u8, s: &str) -> Result<(), u8> {
    Ok(())
}
