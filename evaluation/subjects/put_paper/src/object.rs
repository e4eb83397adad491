//! What the collections hold.

/// A reference to an object, of which only the identity matters. Collections are objects, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(forall::Input))]
pub struct Object(
    // Hash tables divide it. The paper bounds what is divided, too.
    #[cfg_attr(test, forall(range = 0..=40))] pub u8,
);

impl Object {
    /// A reference to nothing.
    pub const NULL: Object = Object(0);

    pub fn is_null(self) -> bool {
        self == Object::NULL
    }
}
