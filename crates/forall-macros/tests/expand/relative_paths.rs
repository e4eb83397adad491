#[forall]
fn conversions_agree(a: self::Small, b: super::Wide, c: [crate::Byte; super::N]) -> Option<super::Wide> {
    convert(a, b, c)
}
