#[forall]
/// Holds on small machines too.
#[cfg(feature = "wide")]
#[allow(clippy::identity_op)]
pub(crate) fn wide(x: u128) {
    assert_eq!(x + 0, x);
}
