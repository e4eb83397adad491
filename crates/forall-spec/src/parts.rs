//! Values whose fields are private where a case is.

/// A value of a type with [`#[derive(Input)]`](derive@crate::Input), from the values of its fields in their order. Cases are written
/// with it where they cannot name the fields.
pub fn from_parts<T: FromParts<P>, P>(parts: P) -> T {
    T::from_parts(parts)
}

/// A struct that is made of the parts `P`, of which there is one kind for each type.
pub trait FromParts<P> {
    fn from_parts(parts: P) -> Self;
}
